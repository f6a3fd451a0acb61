// Streams the rows of the first visible sheet of a long XLSX file. The sheet is unpacked and read
// in pieces; of its texts only those shared between cells are kept in memory.

import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { firstSheet, momentText, plainNumber } from './read-xlsx.ts';
import { RowsFault, type StreamedRow } from './streamed-row.ts';
import { unescaped } from './xml-text.ts';
import { findPacked, readZip } from './zip.ts';

/** 200,000 rows of ten columns take some 100 MB. */
const sheetCharactersMax = 512 * 1024 * 1024;
const rowCharactersMax = 256 * 1024;
/** Shared texts, styles and the book itself, unpacked. */
const restBytesMax = 96 * 1024 * 1024;
const columnsMax = 200;
const restNames = [
  'xl/workbook.xml',
  'xl/_rels/workbook.xml.rels',
  'xl/sharedStrings.xml',
  'xl/styles.xml',
];

interface Book {
  shared: readonly string[];
  /** Numbers of the cell styles that show a moment. */
  dates: ReadonlySet<number>;
  /** Days between the first of January 1970 and the book's day 0. */
  firstDay: number;
}

export async function* streamSheet(file: Buffer): AsyncGenerator<StreamedRow> {
  const rest = readZip(file, (name) => restNames.includes(name), restBytesMax);
  if (!rest.ok) throw new RowsFault(rest.problem);
  const text = (name: string): string => rest.entries.get(name)?.toString('utf8') ?? '';
  const book: Book = {
    shared: sharedTexts(text('xl/sharedStrings.xml')),
    dates: dateStyles(text('xl/styles.xml')),
    firstDay: /<workbookPr\b[^<>]*date1904="(1|true)"/.test(text('xl/workbook.xml'))
      ? 24_107
      : 25_569,
  };
  const shown = firstSheet(text('xl/workbook.xml'), text('xl/_rels/workbook.xml.rels'));
  const sheet = shown === null ? null : findPacked(file, shown.file);
  if (sheet === null) throw new RowsFault('damaged');
  let last = 0;
  for await (const row of rowsOf(unpacked(sheet))) {
    const number = Number(/\sr="(\d{1,7})"/.exec(row.attributes)?.[1] ?? last + 1);
    // Rows are identified by their numbers, and reading continues after the last one.
    if (number <= last) throw new RowsFault('damaged');
    last = number;
    const read = cellsOf(row.content, book);
    if (read.cells.some((cell) => cell !== '')) yield { line: last, ...read };
  }
}

async function* unpacked({
  packed,
  deflated,
}: {
  packed: Buffer;
  deflated: boolean;
}): AsyncGenerator<string> {
  const bytes = Readable.from([packed]);
  const stream = deflated ? bytes.pipe(createInflateRaw()) : bytes;
  const decoder = new TextDecoder('utf-8');
  try {
    for await (const piece of stream as AsyncIterable<Buffer>)
      yield decoder.decode(piece, { stream: true });
  } catch {
    // Only the unpacking itself can fail here.
    throw new RowsFault('damaged');
  } finally {
    stream.destroy();
  }
}

