// What a mutant that may survive is named by, and reasons that several share.

export interface Survivor {
  file: string;
  /** The line as it stands in the file, and as the mutant has it; without the spaces around. */
  line: string;
  mutated: string;
  reason: string;
}

export const rowsAtOnce = 'how many rows one statement reads is a matter of time';
export const howOften = 'how often it is looked for';
/** A bound is put in the place of an amount that is equal. */
export const atTheBound = 'at the bound both are the same';
/** The columns of an index are named in an order, so that it is read in that order. */
export const oneAlone = 'sorted by what all of them have in common';
