// Lays out rows on the pages of a PDF file: one below the other, headings at the top of each page,
// its number at the foot.

import type PDFDocument from 'pdfkit';
import { printable } from '../../platform/print/printable.ts';

export type Document = InstanceType<typeof PDFDocument>;

export const margin = 36;
export const paperWidth = 523;
/** Widths of the columns for date, kind, transaction and three amounts. */
export const columns = [92, 96, 96, 76, 76, 87] as const;
const firstAmount = 3;
export const rowHeight = 13;
/** The lower end of the last row, and the place of the foot. */
const [bottom, footAt] = [780, 800];
export const ink = { text: '#1b1f24', soft: '#57606a', line: '#d0d7de' };
export const regular = 'Helvetica';
export const strong = 'Helvetica-Bold';

export type Paper = ReturnType<typeof paperOf>;

export function paperOf(
  doc: Document,
  { headings, foot, page }: { headings: readonly string[]; foot: string; page: string },
) {
  const paper = { doc, y: margin, pages: 0, put, row, head, begin, need };

  function put(text: string, x: number, width: number, align: 'left' | 'right' = 'left'): void {
    doc.text(printable(text), x, paper.y, {
      width,
      align,
      lineBreak: false,
      ellipsis: true,
      height: rowHeight,
    });
  }
  function row(cells: readonly string[]): void {
    let x = margin;
    for (const [index, text] of cells.entries()) {
      const width = columns[index]!;
      if (text !== '') put(text, x, width - 4, index >= firstAmount ? 'right' : 'left');
      x += width;
    }
    paper.y += rowHeight;
  }
  function head(): void {
    doc.font(strong).fontSize(8).fillColor(ink.text);
    row(headings);
    const line = paper.y - 3;
    doc
      .moveTo(margin, line)
      .lineTo(margin + paperWidth, line)
      .lineWidth(0.5)
      .stroke(ink.line);
    doc.font(regular).fontSize(8).fillColor(ink.text);
  }
  function begin(): void {
    doc.addPage();
    paper.pages += 1;
    paper.y = footAt;
    doc.font(regular).fontSize(7.5).fillColor(ink.soft);
    put(foot, margin, paperWidth - 80);
    put(`${page} ${paper.pages}`, margin + paperWidth - 80, 80, 'right');
    paper.y = margin;
  }
  /** True if a new page was begun for the row. */
  function need(height: number): boolean {
    if (paper.y + height <= bottom) return false;
    begin();
    head();
    return true;
  }
  return paper;
}
