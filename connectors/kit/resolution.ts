// Usual ways to resolve an unknown outcome: the steps and times that connectors share. The
// interval between repeated status queries is the core's (operations/model/plan.ts).

import type { Resolution } from './outcome.ts';

/** First status query after an unknown outcome. */
export const firstQueryMs = 5_000;
/** The simulator needs no longer to have written down what it executed. */
export const sandboxQuiescenceMs = 5_000;
/** How long a provider may take until its status query knows what it executed (F19). */
export const liveQuiescenceMs = 15 * 60_000;
/** A human takes over after three days of asking. */
export const giveUpAfterMs = 72 * 3_600_000;

/** For protocols where the same bytes under the same reference are executed at most once. */
export function queryThenReplay(quiescenceMs: number): Resolution {
  return {
    steps: ['query', 'replaySameBytes', 'manual'],
    notBeforeMs: firstQueryMs,
    quiescenceMs,
    giveUpAfterMs,
  };
}

/** For calls that must never go out twice, such as a card payment whose card data are gone. */
export function queryOnly(quiescenceMs: number): Resolution {
  return { steps: ['query', 'manual'], notBeforeMs: firstQueryMs, quiescenceMs, giveUpAfterMs };
}
