// Lays out rows for people: a heading and columns of equal width, as `kubectl get` prints them.

import { seenText } from '@jokko/contract';

type Columns<Row> = { readonly [heading: string]: (row: Row) => Cell };
type Cell = string | number | boolean | Date | null | undefined;

/** `empty` stands alone where there are no rows. Columns without any value are left out. */
export function table<Row>(rows: readonly Row[], columns: Columns<Row>, empty: string): string {
  if (rows.length === 0) return empty;
  const cells = Object.entries(columns)
    .map(([heading, cell]) => ({ heading, texts: rows.map((row) => textOf(cell(row))) }))
    .filter(({ texts }) => texts.some((text) => text !== ''))
    .map(({ heading, texts }) => [heading.toUpperCase(), ...texts]);
  const widths = cells.map((texts) => Math.max(...texts.map((text) => text.length)));
  return [...Array(rows.length + 1).keys()]
    .map((line) =>
      cells
        .map((texts, at) => texts[line]!.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** On one line, whatever somebody else wrote. */
export function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return seenText(String(cell), 'line');
}
