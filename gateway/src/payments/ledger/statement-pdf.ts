// Renders a statement as PDF. A4 pages are sent as they fill: account, period, opening balance,
// each entry with the available balance after it, and the closing balance.

import { environment } from '../../platform/environment.ts';
import { ledgerKindOf, ledgerVerbTexts, ledgerVerbLabel, toDecimalString } from '@jokko/contract';
import { effectOf, type StatementLine } from './index.ts';
import type { StatementOf } from './statement-request.ts';
import {
  columns,
  ink,
  margin,
  paperOf,
  paperWidth,
  regular,
  rowHeight,
  strong,
  type Document,
  type Paper,
} from './statement-paper.ts';
import { printable } from '../../platform/print/printable.ts';
import { statementMessages } from './statement-messages.ts';

const noteHeight = 11;
const noteWidth = paperWidth - columns[0] - 8;
const amountWidth = columns[5];

/** Yields the bytes of the file. The event loop has its turn after each page. */
export async function* statementPdf(
  statement: StatementOf,
  lines: AsyncIterable<StatementLine[]>,
): AsyncGenerator<Buffer> {
  const { account, period, opening, language } = statement;
  const messages = statementMessages[language];
  const info = { Title: `${messages.title} ${printable(account.name)}`, Creator: 'Jokko' };
  // The library has 6 MB, which most nodes never need: it is loaded with the first statement.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    info,
  });
  const foot = `${messages.title} · ${account.name} (${account.id}) · ${period.currency}`;
  const paper = paperOf(doc, { headings: messages.printed, foot, page: messages.page });
  const format = formatOf(statement);
  heading(paper, statement, format);
  balance(paper, messages.opening, format.amount(opening));
  let [last, count] = [opening, 0];
  for await (const some of lines) {
    for (const line of some) {
      if (entry(paper, line, format)) {
        yield* made(doc);
        await environment.othersTurn();
      }
      last = line.availableAfter;
      count += 1;
    }
  }
  if (count === 0) say(paper, messages.none);
  balance(paper, messages.closing, format.amount(last));
  say(paper, `${messages.entries} ${format.count(count)} · ${period.currency}`);
  doc.end();
  for await (const chunk of doc) yield chunk as Buffer;
}

function* made(doc: Document): Generator<Buffer> {
  for (let chunk = doc.read() as Buffer | null; chunk !== null; chunk = doc.read() as Buffer | null)
    yield chunk;
}

type Format = ReturnType<typeof formatOf>;

function formatOf({ language, timeZone }: StatementOf) {
  const moment = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'fr', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  });
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const verbs = ledgerVerbTexts[language];
  return {
    moment: (at: Date): string => moment.format(at),
    amount: (value: bigint): string =>
      number.format(toDecimalString(value) as Intl.StringNumericLiteral),
    count: (value: number): string => number.format(value),
    verb: (verb: string): string => ledgerVerbLabel(verbs, verb),
    smsBatch: statementMessages[language].smsBatch,
  };
}

function heading(
  paper: Paper,
  { account, period, madeAt, language, timeZone }: StatementOf,
  { moment }: Format,
): void {
  const messages = statementMessages[language];
  paper.begin();
  paper.doc.font(strong).fontSize(16).fillColor(ink.text);
  paper.put(messages.title, margin, paperWidth);
  paper.y += 26;
  const details = [
    [messages.account, `${account.name} (${account.id})`],
    [messages.currency, period.currency],
    [messages.from, period.from === null ? messages.beginning : moment(period.from)],
    [messages.until, period.until === null ? messages.now : moment(period.until)],
    [messages.made, `${moment(madeAt)} (${timeZone})`],
  ] as const;
  for (const [label, value] of details) {
    paper.doc.font(regular).fontSize(9).fillColor(ink.soft);
    paper.put(label, margin, 130);
    paper.doc.fillColor(ink.text);
    paper.put(value, margin + 134, paperWidth - 134);
    paper.y += 14;
  }
  paper.y += 10;
  paper.head();
}

function balance(paper: Paper, label: string, amount: string): void {
  paper.need(rowHeight * 2);
  paper.doc.font(strong);
  paper.put(label, margin, paperWidth - amountWidth);
  paper.put(amount, margin + paperWidth - amountWidth, amountWidth - 4, 'right');
  paper.doc.font(regular);
  paper.y += rowHeight;
}

function say(paper: Paper, text: string): void {
  paper.doc.fillColor(ink.soft);
  paper.put(text, margin, paperWidth);
  paper.doc.fillColor(ink.text);
  paper.y += rowHeight;
}

/** Returns true if a new page was begun for the entry. */
function entry(
  paper: Paper,
  line: StatementLine,
  { moment, verb, amount, smsBatch }: Format,
): boolean {
  const note = printable(line.note ?? '');
  const noteLines =
    note === '' ? 0 : Math.ceil(paper.doc.heightOfString(note, { width: noteWidth }) / noteHeight);
  const turned = paper.need(rowHeight + noteLines * noteHeight);
  const { available, held } = effectOf(line);
  const about =
    line.operationId ?? (line.smsBatchId === null ? '' : `${smsBatch} ${line.smsBatchId}`);
  const change = (value: bigint): string => (value === 0n ? '' : amount(value));
  paper.row([
    moment(line.at),
    verb(ledgerKindOf(line)),
    about,
    change(available),
    change(held),
    amount(line.availableAfter),
  ]);
  if (noteLines === 0) return turned;
  paper.doc.fillColor(ink.soft);
  paper.doc.text(note, margin + columns[0], paper.y - 3, { width: noteWidth });
  paper.doc.fillColor(ink.text);
  paper.y += noteLines * noteHeight;
  return turned;
}
