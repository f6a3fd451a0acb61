// How does a statement look on paper? A4 pages that are sent as they are filled: whose account, which period, what was there before, each
// entry with what was available after it, and what was there at the end.

import { setImmediate as nextTurn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { ledgerKindOf, ledgerVerbTexts, ledgerVerbWord, toDecimalString } from '@jokko/contract';
import { effectOf, type StatementLine } from '../../../domain/ledger/index.ts';
import type { StatementOf } from './statement-file.ts';
import { columns, ink, margin, paperOf, paperWidth, regular, rowHeight, strong, type Document, type Paper } from './statement-paper.ts';
import { printable } from './statement-print.ts';
import { statementWords } from './statement-words.ts';

const noteHeight = 11;
const noteWidth = paperWidth - columns[0] - 8;
const amountWidth = columns[5];

/** The bytes of the file; the event loop gets its turn after each page. */
export async function* statementPdf(statement: StatementOf, lines: AsyncIterable<StatementLine[]>): AsyncGenerator<Buffer> {
  const { account, period, opening, language } = statement;
  const words = statementWords[language];
  const info = { Title: `${words.title} ${printable(account.name)}`, Creator: 'Jokko' };
  const doc = new PDFDocument({ size: 'A4', margin, autoFirstPage: false, lang: language, displayTitle: true, info });
  const foot = `${words.title} · ${account.name} (${account.id}) · ${period.currency}`;
  const paper = paperOf(doc, { headings: words.printed, foot, page: words.page });
  const format = formatOf(statement);
  heading(paper, statement, format);
  balance(paper, words.opening, format.amount(opening));
  let [last, count] = [opening, 0];
  for await (const some of lines) {
    for (const line of some) {
      if (entry(paper, line, format)) {
        yield* made(doc);
        await nextTurn();
      }
      last = line.availableAfter;
      count += 1;
    }
  }
  if (count === 0) say(paper, words.none);
  balance(paper, words.closing, format.amount(last));
  say(paper, `${words.entries} ${format.count(count)} · ${period.currency}`);
  doc.end();
  for await (const chunk of doc) yield chunk as Buffer;
}

function* made(doc: Document): Generator<Buffer> {
  for (let chunk = doc.read() as Buffer | null; chunk !== null; chunk = doc.read() as Buffer | null) yield chunk;
}

type Format = ReturnType<typeof formatOf>;

function formatOf({ language, timeZone }: StatementOf) {
  const moment = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'fr', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const verbs = ledgerVerbTexts[language];
  return {
    moment: (at: Date): string => moment.format(at),
    amount: (value: bigint): string => number.format(toDecimalString(value) as Intl.StringNumericLiteral),
    count: (value: number): string => number.format(value),
    verb: (verb: string): string => ledgerVerbWord(verbs, verb),
    smsBatch: statementWords[language].smsBatch,
  };
}

function heading(paper: Paper, { account, period, language, timeZone }: StatementOf, { moment }: Format): void {
  const words = statementWords[language];
  paper.begin();
  paper.doc.font(strong).fontSize(16).fillColor(ink.text);
  paper.put(words.title, margin, paperWidth);
  paper.y += 26;
  const facts = [
    [words.account, `${account.name} (${account.id})`],
    [words.currency, period.currency],
    [words.from, period.from === null ? words.beginning : moment(period.from)],
    [words.until, period.until === null ? words.now : moment(period.until)],
    [words.made, `${moment(new Date())} (${timeZone})`],
  ] as const;
  for (const [label, value] of facts) {
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

/** True where a new page was begun for it. */
function entry(paper: Paper, line: StatementLine, { moment, verb, amount, smsBatch }: Format): boolean {
  const note = printable(line.note ?? '');
  const noteLines = note === '' ? 0 : Math.ceil(paper.doc.heightOfString(note, { width: noteWidth }) / noteHeight);
  const turned = paper.need(rowHeight + noteLines * noteHeight);
  const { available, held } = effectOf(line);
  const about = line.operationId ?? (line.smsBatchId === null ? '' : `${smsBatch} ${line.smsBatchId}`);
  const change = (value: bigint): string => (value === 0n ? '' : amount(value));
  paper.row([moment(line.at), verb(ledgerKindOf(line)), about, change(available), change(held), amount(line.availableAfter)]);
  if (noteLines === 0) return turned;
  paper.doc.fillColor(ink.soft);
  paper.doc.text(note, margin + columns[0], paper.y - 3, { width: noteWidth });
  paper.doc.fillColor(ink.text);
  paper.y += noteLines * noteHeight;
  return turned;
}
