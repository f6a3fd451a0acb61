// Shrinks a sheet of an XLSX file. Empty rows and cells are removed (programs write a million of
// them), and the rest is counted before a parser allocates memory for each row and cell.

import type { TableLimits } from './table.ts';

const emptyCells = /<(?:[^\s<>/:]+:)?c(?=[\s/>])[^<>]*(?:\/>|><\/(?:[^\s<>/:]+:)?c>)/g;
const emptyRows = /<(?:[^\s<>/:]+:)?row(?=[\s/>])[^<>]*(?:\/>|>\s*<\/(?:[^\s<>/:]+:)?row>)/g;
const rowsAndCells = /<(?:[^\s<>/:]+:)?(row|c)(?=[\s/>])([^<>]*)/g;
const places = /(?<![\w:.-])r\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** A table may begin further down than line 1, and have gaps. */
const gapRows = 1_000;

export type CleanSheet =
  | { ok: true; xml: string }
  | { ok: false; problem: 'damaged' | 'too_many_rows' | 'too_many_columns' };

export function cleanSheet(content: string, limits: TableLimits): CleanSheet {
  if (content.includes('<!DOCTYPE')) return { ok: false, problem: 'damaged' };
  const xml = content.replaceAll(emptyCells, '').replaceAll(emptyRows, '');
  let rows = 0;
  for (const [, tag, attributes = ''] of xml.matchAll(rowsAndCells)) {
    if (tag === 'row') rows += 1;
    if (rows > limits.rowsMax + 1) return { ok: false, problem: 'too_many_rows' };
    if (unbalanced(attributes)) return { ok: false, problem: 'damaged' };
    for (const [, double, single] of attributes.matchAll(places)) {
      const place = placeOf(tag === 'row' ? `A${double ?? single}` : (double ?? single ?? ''));
      if (place === null) return { ok: false, problem: 'damaged' };
      if (place.row > limits.rowsMax + gapRows) return { ok: false, problem: 'too_many_rows' };
      if (place.column > limits.columnsMax) return { ok: false, problem: 'too_many_columns' };
    }
  }
  return { ok: true, xml };
}

/** An attribute that holds ">" would hide the ones behind it. */
const unbalanced = (attributes: string): boolean =>
  attributes.split('"').length % 2 === 0 || attributes.split("'").length % 2 === 0;

function placeOf(reference: string): { row: number; column: number } | null {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (letters === undefined || digits === undefined) return null;
  return {
    row: Number(digits),
    column: letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
  };
}
