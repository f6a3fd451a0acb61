// Streams the rows of a long CSV file: UTF-8, UTF-16 with its byte-order mark, or the Windows
// encoding of Western Europe.

import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { encodingOf, type Encoding } from './encoding.ts';
import { RowsFault, type StreamedRow } from './streamed-row.ts';

const separators = [';', ',', '\t', '|'] as const;
/** No honest row is longer. */
const recordCharactersMax = 64 * 1024;
const columnsMax = 200;
const noNumbers: ReadonlySet<number> = new Set();

/** @param head the first piece: tells encoding and separator. */
export async function* streamCsv(
  pieces: AsyncIterable<Buffer>,
  head: Buffer,
): AsyncGenerator<StreamedRow> {
  const encoding = encodingOf(head);
  const beginning = new TextDecoder(encoding).decode(head, { stream: true });
  if (beginning.includes('\0')) throw new RowsFault('unknown_form');
  const parser = parse({
    delimiter: separatorOf(beginning),
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: recordCharactersMax,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    info: true,
  });
  const text = Readable.from(decoded(pieces, encoding));
  text.once('error', (error) => parser.destroy(error));
  text.pipe(parser);
  let countedTwice = 0;
  let last = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (record.every((cell) => cell === '')) continue;
      if (record.length > columnsMax) throw new RowsFault('too_many_columns');
      // A quoted cell may hold line ends: the row began that many lines earlier. The parser counts those of Windows twice.
      const within = record.reduce(
        (sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0),
        0,
      );
      countedTwice += record.reduce((sum, cell) => sum + (cell.split('\r\n').length - 1), 0);
      // Whatever line ends are mixed: no two rows have one number.
      last = Math.max(info.lines - countedTwice - within, last + 1);
      yield { line: last, cells: record, numbers: noNumbers };
    }
  } catch (error) {
    throw error instanceof CsvError ? new RowsFault('damaged') : error;
  } finally {
    text.destroy();
    parser.destroy();
  }
}

async function* decoded(pieces: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** The one that stands most often in the first lines that hold something, outside of quotes. */
function separatorOf(text: string): string {
  const lines = (text.match(/[^\r\n]+/g) ?? [])
    .slice(0, 20)
    .join('\n')
    .replaceAll(/"[^"]*"/g, '');
  const counted = separators.map((separator) => ({
    separator,
    times: lines.split(separator).length,
  }));
  return counted.reduce((best, one) => (one.times > best.times ? one : best)).separator;
}
