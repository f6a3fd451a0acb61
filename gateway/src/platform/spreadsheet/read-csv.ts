// Reads the rows of a CSV file: UTF-8, UTF-16 or the Windows encoding of Western Europe; commas,
// semicolons or tabs, whichever its first lines use.

import { CsvError, parse } from 'csv-parse/sync';
import { encodingOf } from './encoding.ts';
import { refuse, type TableLimits, type TableRead, type TableRow } from './table.ts';

const separators = [';', ',', '\t'] as const;
/** No honest cell is longer. */
const recordBytesMax = 64 * 1024;
const byteOrderMark = '\ufeff';

/** Thrown out of the parser, which has no other way to stop. */
class TooMany extends Error {
  readonly problem: 'too_many_rows' | 'too_many_columns';
  constructor(problem: TooMany['problem']) {
    super(problem);
    this.problem = problem;
  }
}

export function readCsv(bytes: Uint8Array, limits: TableLimits): TableRead {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (text.includes('\0')) return refuse('unknown_form');
  const [, named] = /^\ufeff?sep=(.)\r?\n/i.exec(text) ?? [];
  const lines = linesOf(
    text.startsWith(byteOrderMark) ? text.slice(1) : text,
    named ?? separatorOf(text),
    limits,
  );
  if (!Array.isArray(lines)) return refuse(lines);
  const rows = named === undefined ? lines : lines.filter(({ line }) => line > 1);
  const [header, ...rest] = rows;
  return header === undefined || rest.length === 0
    ? refuse('empty')
    : {
        ok: true,
        table: { form: 'csv', sheet: null, hiddenRows: 0, header: header.cells, rows: rest },
      };
}

function linesOf(
  text: string,
  delimiter: string,
  limits: TableLimits,
): TableRow[] | TooMany['problem'] | 'damaged' {
  const rows: TableRow[] = [];
  const keep = (cells: string[], lastLine: number): null => {
    if (cells.every((cell) => cell === '')) return null;
    if (cells.length > limits.columnsMax) throw new TooMany('too_many_columns');
    // One for the header, and one that tells Excel the separator.
    if (rows.length > limits.rowsMax + 1) throw new TooMany('too_many_rows');
    // A quoted cell may hold line ends: the row began that many lines earlier.
    const within = cells.reduce((sum, cell) => sum + (cell.split('\n').length - 1), 0);
    rows.push({ line: lastLine - within, cells });
    return null;
  };
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: recordBytesMax,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (cells: string[], { lines }) => keep(cells, lines),
    });
  } catch (error) {
    if (error instanceof TooMany) return error.problem;
    if (error instanceof CsvError) return 'damaged';
    throw error;
  }
  return rows.length > limits.rowsMax + 1 ? 'too_many_rows' : rows;
}

/** A title may stand above the headings. */
const linesChecked = 10;

/** The one that most of the first lines hold outside of quotes; decimal commas and notes stand in fewer lines than what divides all of them. */
function separatorOf(text: string): string {
  const first = (text.match(/[^\r\n]+/g) ?? [])
    .slice(0, linesChecked)
    .map((line) => line.replaceAll(/"[^"]*"/g, ''));
  const counted = separators.map((separator) => ({
    separator,
    lines: first.filter((line) => line.includes(separator)).length,
  }));
  return counted.reduce((best, one) => (one.lines > best.lines ? one : best)).separator;
}
