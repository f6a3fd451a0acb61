// Exports a statement as CSV for programs, as a workbook, or as pages to print. Streams it entry
// by entry, so that a year costs no memory.

import { ledgerKindOf, ledgerVerbTexts, ledgerVerbLabel } from '@jokko/contract';
import type { RouteQuery } from '@jokko/contract/portal';
import { eachOfStatement, effectOf, type StatementLine } from './index.ts';
import type { Session } from '../../platform/db/database.ts';
import { streamXlsx } from '../../platform/spreadsheet/index.ts';
import { csvFile, headingsOf, type Cell } from '../../platform/http/portal/csv.ts';
import type { FileAnswer } from '../../platform/http/portal/handler.ts';
import { statementPdf } from './statement-pdf.ts';
import { statementMessages, statementWidths } from './statement-messages.ts';
import type { StatementOf } from './statement-request.ts';

export type StatementForm = NonNullable<RouteQuery<'GET statement/export'>['form']>;

/** Returns the file in one of its forms. Entries are read while it is sent. */
export function statementFile(
  session: Session,
  statement: StatementOf,
  form: StatementForm,
): FileAnswer['file'] {
  const { period } = statement;
  const lines = eachOfStatement(session, period);
  const name = `statement-${period.currency}-${statement.madeAt.toISOString().slice(0, 10)}`;
  switch (form) {
    case 'xlsx':
      return { name: `${name}.xlsx`, type: xlsxType, content: workbookOf(statement, lines) };
    case 'pdf':
      return {
        name: `${name}.pdf`,
        type: 'application/pdf',
        content: statementPdf(statement, lines),
      };
    case 'excel':
    case 'plain': {
      const { language, timeZone } = statement;
      const columns = {
        fr: statementMessages.fr.columns,
        en: statementMessages.en.columns,
        plain: plainColumns,
      };
      const kindOf = form === 'plain' ? ledgerKindOf : kindIn(language);
      return csvFile(
        name,
        { form, timeZone },
        headingsOf(columns, form, language),
        cellsOfAll(lines, kindOf),
      );
    }
  }
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const plainColumns = [
  ...[
    'entry',
    'at',
    'kind',
    'transaction_id',
    'sms_batch_id',
    'available',
    'held',
    'available_after',
    'currency',
    'note',
  ],
];

type Lines = AsyncIterable<StatementLine[]>;
type KindOf = (line: StatementLine) => string;
const kindIn =
  (language: 'fr' | 'en'): KindOf =>
  (line) =>
    ledgerVerbLabel(ledgerVerbTexts[language], ledgerKindOf(line));

async function* cellsOfAll(lines: Lines, kindOf: KindOf): AsyncGenerator<Cell[][]> {
  for await (const some of lines) yield some.map((line) => cellsOf(line, kindOf));
}

const digits = (text: string | null): Cell => (text === null ? null : { digits: text });

function cellsOf(line: StatementLine, kindOf: KindOf): Cell[] {
  const { available, held } = effectOf(line);
  return [
    ...[
      digits(String(line.id)),
      { at: line.at },
      kindOf(line),
      digits(line.operationId),
      digits(line.smsBatchId),
    ],
    ...[
      { amount: available },
      { amount: held },
      { amount: line.availableAfter },
      line.currency,
      line.note,
    ],
  ];
}

/** The column with the available balance after each entry. */
const afterColumn = 7;

function workbookOf(
  { account, period, opening, language, timeZone }: StatementOf,
  lines: Lines,
): AsyncIterable<Buffer> {
  const messages = statementMessages[language];
  let last = opening;
  async function* rows(): AsyncGenerator<Cell[][]> {
    for await (const some of lines) {
      last = some.at(-1)?.availableAfter ?? last;
      yield some.map((line) => cellsOf(line, kindIn(language)));
    }
  }
  const balance = (label: string, amount: bigint): Cell[] => {
    return [
      label,
      ...Array.from({ length: afterColumn - 1 }, () => null),
      { amount },
      period.currency,
    ];
  };
  return streamXlsx({
    name: messages.sheet,
    widths: statementWidths,
    headings: messages.columns,
    timeZone,
    rows: rows(),
    before: [
      [messages.title],
      [messages.account, null, account.name, String(account.id)],
      [messages.currency, null, period.currency],
      [messages.from, null, period.from === null ? messages.beginning : { at: period.from }],
      [messages.until, null, period.until === null ? messages.now : { at: period.until }],
      [messages.timeZone, null, timeZone],
      balance(messages.opening, opening),
      [],
    ],
    after: () => [balance(messages.closing, last)],
  });
}
