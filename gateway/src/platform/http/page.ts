// Pages of lists: one row more than is shown is read, and tells whether there is a next page and
// where it begins.

/** Rows on each page of the portal. */
export const pageRows = 50;
/** What a page of the portal reads. */
export const pageRowsRead = pageRows + 1;

/**
 * Cuts what was read to `limit` rows. `next` is the cursor of the last one that is shown; null:
 * nothing comes after it.
 */
export function cutPage<Row>(
  read: readonly Row[],
  cursorOf: (last: Row) => string | number | bigint,
  limit: number = pageRows,
): { rows: Row[]; next: string | null } {
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows,
    next: last === undefined || read.length <= limit ? null : String(cursorOf(last)),
  };
}
