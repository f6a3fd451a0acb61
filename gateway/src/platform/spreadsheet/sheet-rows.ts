// Streams the rows of the first visible sheet of an XLSX file. The sheet is unpacked and read in
// pieces; of its texts only those shared between cells are kept in memory.

import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { streamXml } from '@jokko/connectors/kit/xml';
import { numberText, plainForm } from './number-form.ts';
import { RowsFault, type RowsEnd, type StreamedRow } from './streamed-row.ts';
import type { TableLimits } from './table.ts';
import { isTrue, readBook, type Book } from './xlsx-book.ts';
import type { Packed } from './zip.ts';

/** A sheet of Excel has so many rows. */
const rowNumberMax = 1_048_576;
const inflatedAtOnceBytes = 64 * 1024;

export async function* sheetRows(
  file: Buffer,
  limits: TableLimits,
): AsyncGenerator<StreamedRow, RowsEnd> {
  const book = readBook(file, limits.unpackedBytesMax);
  const hiddenRows = yield* rowsOf(book, limits);
  const hasOtherTable = limits.looksBeyond === true && (await holdsOtherTable(book, limits));
  return { sheet: storable(book.sheetName), hiddenRows, hasOtherTable };
}

async function* rowsOf(book: Book, limits: TableLimits): AsyncGenerator<StreamedRow, number> {
  const reader = sheetReader(book, limits);
  for await (const piece of unpacked(book.sheet, limits.sheetBytesMax)) {
    reader.write(piece);
    yield* reader.take();
  }
  reader.end();
  yield* reader.take();
  return reader.hiddenRows();
}

/** A row of more than one cell with a digit in one of them, which may be a movement. */
async function holdsOtherTable(book: Book, limits: TableLimits): Promise<boolean> {
  for (const sheet of book.others) {
    if (sheet === null) throw new RowsFault('damaged');
    for await (const { cells } of rowsOf({ ...book, sheet }, limits)) {
      const fields = cells.flatMap(fieldsOf).filter((field) => field.trim() !== '');
      if (fields.length > 1 && fields.some((field) => /\p{Nd}/u.test(field))) return true;
    }
  }
  return false;
}

/** A cell may hold a line of a CSV. A comma is also a sign of prose and of numbers. */
function fieldsOf(cell: string): string[] {
  const commas = cell.split(/,(?=\S)/);
  return (commas.length > 2 ? commas : [cell]).flatMap((part) => part.split(/[;\t|]/));
}

async function* unpacked(
  { packed, deflated, crc }: Packed,
  bytesMax: number,
): AsyncGenerator<string> {
  const bytes = Readable.from([packed]);
  const stream = deflated
    ? bytes.pipe(createInflateRaw({ chunkSize: inflatedAtOnceBytes }))
    : bytes;
  const decoder = new TextDecoder('utf-8');
  let size = 0;
  let sum = 0;
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > bytesMax) throw new RowsFault('too_big');
      sum = crc32(piece, sum);
      yield decoder.decode(piece, { stream: true });
    }
  } catch (error) {
    // Beside our own limit only the unpacking itself can fail here.
    throw error instanceof RowsFault ? error : new RowsFault('damaged');
  } finally {
    stream.destroy();
  }
  if (sum !== crc) throw new RowsFault('damaged');
}

interface OpenRow {
  number: number;
  isHidden: boolean;
  /** Behind the last cell, whether or not it holds something. */
  nextColumn: number;
  cells: string[];
  numbers: Set<number>;
}

interface OpenCell {
  column: number;
  type: string;
  style: number;
  value: string;
  text: string;
  /** Null: it is not calculated. */
  formula: string | null;
}

/** What the sheet's elements say, and where we are in it. */
interface State {
  book: Book;
  limits: TableLimits;
  rows: StreamedRow[];
  /** Number of the last row. */
  last: number;
  hidden: number;
  isData: boolean;
  row: OpenRow | null;
  cell: OpenCell | null;
  phonetic: number;
  /** Where texts go. */
  into: 'value' | 'text' | 'formula' | null;
}

