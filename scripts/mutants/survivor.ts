// What a mutant that may survive is named by, and reasons that several share.

export interface Survivor {
  file: string;
  /** The line as it stands in the file, and as the mutant has it; without the spaces around. */
  line: string;
  mutated: string;
  reason: string;
}

export const rowsAtOnce = 'how many rows one statement reads is a matter of time';
