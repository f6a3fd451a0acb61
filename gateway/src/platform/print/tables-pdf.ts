// Prints tables below each other on A4 pages, each with its headings again on every page.

import { environment } from '../environment.ts';
import { printable } from './printable.ts';

export interface PrintedTable {
  /** Above it. */
  title?: string;
  headings: readonly string[];
  /** The widths of the columns, in points; together at most 515. */
  widths: readonly number[];
  /** From this column on amounts and counts: aligned at their end. */
  numbersFrom: number;
  rows: readonly (readonly string[])[];
}
export interface PrintedPages {
  title: string;
  language: 'fr' | 'en';
  /** Below the title. */
  lines: readonly string[];
  tables: readonly PrintedTable[];
}

const page = { width: 595, height: 842, margin: 40 } as const;
const rowHeight = 16;
const ink = { text: '#1b1f24', soft: '#57606a', line: '#d0d7de' };

export async function* printTables(pages: PrintedPages): AsyncGenerator<Buffer> {
  const { title, language, lines, tables } = pages;
  // Loaded when the first one is printed: 6 MB that most nodes never need.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margin: page.margin,
    lang: language,
    displayTitle: true,
    info: {
      Title: printable(title),
      Creator: 'Jokko',
      CreationDate: new Date(environment.now()),
    },
  });
  doc.font('Helvetica-Bold').fontSize(16).fillColor(ink.text).text(printable(title));
  doc.font('Helvetica').fontSize(9).fillColor(ink.soft);
  for (const line of lines) doc.text(printable(line));
  for (const table of tables) printTable(doc, table);
  doc.end();
  for await (const chunk of doc) yield chunk as Buffer;
}

function printTable(
  doc: PDFKit.PDFDocument,
  { title, headings, widths, numbersFrom, rows }: PrintedTable,
): void {
  const cells = (texts: readonly string[], font: string, color: string): void => {
    const { y } = doc;
    let x: number = page.margin;
    doc.font(font).fontSize(9).fillColor(color);
    for (const [index, width] of widths.entries()) {
      const align = index < numbersFrom ? 'left' : 'right';
      const text = printable(texts[index] ?? '');
      doc.text(text, x, y, { width: width - 6, height: rowHeight, align, ellipsis: true });
      x += width;
    }
    doc.x = page.margin;
    doc.y = y + rowHeight;
  };
  const head = (): void => {
    cells(headings, 'Helvetica-Bold', ink.soft);
    doc.moveTo(page.margin, doc.y - 3).lineTo(page.width - page.margin, doc.y - 3);
    doc.strokeColor(ink.line).stroke();
  };
  const roomFor = (count: number): boolean =>
    doc.y + count * rowHeight <= page.height - page.margin;
  doc.moveDown(1);
  if (!roomFor(4)) doc.addPage();
  if (title !== undefined) {
    doc.font('Helvetica-Bold').fontSize(11).fillColor(ink.text);
    doc.text(printable(title), page.margin, doc.y).moveDown(0.4);
  }
  head();
  for (const row of rows) {
    if (!roomFor(1)) {
      doc.addPage();
      head();
    }
    cells(row, 'Helvetica', ink.text);
  }
}
