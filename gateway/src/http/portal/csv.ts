// How does a list become a file for spreadsheets? CSV that no program takes for formulas; `excel` as French Excel opens it by a double click.

import { toDecimalString } from '@jokko/contract';
import type { Cell } from '../../spreadsheet/index.ts';

export type { Cell };

/** `excel`: semicolons, a byte-order mark, decimal commas, times of a time zone. `plain`: commas, points, RFC 3339 in UTC. */
export type CsvForm = 'excel' | 'plain';

export interface CsvStyle {
  form: CsvForm;
  timeZone: string;
}

const byteOrderMark = '\ufeff';
const formulaStart = /^[=+\-@\t\r]/;
/** Excel keeps 15 digits of a number and drops zeros in front. */
const mangledByExcel = /^(0\d+|\d{12,})$/;

/** The lines of a file, headings first. */
export async function* csvOf(style: CsvStyle, headings: readonly string[], rows: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield (style.form === 'excel' ? byteOrderMark : '') + line(style, headings);
  for await (const some of rows) yield some.map((cells) => line(style, cells)).join('');
}

function line(style: CsvStyle, cells: readonly Cell[]): string {
  const separator = style.form === 'excel' ? ';' : ',';
  return `${cells.map((cell) => quoted(cellText(style, cell), separator)).join(separator)}\r\n`;
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cellText({ form, timeZone }: CsvStyle, cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return safe(cell);
  if ('digits' in cell) return form === 'excel' && mangledByExcel.test(cell.digits) ? `'${cell.digits}` : safe(cell.digits);
  if ('amount' in cell) return form === 'excel' ? toDecimalString(cell.amount).replace('.', ',') : toDecimalString(cell.amount);
  // Swedish is written like this everywhere: 2026-11-21 18:08:14.
  return form === 'excel' ? cell.at.toLocaleString('sv-SE', { timeZone }) : cell.at.toISOString();
}

/** An apostrophe makes a text of what a program would calculate. */
const safe = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);
