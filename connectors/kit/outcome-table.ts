// Maps a provider's code to its meaning for one operation, keyed by (operation, provider code),
// because codes differ by direction: "funds too low" is the payer on a collection and our own
// float on a payout. An unlisted status, and an unlisted code of an answer, means nothing: the
// outcome is unknown and logged, never "pending" and never "failed". Not so the reason of a final
// status: `final-status.ts`.

import { defined } from '@jokko/contract';
import type { Context } from './connector.ts';
import { unknown } from './build-outcome.ts';
import type { Refs, Resolution, Unknown } from './outcome.ts';
import { loggable } from './provider-error.ts';
import { causeOfStatus } from './unclear-cause.ts';

/**
 * What a table satisfies: every code has a row for every operation. The type checker refuses one
 * with a hole; its keys are the type of its codes.
 */
export type OutcomeTable<Operation extends string, Row> = {
  readonly [code: string]: { readonly [operation in Operation]: Row };
};

/** The row, or undefined when the provider used a code that the table does not list. */
export function queryRow<
  Operation extends string,
  Row extends { readonly [operation in Operation]: unknown },
>(
  table: { readonly [code: string]: Row },
  operation: Operation,
  code: string,
): Row[Operation] | undefined {
  // Own members only: a provider that says "constructor" must not find one.
  return Object.hasOwn(table, code) ? table[code]?.[operation] : undefined;
}

/**
 * The outcome of an unlisted status or code: unknown, and one log line so that an operator can
 * extend the table. The cause says that a server gave up where it did: a payment that is refused
 * twice by such a word has failed, and one whose call may have been executed has not.
 */
export function unlisted(
  log: Context<unknown>['log'],
  found: { connector: string; operation: string; code: string; httpStatus?: number },
  refs: Refs,
  resolve: Resolution,
): Unknown {
  log('error', 'provider code is not in the outcome table', {
    connector: found.connector,
    operation: found.operation,
    code: loggable(found.code),
    ...defined({ httpStatus: found.httpStatus }),
    ref: refs.ours,
  });
  return unknown(refs, causeOfStatus(found.httpStatus) ?? 'unlisted', resolve);
}
