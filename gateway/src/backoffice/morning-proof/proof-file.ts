// The morning proof as a page to print: the verdict, the three sides, what is open, and who signed.

import type { FileAnswer } from '../../platform/http/portal/handler.ts';
import { printedAmount } from '../../platform/print/printable.ts';
import { printTables, type PrintedTable } from '../../platform/print/tables-pdf.ts';
import type { ShownProof as Shown } from './answer.ts';
import { accountNames, pointText, proofTexts, type ProofTexts } from './proof-texts.ts';

type Proof = Shown['proof'];
interface Reader {
  language: 'fr' | 'en';
  timeZone: string;
}

const none = '–';

/** `reader`: whose language and times it has. */
export function proofFile(shown: Shown, reader: Reader): FileAnswer['file'] {
  return {
    name: `morning-proof-${shown.proof.day}.pdf`,
    type: 'application/pdf',
    content: printProof(shown, reader),
  };
}

function printProof(
  { proof, seal, sealed, signature }: Shown,
  { language, timeZone }: Reader,
): AsyncGenerator<Buffer> {
  const texts = proofTexts[language];
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'fr', {
    ...({ dateStyle: 'medium', timeStyle: 'short' } as const),
    timeZone,
  });
  const at = (moment: Date | string): string => format.format(new Date(moment));
  const points = pointsOf({ proof, signature }, language);
  return printTables({
    title: texts.title(proof.day),
    language,
    lines: [
      texts.made(at(proof.madeAt), timeZone),
      ...(proof.cellsNotRead.length === 0 ? [] : [texts.cells(proof.cellsNotRead.join(', '))]),
      points.length === 0 ? texts.agrees : texts.agreesNot(points.length),
      ...(signature === null ? [texts.unsigned] : [texts.signed(signature.by, at(signature.at))]),
      ...(signature?.note ? [signature.note] : []),
      `${sealed ? texts.seal : texts.sealBroken} ${seal}`,
    ],
    tables: [
      ...pointsTable(points, texts),
      ...booksTables(proof, texts, language),
      providersTable(proof, texts, { language, at }),
      bankTable({ proof, signature }, texts, language),
      openTable(proof, texts, { language, at }),
    ],
  });
}

/** What was found in the morning, and where the signer read another balance at the bank. */
function pointsOf(
  { proof, signature }: Pick<Shown, 'proof' | 'signature'>,
  language: 'fr' | 'en',
): string[] {
  const apart = (signature?.bank ?? []).filter(
    ({ difference }) => difference !== null && difference !== '0',
  );
  return [
    ...proof.points.map((point) => pointText(point, language)),
    ...apart.map(({ currency }) => proofTexts[language].bankDiffers(currency)),
  ];
}

function pointsTable(points: readonly string[], texts: ProofTexts): PrintedTable[] {
  if (points.length === 0) return [];
  const rows = points.map((point) => [point]);
  return [{ title: texts.points, headings: [texts.point], widths: [515], numbersFrom: 1, rows }];
}

function booksTables(
  { books, movements, checks }: Proof,
  texts: ProofTexts,
  language: 'fr' | 'en',
): PrintedTable[] {
  const amount = (value: string): string => printedAmount(value, language);
  const checked =
    checks === null
      ? texts.notChecked
      : checks.broken.length === 0
        ? texts.checked(checks.made)
        : texts.brokenOf(checks.broken.length, checks.made);
  return [
    {
      title: `${texts.books} (${checked})`,
      headings: [texts.currency, texts.accounts, texts.available, texts.held],
      widths: [115, 120, 140, 140],
      numbersFrom: 1,
      rows: books.map(({ currency, accounts, available, held }) => [
        ...[currency, String(accounts), amount(available), amount(held)],
      ]),
    },
    {
      title: texts.movements,
      headings: [texts.account, texts.currency, texts.debited, texts.credited],
      widths: [165, 70, 140, 140],
      numbersFrom: 2,
      rows: movements.map(({ currency, account, debited, credited }) => [
        ...[accountNames[language][account] ?? account, currency],
        ...[amount(debited), amount(credited)],
      ]),
    },
  ];
}

interface Printing {
  language: 'fr' | 'en';
  at(moment: string): string;
}

function providersTable(
  { providers }: Proof,
  texts: ProofTexts,
  { language, at }: Printing,
): PrintedTable {
  const amount = (value: string | null): string =>
    value === null ? none : printedAmount(value, language);
  return {
    title: texts.providers,
    headings: [
      ...[texts.route, texts.currency, texts.booked, texts.reported],
      ...[texts.difference, texts.readAt],
    ],
    widths: [130, 45, 85, 85, 75, 95],
    numbersFrom: 2,
    rows: providers.map(({ routes, currency, booked, reported, difference, readAt }) => [
      ...[routes.join(', '), currency, amount(booked), amount(reported), amount(difference)],
      readAt === null ? none : at(readAt),
    ]),
  };
}

function bankTable(
  { proof, signature }: Pick<Shown, 'proof' | 'signature'>,
  texts: ProofTexts,
  language: 'fr' | 'en',
): PrintedTable {
  const amount = (value: string | null | undefined): string =>
    value === null || value === undefined ? none : printedAmount(value, language);
  const currencies = new Set([
    ...proof.bank.map(({ currency }) => currency),
    ...(signature?.bank ?? []).map(({ currency }) => currency),
  ]);
  return {
    title: texts.bank,
    headings: [
      ...[texts.currency, texts.received, texts.paid, texts.expected],
      ...[texts.atBank, texts.difference],
    ],
    widths: [65, 90, 90, 90, 90, 90],
    numbersFrom: 1,
    rows: [...currencies].map((currency) => {
      const day = proof.bank.find((each) => each.currency === currency);
      const said = signature?.bank.find((each) => each.currency === currency);
      return [
        ...[currency, amount(day?.received ?? '0'), amount(day?.paid ?? '0')],
        ...[amount(textOf(said?.expected)), amount(said?.amount), amount(textOf(said?.difference))],
      ];
    }),
  };
}

const textOf = (value: string | null | undefined): string | null => value ?? null;

function openTable(proof: Proof, texts: ProofTexts, { language, at }: Printing): PrintedTable {
  const counted = (count: number, value: string): string[] => [
    String(count),
    printedAmount(value, language),
  ];
  return {
    title: texts.open,
    headings: [texts.what, texts.currency, texts.count, texts.amount],
    widths: [265, 60, 70, 120],
    numbersFrom: 2,
    rows: [
      ...proof.unknown.map(({ currency, count, amount, oldestAt }) => [
        ...[texts.unknown(at(oldestAt)), currency, ...counted(count, amount)],
      ]),
      ...proof.differences.map(({ route, currency, count, amount }) => [
        ...[texts.differences(route), currency ?? none, ...counted(count, amount)],
      ]),
      ...proof.ordered.map(({ currency, count, amount }) => [
        ...[texts.ordered, currency, ...counted(count, amount)],
      ]),
      [texts.cases, none, String(proof.cases), none],
      ...proof.statements.map(({ route, until }) => [
        ...[texts.statement(route, at(until)), none, none, none],
      ]),
    ],
  };
}
