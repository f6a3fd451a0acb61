// Reads the statements of a camt.053 message for whoever hands over the file: every entry that the
// bank has booked, or the place at which it cannot be read.

import { childAt, textAt } from '../xml/index.ts';
import type { XmlElement } from '../xml/index.ts';
import type { BankFault, BankPage, BankPlace, BankRefused, BankRow } from './page.ts';
import { readEntries } from './read-entries.ts';
import type { Entry, Movement } from './read-entry.ts';
import { accountsOf, readBankMessage } from './read-message.ts';
import { readStatement } from './read-statement.ts';
import { bankReference } from './references.ts';

const refuse = (fault: BankFault, place: BankPlace = {}): BankRefused => ({ fault, place });

/** @param utcOffsetMinutes of times that name no zone. */
export function readCamtPages(bytes: Buffer, utcOffsetMinutes: number): BankPage[] | BankRefused {
  const message = readBankMessage(bytes);
  if ('refused' in message) return refuse('xml');
  if (!message.type.startsWith('camt.053')) return refuse('message');
  const found = accountsOf(message);
  if ('refused' in found) return refuse('account');
  const pages: BankPage[] = [];
  let rowsBefore = 0;
  for (const [index, element] of found.elements.entries()) {
    const told = { utcOffsetMinutes, message: found.message, number: index + 1, rowsBefore };
    const page = pageOf(element, told);
    if ('fault' in page) return page;
    rowsBefore += page.rows.length;
    pages.push(page);
  }
  return pages;
}

interface Told {
  utcOffsetMinutes: number;
  message: XmlElement;
  number: number;
  /** Rows of the file that stand before. */
  rowsBefore: number;
}

function pageOf(
  element: XmlElement,
  { utcOffsetMinutes, message, number, rowsBefore }: Told,
): BankPage | BankRefused {
  const place: BankPlace = { statement: number };
  const account = textAt(element, 'Acct/Id/IBAN') ?? textAt(element, 'Acct/Id/Othr/Id');
  if (account === undefined) return refuse('account', place);
  const read = readEntries(element, { form: 'statement', utcOffsetMinutes });
  if ('refused' in read) return refuse(read.fault, { ...place, entry: read.number });
  const { entries } = read;
  const told = { form: 'statement', entries, number, message } as const;
  const statement = readStatement(utcOffsetMinutes, element, told);
  if ('refused' in statement) return refuse('balance', place);
  const [balances, ...more] = statement.balances;
  const currency = balances?.currency ?? entries[0]?.currency ?? textAt(element, 'Acct/Ccy');
  if (currency === undefined || more.length > 0) return refuse('currency', place);
  const other = entries.findIndex((entry) => entry.currency !== currency);
  if (other >= 0) return refuse('currency', { ...place, entry: other + 1 });
  const stated = statement.entries.flatMap(({ lines }) => lines);
  const rows = entries
    .flatMap((entry) => entry.movements.map((movement) => ({ entry, movement })))
    .map(({ entry, movement }, index): BankRow => ({
      line: { ...stated[index]!, ...saidOf(entry, movement) },
      booked: entry.booked!,
      number: rowsBefore + index + 1,
      details: detailsOf(entry, movement),
    }));
  return {
    place,
    account,
    id: textAt(element, 'Id') ?? '',
    page: statement.page,
    isFirst: statement.page === null || statement.page <= 1,
    isLast: statement.covers,
    currency,
    opening: balances?.opening ?? null,
    closing: balances?.closing ?? null,
    days: statement.days,
    rows,
  };
}

/**
 * A reference of whoever ordered it, which need not be ours; the bank's own; and whether it takes a
 * movement back.
 */
function saidOf(
  entry: Entry,
  movement: Movement,
): Pick<BankRow['line'], 'status' | 'theirs'> & {
  ours?: string;
} {
  const { ours, details, reference } = movement;
  const given = ['Refs/EndToEndId', 'Refs/InstrId']
    .map((path) => (details === null ? null : bankReference(textAt(details, path))))
    .find((text) => text !== null);
  const isBack = entry.isReversal || (details !== null && childAt(details, 'RtrInf') !== undefined);
  const named = ours ?? given;
  const said = {
    status: isBack ? ('reversed' as const) : ('succeeded' as const),
    theirs: reference ?? entry.reference ?? '',
  };
  return named == null ? said : { ...said, ours: named };
}

/** The text of the payment, else that of the entry. */
function detailsOf({ element }: Entry, { details }: Movement): string {
  const own = details === null ? undefined : textAt(details, 'RmtInf/Ustrd');
  return own ?? textAt(element, 'AddtlNtryInf') ?? '';
}
