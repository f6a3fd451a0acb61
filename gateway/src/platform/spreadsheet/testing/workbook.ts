// Makes a small XLSX workbook with one sheet, as spreadsheet programs write it.

import { writeZip } from '../write-zip.ts';

/** A number, a text, a moment as its UTC reads, or nothing. */
type Value = number | string | Date | null;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const firstDay = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;
/** The second style of `xl/styles.xml`: a built-in format of date and time. */
const dateStyle = 1;

export function makeWorkbook(sheet: string, rows: readonly (readonly Value[])[]): Buffer {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${contentTypes}">
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
      <Default Extension="xml" ContentType="application/xml"/>
      <Override PartName="/xl/workbook.xml" ContentType="${spreadsheetType}.sheet.main+xml"/>
      <Override PartName="/xl/styles.xml" ContentType="${spreadsheetType}.styles+xml"/>
      <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheetType}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows.map(rowOf).join('')}</sheetData></worksheet>`,
  };
  return writeZip(new Map(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)])));
}

function rowOf(values: readonly Value[], index: number): string {
  const line = index + 1;
  const cells = values.map((value, column) =>
    cellOf(`${String.fromCodePoint(0x41 + column)}${line}`, value),
  );
  return `<row r="${line}">${cells.join('')}</row>`;
}

function cellOf(at: string, value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  if (typeof value === 'string')
    return `<c r="${at}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
  const serial = (value.getTime() - firstDay) / dayMs;
  return `<c r="${at}" s="${dateStyle}"><v>${serial}</v></c>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
