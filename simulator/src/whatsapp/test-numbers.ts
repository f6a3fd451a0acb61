// Own test numbers of the simulated WhatsApp: the last three digits of the recipient, where the
// sandbox's outcome digits decide nothing.

import { decidingDigits } from '../core/digits.ts';
import type { GraphErrorCode } from './errors.ts';

export type Behaviour =
  /** Accepted, and reported as failed. */
  | { kind: 'failsLater'; errorId: number; code: GraphErrorCode }
  | { kind: 'refused'; code: GraphErrorCode }
  /** The first two calls only. */
  | { kind: 'tooFast' }
  | { kind: 'broken' }
  | { kind: 'silent' }
  | { kind: 'plain' };

const behaviours: { readonly [digits: string]: Behaviour } = {
  450: { kind: 'failsLater', errorId: 12, code: 131026 },
  451: { kind: 'failsLater', errorId: 29, code: 131047 },
  452: { kind: 'refused', code: 131050 },
  453: { kind: 'tooFast' },
  454: { kind: 'broken' },
  455: { kind: 'silent' },
  456: { kind: 'failsLater', errorId: 135, code: 131053 },
};
const plain: Behaviour = { kind: 'plain' };

export const behaviourOf = (to: string): Behaviour =>
  decidingDigits([to]) === 0 ? (behaviours[to.slice(-3)] ?? plain) : plain;

/** The digits of the engine: the sandbox's own, or those of a message that fails later. */
export function digitsOf(to: string): number {
  const behaviour = behaviourOf(to);
  return behaviour.kind === 'failsLater' ? 9000 + behaviour.errorId : decidingDigits([to]);
}
