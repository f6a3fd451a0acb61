// Which ways out of an unknown outcome are usual? The steps and times that connectors share; the pace of repeated
// look-ups between them is the core's (reliability.md, rule 1).

import type { Resolution } from './outcome.ts';

/** First look-up after an unknown outcome. */
export const firstLookMs = 5_000;
/** The simulator needs no longer to have written down what it executed. */
export const sandboxQuiescenceMs = 5_000;
/** How long a provider may take until its look-up knows what it executed (reliability.md F19). */
export const liveQuiescenceMs = 15 * 60_000;
/** A human takes over after three days of asking. */
export const giveUpAfterMs = 72 * 3_600_000;

/** For protocols where the same bytes under the same reference are executed at most once. */
export function lookUpThenReplay(quiescenceMs: number): Resolution {
  return { steps: ['query', 'replaySameBytes', 'manual'], notBeforeMs: firstLookMs, quiescenceMs, giveUpAfterMs };
}

/** For calls that must never go out twice, such as a card payment whose card data are gone. */
export function lookUpOnly(quiescenceMs: number): Resolution {
  return { steps: ['query', 'manual'], notBeforeMs: firstLookMs, quiescenceMs, giveUpAfterMs };
}
