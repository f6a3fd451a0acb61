// Streams a table of any length to XLSX, row by row, in memory that does not grow with it. Every
// text is stored as a text, so that no program takes it for a formula.

import { seenText, toDecimalString } from '@jokko/contract';
import type { Cell } from './cell.ts';
import { zipOf, type ZipEntry } from './zip-stream.ts';
import { environment } from '../environment.ts';

export interface StreamedTable {
  /** The name of the sheets: letters, digits and spaces, at most 20 characters. */
  name: string;
  /** The widths of the columns, in characters. */
  widths: readonly number[];
  /** Above the headings of the first sheet. */
  before: readonly Cell[][];
  headings: readonly string[];
  rows: AsyncIterable<Cell[][]>;
  /** Below the last row, asked for when the rows are over. */
  after(): Cell[][];
  /** IANA name: moments in a spreadsheet have no zone of their own. */
  timeZone: string;
}

/** A sheet of Excel holds so many; the rest goes to further ones. */
const sheetRowsMax = 1_048_576;
/** Excel calculates with 15 digits; what has more stays exact as a text. */
const digitsMax = 15;
const style = { plain: 0, bold: 1, date: 2, whole: 3, decimal: 4 } as const;

/** The bytes of the file. */
export function streamXlsx(table: StreamedTable, rowsMax = sheetRowsMax): AsyncGenerator<Buffer> {
  return zipOf(entriesOf(table, rowsMax));
}

async function* entriesOf(table: StreamedTable, rowsMax: number): AsyncGenerator<ZipEntry> {
  const source = table.rows[Symbol.asyncIterator]();
  try {
    const left = { rows: [] as Cell[][], over: false };
    let sheets = 0;
    do {
      sheets += 1;
      yield {
        name: `xl/worksheets/sheet${sheets}.xml`,
        content: sheetOf(table, { source, left, isFirst: sheets === 1, rowsMax }),
      };
    } while (!left.over);
    yield* bookOf(table, sheets);
  } finally {
    await source.return?.();
  }
}

interface Sheet {
  source: AsyncIterator<Cell[][]>;
  /**
   * What came and did not fit any more; `over`: nothing is left, the rows behind the table
   * included.
   */
  left: { rows: Cell[][]; over: boolean };
  isFirst: boolean;
  rowsMax: number;
}

async function* sheetOf(
  table: StreamedTable,
  { source, left, isFirst, rowsMax }: Sheet,
): AsyncGenerator<string> {
  const before = isFirst ? table.before : [];
  const write = rowWriter(table.timeZone);
  yield (
    sheetHead(table.widths, before.length + 1) +
    before.map((cells) => write(cells)).join('') +
    write(table.headings, true)
  );
  for (;;) {
    const room = rowsMax - write.count;
    yield left.rows
      .slice(0, room)
      .map((cells) => write(cells))
      .join('');
    left.rows = left.rows.slice(room);
    await environment.othersTurn();
    if (left.rows.length > 0) break;
    const next = await source.next();
    if (next.done === true) {
      const after = table.after();
      left.over = after.length <= rowsMax - write.count;
      if (left.over) yield after.map((cells) => write(cells, true)).join('');
      break;
    }
    left.rows = next.value;
  }
  yield '</sheetData></worksheet>';
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

function sheetHead(widths: readonly number[], frozen: number): string {
  const pane = `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>`;
  const columns = widths
    .map(
      (width, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join('');
  const views = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
  return `${declaration}<worksheet xmlns="${main}">${views}<cols>${columns}</cols><sheetData>`;
}

function rowWriter(timeZone: string) {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const write = (cells: readonly Cell[], bold = false): string => {
    write.count += 1;
    const row = write.count;
    const xml = cells.map((cell, index) =>
      cellXml(`r="${columnName(index)}${row}"`, cell, bold ? style.bold : style.plain, local),
    );
    return `<row r="${row}">${xml.join('')}</row>`;
  };
  write.count = 0;
  return write;
}

/** A, B … Z, AA: as spreadsheets name their columns. */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) +
  String.fromCharCode(65 + (index % 26));

function cellXml(place: string, cell: Cell, textStyle: number, local: Intl.DateTimeFormat): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return textXml(place, cell, textStyle);
  if ('at' in cell) return `<c ${place} s="${style.date}"><v>${serialOf(cell.at, local)}</v></c>`;
  if ('digits' in cell) return textXml(place, cell.digits, textStyle);
  const decimal = toDecimalString(cell.amount);
  const isExact = decimal.replaceAll(/\D/g, '').length <= digitsMax;
  if (!isExact) return textXml(place, decimal, textStyle);
  return `<c ${place} s="${decimal.includes('.') ? style.decimal : style.whole}"><v>${decimal}</v></c>`;
}

const textXml = (place: string, text: string, s: number): string =>
  `<c ${place} t="inlineStr" s="${s}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

// XML knows no way to write these.
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string =>
  held(seenText(text).replaceAll(unwritable, '')).replaceAll(/[&<>"]/g, (sign) => entities[sign]!);

/**
 * A cell of Excel holds so many UTF-16 units: of a file with more it says that it is damaged, and
 * throws the text away.
 */
const unitsMax = 32_767;
/** What does not fit is cut, between two characters, and seen to be. */
const held = (text: string): string =>
  text.length <= unitsMax ? text : `${withoutHalf(text.slice(0, unitsMax - 1))}…`;
const withoutHalf = (text: string): string => text.replace(/[\ud800-\udbff]$/, '');

const dayMs = 86_400_000;
/** Days since the one that Excel counts from. */
const serialOf = (at: Date, local: Intl.DateTimeFormat): number =>
  (Date.parse(`${local.format(at).replace(' ', 'T')}Z`) - Date.UTC(1899, 11, 30)) / dayMs;

function* bookOf({ name }: StreamedTable, count: number): Generator<ZipEntry> {
  const numbers = Array.from({ length: count }, (_none, index) => index + 1);
  const sheets = numbers.map(
    (n) =>
      `<sheet name="${escaped(n === 1 ? name : `${name} ${n}`)}" sheetId="${n}" r:id="rId${n}"/>`,
  );
  const related = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const all = numbers.map((n) => related(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`));
  const links = (each: string[]) => [
    `${declaration}<Relationships xmlns="${packaged}/relationships">${each.join('')}</Relationships>`,
  ];
  yield {
    name: 'xl/workbook.xml',
    content: [
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
  };
  yield {
    name: 'xl/_rels/workbook.xml.rels',
    content: links([...all, related('styles', 'styles', 'styles.xml')]),
  };
  yield { name: 'xl/styles.xml', content: [stylesXml] };
  yield {
    name: '_rels/.rels',
    content: links([related('book', 'officeDocument', 'xl/workbook.xml')]),
  };
  yield { name: '[Content_Types].xml', content: [typesXml(numbers)] };
}

const stylesXml = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2">\
<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="#,##0.00##"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/>\
<xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="3" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;

function typesXml(numbers: readonly number[]): string {
  const of = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const parts = [
    ['/xl/workbook.xml', `${of}.sheet.main+xml`],
    ['/xl/styles.xml', `${of}.styles+xml`],
    ...numbers.map((n) => [`/xl/worksheets/sheet${n}.xml`, `${of}.worksheet+xml`]),
  ].map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`);
  const links =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>';
  return `${declaration}<Types xmlns="${packaged}/content-types">${links}${parts.join('')}</Types>`;
}