/** The rows' texts; what stands between them is left out. */
async function* rowsOf(
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ attributes: string; content: string }> {
  const row = /<(?:\w+:)?row\b([^<>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?row>)/gs;
  let rest = '';
  let characters = 0;
  for await (const piece of pieces) {
    characters += piece.length;
    if (characters > sheetCharactersMax) throw new RowsFault('too_big');
    rest += piece;
    if (rest.includes('<!DOCTYPE')) throw new RowsFault('damaged');
    row.lastIndex = 0;
    let end = 0;
    for (let found = row.exec(rest); found !== null; found = row.exec(rest)) {
      end = row.lastIndex;
      if (found[2] !== undefined) yield { attributes: found[1] ?? '', content: found[2] };
    }
    rest = rest.slice(end);
    if (rest.length > rowCharactersMax) throw new RowsFault('damaged');
  }
}

function cellsOf(content: string, book: Book): { cells: string[]; numbers: Set<number> } {
  const cells: string[] = [];
  const numbers = new Set<number>();
  for (const [, attributes = '', inside = ''] of content.matchAll(
    /<(?:\w+:)?c\b([^<>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs,
  )) {
    const letters = /\sr="([A-Z]{1,3})\d/.exec(attributes)?.[1];
    const column = letters === undefined ? cells.length : columnOf(letters);
    if (column >= columnsMax) throw new RowsFault('too_many_columns');
    while (cells.length < column) cells.push('');
    const { text, isNumber } = cellText(attributes, inside, book);
    cells[column] = text;
    if (isNumber) numbers.add(column);
  }
  return { cells, numbers };
}

function cellText(
  attributes: string,
  inside: string,
  { shared, dates, firstDay }: Book,
): { text: string; isNumber: boolean } {
  const type = /\st="(\w+)"/.exec(attributes)?.[1] ?? 'n';
  const value = /<(?:\w+:)?v\b[^<>]*>([^<>]*)</.exec(inside)?.[1] ?? '';
  const asText = (text: string) => ({ text: text.trim(), isNumber: false });
  if (type === 'inlineStr') return asText(textsIn(inside));
  if (type === 's') return asText(shared[Number(value)] ?? '');
  if (type === 'b') return asText(value === '1' ? 'TRUE' : 'FALSE');
  if (type !== 'n' || value === '') return asText(unescaped(value));
  const style = Number(/\ss="(\d+)"/.exec(attributes)?.[1] ?? -1);
  // What no calendar holds (1e20, a word) stays as it stands there.
  const moment = dates.has(style) ? new Date((Number(value) - firstDay) * 86_400_000) : null;
  if (moment !== null && !Number.isNaN(moment.getTime())) return asText(momentText(moment));
  return { text: plainNumber(value), isNumber: true };
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function sharedTexts(xml: string): string[] {
  return Array.from(
    xml.matchAll(/<(?:\w+:)?si\b[^<>]*?(?:\/>|>(.*?)<\/(?:\w+:)?si>)/gs),
    ([, inside = '']) => textsIn(inside),
  );
}

/** Phonetic readings (rPh) are not part of the text. */
function textsIn(xml: string): string {
  const read = xml
    .replaceAll(/<(?:\w+:)?rPh\b.*?<\/(?:\w+:)?rPh>/gs, '')
    .matchAll(/<(?:\w+:)?t\b[^<>]*?(?:\/>|>([^<>]*)<)/g);
  return Array.from(read, ([, text = '']) => unescaped(text)).join('');
}

/** Of the built-in forms 14 to 22 and 45 to 47 are moments; of the book's own those that name days, months, years or hours. */
function dateStyles(xml: string): Set<number> {
  const own = new Map(
    Array.from(
      xml.matchAll(/<(?:\w+:)?numFmt\b[^<>]*?\snumFmtId="(\d+)"[^<>]*?\sformatCode="([^"]*)"/g),
      ([, id = '', code = '']) => [
        Number(id),
        /[dmyh]/i.test(unescaped(code).replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '')),
      ],
    ),
  );
  const cells = /<(?:\w+:)?cellXfs\b.*?<\/(?:\w+:)?cellXfs>/s.exec(xml)?.[0] ?? '';
  const styles = new Set<number>();
  let number = 0;
  for (const [tag] of cells.matchAll(/<(?:\w+:)?xf\b[^<>]*/g)) {
    const form = Number(/\snumFmtId="(\d+)"/.exec(tag)?.[1] ?? 0);
    if (own.get(form) ?? ((form >= 14 && form <= 22) || (form >= 45 && form <= 47)))
      styles.add(number);
    number += 1;
  }
  return styles;
}
