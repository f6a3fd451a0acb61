// How does a list become an XLSX file? Texts are written as texts, so that no program takes them for formulas; amounts and moments as what they are.

import writeExcelFile, { type CellObject, type SheetData } from 'write-excel-file/node';
import { toDecimalString } from '@jokko/contract';
import type { Cell } from './cell.ts';

export interface XlsxColumn {
  title: string;
  /** In characters. */
  width?: number;
}

const cellCharactersMax = 32_000;
/** Beyond this a spreadsheet rounds: the amount is written as a text then. In ten-thousandths. */
const exactAmountMax = 10n ** 15n;
const widthDefault = 18;

/** One sheet with a heading that stays in sight. @param timeZone moments are written as clocks show them there. Nothing larger than some 100,000 rows: it is made in memory. */
export async function writeXlsx(
  sheet: string,
  columns: readonly XlsxColumn[],
  rows: readonly (readonly Cell[])[],
  timeZone: string,
): Promise<Buffer> {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const data: SheetData = [
    columns.map(({ title }) => ({ value: printable(title), type: String, fontWeight: 'bold' as const })),
    ...rows.map((row) => row.map((cell) => cellOf(cell, local))),
  ];
  const widths = columns.map(({ width }) => ({ width: width ?? widthDefault }));
  return writeExcelFile(data, { sheet: sheetName(sheet), columns: widths, stickyRowsCount: 1 }).toBuffer();
}

function cellOf(cell: Cell, local: Intl.DateTimeFormat): CellObject | null {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'string') return { value: printable(cell), type: String };
  if ('digits' in cell) return { value: printable(cell.digits), type: String };
  if ('at' in cell) return { value: wallClock(cell.at, local), type: Date, format: 'yyyy-mm-dd hh:mm:ss' };
  const { amount } = cell;
  if (amount > exactAmountMax || amount < -exactAmountMax) return { value: toDecimalString(amount), type: String };
  return { value: Number(toDecimalString(amount)), type: Number, format: amount % 10_000n === 0n ? '#,##0' : '#,##0.00##' };
}

/** XML knows no control characters. */
const printable = (text: string): string =>
  text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '').slice(0, cellCharactersMax);

/** What spreadsheets refuse in the name of a sheet. */
const sheetName = (name: string): string =>
  printable(name)
    .replaceAll(/[\\/?*[\]:]/g, ' ')
    .slice(0, 31);

/** A spreadsheet knows no time zones: the moment whose UTC reads as the clock there. */
const wallClock = (at: Date, local: Intl.DateTimeFormat): Date => new Date(`${local.format(at).replace(' ', 'T')}Z`);
