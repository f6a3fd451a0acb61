// Tells the cell of a number: each cell, a PostgreSQL database with accounts of its own, numbers
// its accounts, keys and SMS apps, and takes its blocks of ids, in a range of its own. So a key, a
// transaction id or a reference leads to its database without a table (decision 0044).

/**
 * Cells are numbered from 0, which is the home database. Blocks of ids have 6 bits for the cell.
 */
export const cellsMax = 64;
export const homeCell = 0;

/** Accounts, keys and SMS apps of one cell: those of cell 3 begin with 30,000,001. */
export const numbersPerCell = 10_000_000;

/** The cell of an account, an API key or an SMS app. */
export const cellOfNumber = (number: number): number => Math.floor(number / numbersPerCell);

/** The first and the last number that a cell gives. */
export const numberRange = (cell: number): { first: number; last: number } => ({
  first: cell * numbersPerCell + 1,
  last: (cell + 1) * numbersPerCell - 1,
});
