// What a provider's final word for "it did not happen" means: failed, whatever its reason. Statuses
// are a closed list, and an unlisted one proves nothing; reasons are open, since providers add some
// without a word. A reason that no table has is `unknown_error` and is logged, so that somebody can
// add it; it never keeps a payment open. Only a reason that says something else, such as a repeat,
// or a word about what cannot be ours does: that is asked about again, and logged too.

import { failed, unknown } from './build-outcome.ts';
import type { Context } from './connector.ts';
import type { Failed, ProviderError, QueryOutcome, Refs, Resolution, Unknown } from './outcome.ts';
import { loggable, providerError } from './provider-error.ts';
import type { RefusalRow } from './provider-error.ts';

/** What the provider said of this very payment, in its own words. */
export interface FinalWord {
  status: string;
  /** Why, where it tells that. */
  reason?: string | undefined;
  message?: string | undefined;
}

/**
 * A failure that is final. `row`: what the reason means; undefined: no table has it, or none was
 * told.
 */
export function failedFor(refs: Refs, row: RefusalRow | undefined, word: FinalWord): Failed {
  return failed(refs, finalError(row, word));
}

/** The same of what was taken back. */
export function finalError(
  row: RefusalRow | undefined,
  { status, reason, message }: FinalWord,
): ProviderError {
  return providerError(row ?? noListedReason, reason ?? status, message);
}

const noListedReason: RefusalRow = { catalogue: 'unknown_error', retryable: 'never' };

/**
 * The provider's reason, where an outcome is final for a reason that no table has; else null. The
 * simulator's own unknown_error has an id.
 */
export function unlistedReason(outcome: QueryOutcome | undefined): string | null {
  const error =
    outcome?.kind === 'failed'
      ? outcome.error
      : outcome?.kind === 'reversed'
        ? outcome.reason
        : undefined;
  const isListed = error?.catalogue !== 'unknown_error' || error.catalogueId !== undefined;
  return error === undefined || isListed ? null : loggable(error.provider);
}

/**
 * The outcome, with one log line where its reason is in no table. Every answer and status query of
 * a connector goes through it.
 */
export function noted<Result extends QueryOutcome>(
  log: Context<unknown>['log'],
  found: { connector: string; operation: string },
  outcome: Result,
): Result {
  const reason = unlistedReason(outcome);
  if (reason !== null)
    log('error', 'provider reason is not in the outcome table', {
      connector: found.connector,
      operation: found.operation,
      reason,
      ref: outcome.refs.ours,
    });
  return outcome;
}

/**
 * The outcome of a status that is listed and proves nothing all the same: its reason says another
 * end, or that another question decides, or what it is about cannot be ours (`about`). Unknown, and
 * one log line: somebody may have to decide by it.
 */
export function doubted(
  log: Context<unknown>['log'],
  found: { connector: string; operation: string },
  refs: Refs,
  word: FinalWord | { status: string; about: 'unreadable' },
  resolve: Resolution,
): Unknown {
  log('error', 'provider status proves nothing', {
    connector: found.connector,
    operation: found.operation,
    status: loggable(word.status),
    reason: 'about' in word ? 'what it is about cannot be read' : loggable(word.reason ?? 'none'),
    ref: refs.ours,
  });
  return unknown(refs, 'ambiguous', resolve);
}
