// Streams the rows of a CSV file, in whichever characters and with whichever separator it is
// written.

import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { decodeText } from '../text-encoding.ts';
import { separatorOf } from './separator.ts';
import { RowsFault, type RowsEnd, type StreamedRow } from './streamed-row.ts';
import type { TableLimits } from './table.ts';

/** No honest row is longer. */
const recordCharactersMax = 64 * 1024;
const pieceCharacters = 64 * 1024;
/** A page of HTML, or XML: sites of banks and operators name such files `.xls`. */
const markup = /^\s{0,100}<[a-z!?]/i;
const noNumbers: ReadonlySet<number> = new Set();

export async function* csvRows(
  bytes: Uint8Array,
  { columnsMax }: TableLimits,
): AsyncGenerator<StreamedRow, RowsEnd> {
  const text = withoutDosEnd(decodeText(bytes));
  if (text === null) throw new RowsFault('unclear_letters');
  if (text.includes('\0') || markup.test(text)) throw new RowsFault('unknown_form');
  // A line for Excel, which is none of the table; some programs put it in quotes.
  const [, named] = /^(?:sep=(.)|"sep=(.)") {0,9}(?=\r|\n)/i.exec(text)?.filter(Boolean) ?? [];
  const parser = parse({
    delimiter: named ?? separatorOf(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: recordCharactersMax,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    info: true,
  });
  const pieces = Readable.from(piecesOf(text));
  pieces.pipe(parser);
  let countedTwice = 0;
  let last = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      // A quoted cell may hold line ends: the row began that many lines earlier. The parser counts
      // those of Windows twice.
      const ends = record.flatMap((cell) => cell.match(/\r\n|\r|\n/g) ?? []);
      countedTwice += ends.filter((end) => end === '\r\n').length;
      // Whatever line ends are mixed: no two rows have one number.
      const line = Math.max(info.lines - countedTwice - ends.length, last + 1);
      last = line;
      if (line === 1 && named !== undefined) continue;
      if (record.every((cell) => cell === '')) continue;
      if (record.length > columnsMax) throw new RowsFault('too_many_columns');
      yield { line, cells: record, numbers: noNumbers };
    }
  } catch (error) {
    throw error instanceof CsvError ? new RowsFault('damaged') : error;
  } finally {
    pieces.destroy();
    parser.destroy();
  }
  return { sheet: null, hiddenRows: 0, hasOtherTable: false };
}

/** Programs of DOS end a text with this character. */
const withoutDosEnd = (text: string | null): string | null =>
  text?.endsWith('\x1a') === true ? text.slice(0, -1) : text;

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceCharacters)
    yield text.slice(at, at + pieceCharacters);
}
