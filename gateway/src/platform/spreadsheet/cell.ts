// Type of a cell of a file that we write.

/**
 * A text of anybody's, digits that identify something, an amount in ten-thousandths of the currency
 * unit, a moment. Null: nothing.
 */
export type Cell = null | string | { digits: string } | { amount: bigint } | { at: Date };
