// The settlements that the bank paid in a period, as CSV, as a workbook, or as pages to print.

import { toDecimalString } from '@jokko/contract';
import type { Session, Statement } from '../../platform/db/database.ts';
import { csvFile, headingsOf, type Cell } from '../../platform/http/portal/csv.ts';
import { dayInName } from '../../platform/http/portal/file-name.ts';
import type { FileAnswer } from '../../platform/http/portal/handler.ts';
import { printedAmount } from '../../platform/print/printable.ts';
import {
  linesOfPeriod,
  rowsOfPeriod,
  type ReportPeriod,
} from '../../platform/print/report-period.ts';
import { printTables } from '../../platform/print/tables-pdf.ts';
import { streamXlsx } from '../../platform/spreadsheet/index.ts';

interface PaidSettlement {
  id: number;
  account: string;
  currency: string;
  amount: bigint;
  fee: bigint;
  reference: string;
  valueDate: string;
  paidAt: Date;
  /** RETURNED: it came back later. */
  state: string;
}

const selectPaid: Statement = {
  name: 'list_paid_settlements',
  text: `select s.id, a.name as account, s.currency, s.amount, s.fee, s.reference,
    s.value_date::text as "valueDate", s.paid_at as "paidAt",
      s.state
    from settlement s join account a on a.id = s.account_id where s.paid_at >= $1 and s.paid_at < $2
      order by s.paid_at, s.id`,
};

const selectPaidSums: Statement = {
  name: 'sum_paid_settlements',
  text: `select currency, sum(amount)::bigint as amount from settlement where paid_at >= $1
    and paid_at < $2 group by currency order by currency`,
};

export const sumPaid = (
  session: Session,
  { from, until }: { from: Date; until: Date },
): Promise<{ currency: string; amount: bigint }[]> => session.query(selectPaidSums, [from, until]);

const texts = {
  fr: {
    title: 'Reversements payés',
    yes: 'oui',
    no: 'non',
  },
  en: {
    title: 'Paid settlements',
    yes: 'yes',
    no: 'no',
  },
};
const headings = {
  fr: [
    ...['N°', 'Développeur', 'Devise', 'Montant', 'Frais', 'Référence bancaire'],
    ...['Date de valeur', 'Payé le', 'Retourné'],
  ],
  en: [
    ...['ID', 'Developer', 'Currency', 'Amount', 'Fee', 'Bank reference'],
    ...['Value date', 'Paid at', 'Returned'],
  ],
  plain: [
    ...['id', 'developer', 'currency', 'amount', 'fee', 'bank_reference'],
    ...['value_date', 'paid_at', 'returned'],
  ],
};
const widths = [8, 30, 8, 18, 14, 26, 14, 20, 10];
/** What fits on a page: the number, the times and the returns are in the other forms. */
const printed = {
  fr: ['Développeur', 'Date de valeur', 'Référence bancaire', 'Devise', 'Montant', 'Frais'],
  en: ['Developer', 'Value date', 'Bank reference', 'Currency', 'Amount', 'Fee'],
};
const printedWidths = [140, 75, 120, 45, 80, 55];

export async function paidSettlementsFile(
  session: Session,
  period: ReportPeriod,
  form: 'pdf' | 'xlsx' | 'excel' | 'plain',
): Promise<FileAnswer['file']> {
  const { from, until, language, timeZone } = period;
  const paid = await session.query<PaidSettlement>(selectPaid, [from, until]);
  const name = `settlements-${dayInName(from, timeZone)}`;
  const words = texts[language];
  if (form === 'pdf')
    return { name: `${name}.pdf`, type: 'application/pdf', content: pagesOf(paid, period) };
  if (form === 'xlsx')
    return {
      name: `${name}.xlsx`,
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content: streamXlsx({
        name: words.title,
        widths,
        headings: headings[language],
        timeZone,
        rows: cellsOf(paid, words),
        before: rowsOfPeriod(words.title, period),
        after: () => [],
      }),
    };
  return csvFile(
    name,
    { form, timeZone },
    headingsOf(headings, form, language),
    cellsOf(paid, form === 'plain' ? texts.en : words),
  );
}

async function* cellsOf(
  paid: readonly PaidSettlement[],
  { yes, no }: { yes: string; no: string },
): AsyncGenerator<Cell[][]> {
  yield paid.map(({ id, account, currency, amount, fee, reference, valueDate, ...rest }) => [
    ...[String(id), account, currency, { amount }, { amount: fee }, reference, valueDate],
    ...[{ at: rest.paidAt }, rest.state === 'RETURNED' ? yes : no],
  ]);
}

function pagesOf(paid: readonly PaidSettlement[], period: ReportPeriod): AsyncGenerator<Buffer> {
  const { language } = period;
  const amountOf = (amount: bigint): string => printedAmount(toDecimalString(amount), language);
  return printTables({
    title: texts[language].title,
    language,
    lines: linesOfPeriod(period),
    tables: [
      {
        headings: printed[language],
        widths: printedWidths,
        numbersFrom: 4,
        rows: paid.map(({ account, valueDate, reference, currency, amount, fee }) => [
          ...[account, valueDate, reference, currency, amountOf(amount), amountOf(fee)],
        ]),
      },
    ],
  });
}
