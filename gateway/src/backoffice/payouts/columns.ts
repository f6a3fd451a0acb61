// Recognises the columns of a file by their headings, in French or English, in any spelling.

import {
  splitAmount,
  withoutMark,
  type Table,
  type TableRow,
} from '../../platform/spreadsheet/index.ts';

export type PayoutColumn = 'phone' | 'amount' | 'service' | 'externalId' | 'name' | 'note';

/** A line as the file has it; '' where the file has nothing. */
export type GivenLine = {
  fileLine: number;
  /** It comes by API: nothing in it is what a spreadsheet has kept of something else. */
  isExact: boolean;
  /** What comes back in its callback; null: nothing. */
  data: object | null;
  /** Whether it has cells that stand under no heading. */
  extraCells: boolean;
  /** Whether the phone may be what a spreadsheet has kept of another one. */
  isCutPhone: boolean;
  /**
   * The currency in the heading of the amounts, `Montant (FCFA)`: in capitals; null: it names none.
   */
  currency: string | null;
} & {
  [column in PayoutColumn]: string;
};

export interface Columns {
  /** Where each column stands, from 0. */
  places: ReadonlyMap<PayoutColumn, number>;
  /** As many cells have a heading; in a CSV nothing may stand beyond them. */
  width: number;
  /** That the heading of the amounts names. */
  currency: string | null;
}

/** People put a title and a date above their tables. */
export const titleRowsMax = 9;

const headings: { readonly [column in PayoutColumn]: readonly string[] } = {
  phone: [
    'phone',
    'telephone',
    'tel',
    'numero',
    'numerotelephone',
    'numerodetelephone',
    'phonenumber',
    'ntelephone',
    'notelephone',
    'ndetelephone',
    'nodetelephone',
    'ntel',
    'notel',
    'ndetel',
    'nodetel',
    'numtel',
    'numerotel',
    'numerodetel',
    'telephonebeneficiaire',
    'telephonedubeneficiaire',
    'telbeneficiaire',
    'teldubeneficiaire',
    'numerobeneficiaire',
    'numerodubeneficiaire',
    'numeromobile',
    'recipientphone',
    'beneficiaryphone',
    'mobilenumber',
    'msisdn',
    'mobile',
  ],
  amount: ['amount', 'montant', 'somme'],
  service: ['service', 'codeservice', 'servicecode', 'operateur', 'operator'],
  externalId: [
    'externalid',
    'externaltransactionid',
    'idexterne',
    'identifiantexterne',
    'reference',
    'ref',
    'id',
  ],
  name: [
    'name',
    'nom',
    'fullname',
    'recipientname',
    'nomcomplet',
    'nombeneficiaire',
    'nomdubeneficiaire',
    'beneficiaryname',
    'prenomnom',
    'prenometnom',
    'prenomsetnom',
    'nomprenom',
    'nomprenoms',
    'nometprenom',
    'nometprenoms',
  ],
  note: ['note', 'motif', 'comment', 'commentaire', 'libelle', 'description', 'reason'],
};

/** Whom the money is for: their phone, or their name where another column is the phones. */
const persons: readonly string[] = ['recipient', 'beneficiary', 'beneficiaire', 'destinataire'];

/** The row of headings among the first ones, and the lines below it. Null as of `findColumns`. */
export function findHeadings({
  form,
  header,
  rows,
}: Table): { columns: Columns; rows: readonly TableRow[] } | null {
  const first = [header, ...rows.slice(0, titleRowsMax).map(({ cells }) => cells)];
  for (const [index, cells] of first.entries()) {
    const below = rows.slice(index);
    const isName = (place: number): boolean => below.every((row) => isNameCell(row.cells[place]));
    const columns = findColumns(cells, isName);
    if (columns !== null)
      return {
        columns: form === 'csv' ? columns : { ...columns, width: Infinity },
        rows: below,
      };
  }
  return null;
}

/**
 * Null when there is no column of phones or amounts, or two of them. The first of several others
 * counts.
 */
function findColumns(
  header: readonly string[],
  isName: (place: number) => boolean,
): Columns | null {
  const places = new Map<PayoutColumn, number>();
  let currency: string | null = null;
  let person: number | null = null;
  for (const [place, heading] of header.entries()) {
    if (person === null && persons.includes(wordOf(heading))) person = place;
    const named = namedCurrency.exec(heading);
    const [column, unit] =
      named === null
        ? [columnOf(heading), null]
        : [columnOf(named[1]!), splitAmount(`0 ${named[2]}`)?.currency ?? null];
    // What else stands in brackets may change what the column means.
    if (column === undefined || (named !== null && (column !== 'amount' || unit === null)))
      continue;
    if (column === 'amount') currency = unit;
    if (!places.has(column)) places.set(column, place);
    else if (column === 'phone' || column === 'amount') return null;
  }
  if (person !== null) {
    // Two columns that may both be phones: nobody says whose is meant.
    if (places.has('phone') && !isName(person)) return null;
    const column = places.has('phone') ? 'name' : 'phone';
    if (!places.has(column)) places.set(column, person);
  }
  return places.has('phone') && places.has('amount')
    ? { places, currency, width: header.findLastIndex((heading) => heading !== '') + 1 }
    : null;
}

/** A name has letters, a phone has none. */
const isNameCell = (cell = ''): boolean => cell === '' || /\p{L}/u.test(cell);

/** `Montant (FCFA)`, `Montant en FCFA`. */
const namedCurrency =
  /^([^()[\]]{1,40}?)(?: en |[ ([]{1,3})(F\.? ?CFA|CFA|XOF|XAF|GNF|EUR|€|USD|\$)[)\]]?$/i;

const columnOf = (heading: string): PayoutColumn | undefined => {
  const word = wordOf(heading);
  return (Object.keys(headings) as PayoutColumn[]).find((name) => headings[name].includes(word));
};

/** Without accents, cases, spaces and signs: "Code_Service" and "code service" are one. */
const wordOf = (heading: string): string =>
  heading
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** As much as a spreadsheet keeps of a number that it has once written as 2.21771E+11. */
const sixDigits = /^\d{6}0{6,}$/;

export function readGiven(
  { places, width, currency }: Columns,
  { line, cells, numbers }: TableRow,
): GivenLine {
  const cell = (column: PayoutColumn): string => {
    const place = places.get(column);
    const text = place === undefined ? '' : (cells[place] ?? '');
    // Our own files, corrected, can be sent back; and an apostrophe before a phone or an amount
    // makes a text of it everywhere.
    return column === 'phone' || column === 'amount' ? text.replace(/^'/, '') : withoutMark(text);
  };
  return {
    fileLine: line,
    isExact: false,
    data: null,
    extraCells: cells.slice(width).some((beyond) => beyond !== ''),
    // Whoever means that very number writes it as a text, where nothing is lost.
    isCutPhone: numbers.has(places.get('phone')!) && sixDigits.test(cell('phone')),
    currency,
    phone: cell('phone'),
    amount: cell('amount'),
    service: cell('service'),
    externalId: cell('externalId'),
    name: cell('name'),
    note: cell('note'),
  };
}
