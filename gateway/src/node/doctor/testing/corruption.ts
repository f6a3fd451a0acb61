// A change of the correct small database that breaks exactly one invariant, or one that two checks
// prove.

import type { Ids } from './correct.ts';

export interface Corruption {
  breaks: string;
  /** The check that sees it by another way besides. */
  also?: string;
  /** The check that sees it besides where its rows are in different parts. */
  alsoInParts?: string;
  what: string;
  /**
   * Each describes one of the violations. For a fault that several parts of a check report, so that
   * one of them cannot be mute unnoticed.
   */
  reports?: readonly RegExp[];
  sql(ids: Ids): string;
}
