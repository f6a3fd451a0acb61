// What was earned in a period, as CSV, as a workbook, or as pages to print.

import { toDecimalString } from '@jokko/contract';
import type { RouteQuery } from '@jokko/contract/portal';
import { csvFile, headingsOf, type Cell } from '../../platform/http/portal/csv.ts';
import type { FileAnswer } from '../../platform/http/portal/handler.ts';
import { dayInName } from '../../platform/http/portal/file-name.ts';
import { printedAmount } from '../../platform/print/printable.ts';
import { linesOfPeriod, rowsOfPeriod } from '../../platform/print/report-period.ts';
import { printTables } from '../../platform/print/tables-pdf.ts';
import { streamXlsx } from '../../platform/spreadsheet/index.ts';
import type { RevenueBy, RevenuePeriod, RevenueSum } from './revenue.ts';

interface Report extends RevenuePeriod {
  by: RevenueBy;
  sums: readonly RevenueSum[];
  /** What people call a service. */
  titleOf(code: string): string | null;
  language: 'fr' | 'en';
}
type Form = NonNullable<RouteQuery<'GET operator/revenue/export'>['form']>;

const byNames = {
  fr: {
    service: 'Service',
    route: 'Route',
    developer: 'Développeur',
    day: 'Jour',
    month: 'Mois',
  },
  en: { service: 'Service', route: 'Route', developer: 'Developer', day: 'Day', month: 'Month' },
} satisfies Record<string, Record<RevenueBy, string>>;
const amountNames = {
  fr: ['Devise', 'Facturé', 'Restitué', 'Frais des fournisseurs', 'Marge'],
  en: ['Currency', 'Charged', 'Returned', 'Provider fees', 'Margin'],
  plain: ['currency', 'charged', 'returned', 'provider_fees', 'margin'],
};
const titles = { fr: 'Revenus', en: 'Revenue' };
const widths = [36, 8, 18, 18, 24, 18];
/** Wide enough for the headings of both languages. */
const printedWidths = [140, 45, 75, 70, 110, 75];
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function revenueFile(report: Report, form: Form): FileAnswer['file'] {
  const { by, from, language, timeZone } = report;
  const name = `revenue-${by}-${dayInName(from, timeZone)}`;
  const headings = {
    fr: [byNames.fr[by], ...amountNames.fr],
    en: [byNames.en[by], ...amountNames.en],
    plain: [by, ...amountNames.plain],
  };
  if (form === 'xlsx')
    return {
      name: `${name}.xlsx`,
      type: xlsxType,
      content: workbookOf(report, headings[language]),
    };
  if (form === 'pdf')
    return {
      name: `${name}.pdf`,
      type: 'application/pdf',
      content: pagesOf(report, headings[language]),
    };
  return csvFile(
    name,
    { form, timeZone },
    headingsOf(headings, form, language),
    cellsOfAll(report, form),
  );
}

/** Codes are for programs; people read names, too. */
function nameOf({ by, titleOf }: Report, { name }: RevenueSum): string {
  const title = by === 'service' ? titleOf(name) : null;
  return title === null ? name : `${title} (${name})`;
}

async function* cellsOfAll(report: Report, form: Form): AsyncGenerator<Cell[][]> {
  yield report.sums.map((sum) => [
    form === 'plain' ? sum.name : nameOf(report, sum),
    sum.currency,
    { amount: sum.charged },
    { amount: sum.returned },
    { amount: sum.providerFees },
    { amount: sum.margin },
  ]);
}

function workbookOf(report: Report, headings: readonly string[]): AsyncIterable<Buffer> {
  const { timeZone, language } = report;
  const name = titles[language];
  return streamXlsx({
    name,
    widths,
    headings,
    timeZone,
    rows: cellsOfAll(report, 'xlsx'),
    before: rowsOfPeriod(name, report),
    after: () => [],
  });
}

function pagesOf(report: Report, headings: readonly string[]): AsyncIterable<Buffer> {
  const { language, sums } = report;
  return printTables({
    title: titles[language],
    language,
    lines: linesOfPeriod(report),
    tables: [
      {
        headings,
        widths: printedWidths,
        numbersFrom: 2,
        rows: sums.map((sum) => textsOf(report, sum)),
      },
    ],
  });
}

function textsOf(report: Report, sum: RevenueSum): string[] {
  const { currency, charged, returned, providerFees, margin } = sum;
  return [
    nameOf(report, sum) || '–',
    currency,
    ...[charged, returned, providerFees, margin].map((amount) =>
      printedAmount(toDecimalString(amount), report.language),
    ),
  ];
}
