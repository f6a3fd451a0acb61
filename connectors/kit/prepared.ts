// Type of a stored request: what the core commits before the first byte leaves.

import type { Refs } from './outcome.ts';

/**
 * The stored request: our references and the exact body bytes. Stored before sending; holds no card
 * number, no CVC, no token, no PIN: secrets are put in when it is sent.
 */
export interface Prepared {
  refs: Refs;
  method: 'POST' | 'PUT';
  path: string;
  body: string;
  /** At a step after the first: which one, in the connector's own words; `executeStep` sends it. */
  step?: string;
  /** For an order that leaves in a file: our reference of that file. The core sets it. */
  file?: string;
}
