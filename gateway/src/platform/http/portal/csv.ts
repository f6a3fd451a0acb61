// Exports a list as CSV: all CSV files that leave the gateway for people or programs are written
// here. None holds a formula; `excel` is the form that French Excel opens with a double click, and
// whose texts stay as they are when it saves them; people see each of its characters.

import { seenText, toDecimalString } from '@jokko/contract';
import { isFormula, marked, type Cell } from '../../spreadsheet/index.ts';
import { environment } from '../../environment.ts';
import type { FileAnswer } from './handler.ts';

export type { Cell };

/**
 * `excel`: semicolons, a byte-order mark, decimal commas, times of a time zone. `plain`, for
 * programs: commas, points, RFC 3339 in UTC.
 */
export type CsvForm = 'excel' | 'plain';

export interface CsvStyle {
  form: CsvForm;
  timeZone: string;
}

/** The headings of people's files by language, of programs' the same for everybody. */
export interface Headings {
  fr: readonly string[];
  en: readonly string[];
  plain: readonly string[];
}

export const headingsOf = (
  headings: Headings,
  form: CsvForm,
  language: 'fr' | 'en',
): readonly string[] => headings[form === 'plain' ? 'plain' : language];

const byteOrderMark = '\ufeff';
/** Whatever a program takes for the separator, or is set to. */
const breaking = /[",;\t\r\n]/;
/**
 * A phone number: what a program calculates of it is a number again, and machines take it as it is.
 */
const numeral = /^\+?\d+$/;

/** A file of that form. `rows` are read while it is sent. @param name without its ending. */
export const csvFile = (
  name: string,
  style: CsvStyle,
  headings: readonly string[],
  rows: AsyncIterable<Cell[][]>,
): FileAnswer['file'] => ({
  name: `${name}.csv`,
  type: csvType,
  content: csvOf(style, headings, rows),
});

export const csvType = 'text/csv; charset=utf-8';

/** The lines of a file, headings first. */
export async function* csvOf(
  style: CsvStyle,
  headings: readonly string[],
  rows: AsyncIterable<Cell[][]>,
): AsyncGenerator<string> {
  const line = lineWriter(style);
  yield (style.form === 'excel' ? byteOrderMark : '') + line(headings);
  for await (const some of rows) {
    for (let at = 0; at < some.length; at += linesAtOnce) {
      const piece = some.slice(at, at + linesAtOnce);
      yield piece.map(line).join('');
      await environment.othersTurn();
    }
  }
}

/** Payments wait no longer than for so many. */
const linesAtOnce = 100;

function lineWriter({ form, timeZone }: CsvStyle): (cells: readonly Cell[]) => string {
  const excel = form === 'excel';
  const separator = excel ? ';' : ',';
  // Swedish is written like this everywhere: 2026-11-21 18:08:14. To make one costs as much as
  // thousands of moments.
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const textOf = (given: string): string => (excel ? marked(seenText(given)) : safe(given));
  const text = (cell: Cell): string => {
    if (cell === null) return '';
    if (typeof cell === 'string') return quoted(textOf(cell));
    if ('digits' in cell)
      return quoted(!excel && numeral.test(cell.digits) ? cell.digits : textOf(cell.digits));
    if ('amount' in cell)
      return excel ? toDecimalString(cell.amount).replace('.', ',') : toDecimalString(cell.amount);
    return excel ? local.format(cell.at) : cell.at.toISOString();
  };
  return (cells) => `${cells.map(text).join(separator)}\r\n`;
}

const quoted = (text: string): string =>
  breaking.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * For programs, which take a number as it is: an apostrophe makes a text of what would be
 * calculated.
 */
const safe = (text: string): string => (isFormula(text) ? `'${text}` : text);
