// Pages through a list that is known as a whole, so that a phone does not have to draw hundreds of
// rows.

const pageRows = 25;

/**
 * `after`: how many rows come before, as the address has it; `next` is the same for the page that
 * follows, null at the end.
 */
export function rowsOfPage<Row>(
  rows: readonly Row[],
  after: string,
): { rows: Row[]; next: string | null } {
  const from = /^\d{1,6}$/.test(after) && Number(after) < rows.length ? Number(after) : 0;
  const next = from + pageRows;
  return { rows: rows.slice(from, next), next: next < rows.length ? String(next) : null };
}