function sheetReader(book: Book, limits: TableLimits) {
  const state: State = {
    book,
    limits,
    rows: [],
    last: 0,
    hidden: 0,
    isData: false,
    row: null,
    cell: null,
    phonetic: 0,
    into: null,
  };
  const stream = streamXml({
    open: (name, attributes) => open(state, name, attributes),
    text(piece) {
      const { cell, into } = state;
      if (cell !== null && into !== null) cell[into] = (cell[into] ?? '') + piece;
    },
    close: (name) => close(state, name),
  });
  return {
    write: stream.write,
    end: stream.end,
    take: (): StreamedRow[] => state.rows.splice(0),
    hiddenRows: () => state.hidden,
  };
}

function open(state: State, name: string, attributes: { readonly [name: string]: string }): void {
  const { row, cell } = state;
  if (name === 'sheetData') state.isData = true;
  else if (name === 'row' && state.isData) state.row = openRow(state, attributes);
  else if (name === 'c' && row !== null) state.cell = openCell(row, attributes);
  else if (name === 'rPh') state.phonetic += 1;
  if (cell === null) return;
  if (name === 'v') state.into = 'value';
  else if (name === 't' && state.phonetic === 0) state.into = 'text';
  else if (name === 'f') {
    cell.formula = '';
    state.into = 'formula';
  }
}

function close(state: State, name: string): void {
  state.into = null;
  if (name === 'rPh') state.phonetic -= 1;
  else if (name === 'c' && state.cell !== null) {
    closeCell(state, state.row!, state.cell);
    state.cell = null;
  } else if (name === 'row' && state.row !== null) {
    closeRow(state, state.row);
    state.row = null;
  } else if (name === 'sheetData') state.isData = false;
}

/** Rows are known by their numbers, and reading continues behind the last one. */
function openRow(state: State, { r, hidden }: { readonly [name: string]: string }): OpenRow {
  const number = r === undefined ? state.last + 1 : readNumber(r);
  if (number > rowNumberMax) throw new RowsFault('too_many_rows');
  if (number <= state.last) throw new RowsFault('damaged');
  state.last = number;
  return { number, isHidden: isTrue(hidden), nextColumn: 0, cells: [], numbers: new Set() };
}

const readNumber = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new RowsFault('damaged');
  return Number(text);
};

function closeRow(state: State, { number, isHidden, cells, numbers }: OpenRow): void {
  if (cells.length === 0) return;
  if (isHidden) state.hidden += 1;
  state.rows.push({ line: number, cells, numbers, firstDay: state.book.firstDay });
}

function openCell(row: OpenRow, { r, t, s }: { readonly [name: string]: string }): OpenCell {
  const column = r === undefined ? row.nextColumn : columnOf(r, row.number);
  // What stands in one place twice is shown differently by each program.
  if (column < row.nextColumn) throw new RowsFault('damaged');
  row.nextColumn = column + 1;
  return {
    column,
    type: t ?? 'n',
    style: Number(s ?? 0),
    value: '',
    text: '',
    formula: null,
  };
}

function columnOf(reference: string, row: number): number {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (letters === undefined || Number(digits) !== row) throw new RowsFault('damaged');
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function closeCell({ book, limits }: State, row: OpenRow, cell: OpenCell): void {
  const { text, isNumber } = cellText(cell, book);
  if (text === '') return;
  if (cell.column >= limits.columnsMax) throw new RowsFault('too_many_columns');
  while (row.cells.length < cell.column) row.cells.push('');
  row.cells.push(text);
  if (isNumber) row.numbers.add(cell.column);
}

/** A text is a text, whatever it looks like. */
function cellText(
  { type, style, value, text, formula }: OpenCell,
  { shared, forms, firstDay }: Book,
): { text: string; isNumber: boolean } {
  const asText = (content: string) => ({ text: storable(content), isNumber: false });
  // Nobody has calculated it yet: what it comes to is not known, and it is not nothing.
  if (formula !== null && value === '' && type !== 'str') return asText(`=${formula}`);
  switch (type) {
    case 'inlineStr':
      return asText(text);
    case 's': {
      if (value === '') return asText('');
      const found = shared[readNumber(value)];
      if (found === undefined) throw new RowsFault('damaged');
      return asText(found);
    }
    case 'b':
      return asText(value === '1' ? 'TRUE' : value === '' ? '' : 'FALSE');
    case 'n':
      return value === ''
        ? asText('')
        : numberText(value.trim(), forms[style] ?? plainForm, firstDay);
    default:
      return asText(value);
  }
}

/** A cell can name any character by its number (_x0000_), also those that no database keeps. */
const storable = (text: string): string =>
  text
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .toWellFormed()
    .replaceAll('\0', '')
    .trim();
