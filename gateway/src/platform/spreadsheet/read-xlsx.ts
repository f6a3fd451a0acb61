// Reads the rows of the first visible sheet of an XLSX file. The file is unpacked within limits,
// cleaned, and only then given to the parser.

import { cleanSheet } from './clean-sheet.ts';
import { refuse, type TableLimits, type TableRead, type TableRow } from './table.ts';
import { unescaped } from './xml-text.ts';
import { readZip, writeZip } from './zip.ts';

const workbookName = 'xl/workbook.xml';
const relationsName = 'xl/_rels/workbook.xml.rels';

export async function readXlsx(file: Buffer, limits: TableLimits): Promise<TableRead> {
  const zip = readZip(
    file,
    (name) => name.startsWith('xl/') && (name.endsWith('.xml') || name.endsWith('.rels')),
    limits.unpackedBytesMax,
  );
  if (!zip.ok) return refuse(zip.problem);
  const { entries } = zip;
  const shown = firstSheet(
    entries.get(workbookName)?.toString(),
    entries.get(relationsName)?.toString(),
  );
  const sheet = shown === null ? undefined : entries.get(shown.file);
  if (shown === null || sheet === undefined) return refuse('damaged');
  const clean = cleanSheet(sheet.toString('utf8'), limits);
  if (!clean.ok) return refuse(clean.problem);
  for (const name of entries.keys()) if (name.startsWith('xl/worksheets/')) entries.delete(name);
  entries.set(shown.file, Buffer.from(clean.xml));
  // Loaded by the first workbook: its code takes memory from then on.
  const { readSheet } = await import('read-excel-file/node');
  let cells: unknown[][];
  try {
    cells = await readSheet(writeZip(entries), shown.place, { parseNumber: (digits) => digits });
  } catch {
    // The parser's own errors are many, and each says that the file is not as it should be.
    return refuse('damaged');
  }
  const [header, ...rows] = cells.map(rowOf).filter((row) => row.cells.some((cell) => cell !== ''));
  if (header === undefined || rows.length === 0) return refuse('empty');
  if (rows.length > limits.rowsMax) return refuse('too_many_rows');
  const hiddenRows = clean.xml.match(hiddenRow)?.length ?? 0;
  return {
    ok: true,
    table: {
      form: 'xlsx',
      sheet: storable(unescaped(shown.name)),
      hiddenRows,
      header: header.cells,
      rows,
    },
  };
}

/** A filter or a user has put it out of sight; rows without content are gone by then. */
const hiddenRow = /<(?:[^\s<>/:]+:)?row\s(?:[^<>]*\s)?hidden\s*=\s*["'](?:1|true)["']/g;

/** The sheet whose tab stands first among those that are shown: its name as the book writes it, its place from 1, and its file. */
export function firstSheet(
  workbook: string | undefined,
  relations: string | undefined,
): { name: string; place: number; file: string } | null {
  if (workbook === undefined || relations === undefined) return null;
  const sheets = Array.from(workbook.matchAll(/<(?:[^\s<>/:]+:)?sheet\s[^<>]*/g), ([tag]) => tag);
  const place = sheets.findIndex((tag) => (attribute(tag, 'state') ?? 'visible') === 'visible') + 1;
  const sheet = sheets[place - 1];
  const id = sheet === undefined ? undefined : attribute(sheet, '[\\w.-]+:id');
  const relation = [...relations.matchAll(/<(?:[^\s<>/:]+:)?Relationship\s[^<>]*/g)].find(
    ([text]) => attribute(text, 'Id') === id,
  )?.[0];
  const target = relation === undefined ? undefined : attribute(relation, 'Target');
  if (sheet === undefined || id === undefined || target === undefined) return null;
  return {
    name: attribute(sheet, 'name') ?? '',
    place,
    file: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
  };
}

function attribute(tag: string, name: string): string | undefined {
  const [, double, single] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? [];
  return double ?? single;
}

const rowOf = (cells: unknown[], index: number): TableRow => ({
  line: index + 1,
  cells: cells.map(cellText),
});

function cellText(cell: unknown): string {
  if (cell instanceof Date) return momentText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  // A cell can name any character by its number (_x0000_), also those that no database keeps.
  return typeof cell === 'string' ? storable(plainNumber(cell)) : '';
}

const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '').trim();

/** Days are counted in binary fractions: 18:08:14 stands there as 18:08:13.999. */
export const momentText = (at: Date): string =>
  new Date(Math.round(at.getTime() / 1000) * 1000).toISOString().replace(/(T00:00:00)?\.000Z$/, '');

/** Excel keeps 15 digits, and files hold what its binary numbers come to: 0.1 + 0.2 stands there as 0.30000000000000004. Texts stay as they are. */
export function plainNumber(text: string): string {
  const queriesCalculated =
    /^-?\d+(\.\d+)?E[+-]?\d{1,3}$/i.test(text) || /^-?\d*\.\d{12,}$/.test(text);
  if (!queriesCalculated) return text;
  const value = Number(Number(text).toPrecision(15));
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return text;
  return Math.abs(value) < 1e-6 ? value.toFixed(15).replace(/\.?0+$/, '') : String(value);
}
