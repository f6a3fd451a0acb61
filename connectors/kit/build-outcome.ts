// Builds outcomes, with one function for each result, so that every connector builds the same
// shapes.

import type { OutcomeOfAll } from './file-protocol.ts';
import type {
  Challenge,
  Claims,
  Failed,
  NotSent,
  Pending,
  ProviderError,
  QueryOutcome,
  Refs,
  Resolution,
  Succeeded,
  Unknown,
} from './outcome.ts';
import type { Voucher } from './voucher.ts';

export function pending(refs: Refs, stage: Pending['stage'], challenge?: Challenge): Pending {
  return challenge === undefined
    ? { kind: 'pending', refs, stage }
    : { kind: 'pending', refs, stage, challenge };
}

export function succeeded(refs: Refs, voucher?: Voucher): Succeeded {
  return voucher === undefined ? { kind: 'succeeded', refs } : { kind: 'succeeded', refs, voucher };
}

/** Money certainly did not move. */
export function failed(refs: Refs, error: ProviderError): Failed {
  return { kind: 'failed', refs, error, executed: 'no' };
}

export function notSent(refs: Refs, cause: string): NotSent {
  return { kind: 'not_sent', refs, cause };
}

export function unknown(refs: Refs, cause: Unknown['cause'], resolve: Resolution): Unknown {
  return { kind: 'unknown', refs, cause, resolve };
}

/**
 * What holds for all orders of a file, of one of them. A success is known by the provider's
 * reference: by `theirsOf` where it tells none.
 */
export function outcomeOfOne(
  outcome: OutcomeOfAll,
  refs: Refs,
  theirsOf: (ours: string) => string,
): Pending | Succeeded | Failed {
  return outcome.kind === 'succeeded'
    ? { ...outcome, refs: { theirs: theirsOf(refs.ours), ...refs } }
    : { ...outcome, refs };
}

/**
 * The outcome with what the provider said that it is about; one that proves nothing is about
 * nothing.
 */
export function about<Result extends QueryOutcome>(outcome: Result, claims: Claims): Result {
  switch (outcome.kind) {
    case 'pending':
    case 'succeeded':
    case 'failed':
    case 'reversed':
      return { ...outcome, claims };
    case 'not_sent':
    case 'unknown':
    case 'absent':
      return outcome;
  }
}
