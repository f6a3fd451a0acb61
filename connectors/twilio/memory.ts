// What a session remembers of its own messages, so that a look-up takes no other one's id.

import type { SmsPart } from '@jokko/connectors/kit';
import type { Reading } from '@jokko/connectors/kit/carrier';

export interface Memory {
  /** A part is submitted now. */
  begin(part: SmsPart): void;
  /** What became of a part; answers it. */
  note(part: SmsPart, reading: Reading): Reading;
  /** Whether a part has this id. */
  has(id: string): boolean;
  /** Whether another part that nothing tells from this one is being submitted, or its answer was lost, and that Twilio may have created since `sentMs`. */
  hasRival(part: SmsPart, sentMs: number): boolean;
}

const idsMax = 10_000;
/** Of a lost part: then its request has arrived or never will, and everything sent before was looked up. */
const lostForMs = 600_000;

/** `choosesSender`: Twilio shows a sender of its own, whatever a part's is. `arrivesWithinMs`: of a request whose answer was lost. */
export function createMemory(options: { choosesSender: boolean; arrivesWithinMs: number }): Memory {
  const ids = new Set<string>();
  /** When the answer was given up, oldest first; infinite: it is awaited. */
  const lost = new Map<SmsPart, number>();
  const isLike = (one: SmsPart, other: SmsPart): boolean =>
    one.to === other.to &&
    one.text === other.text &&
    (options.choosesSender || one.from === other.from);
  return {
    begin: (part) => void lost.set(part, Infinity),
    note(part, reading) {
      const nowMs = performance.now();
      const { outcome } = reading;
      if (outcome.kind === 'unknown') lost.set(part, nowMs);
      else lost.delete(part);
      if (outcome.kind === 'accepted') ids.add(outcome.id);
      for (const [oldest, lostMs] of lost) {
        if (nowMs - lostMs <= lostForMs) break;
        lost.delete(oldest);
      }
      for (const oldest of ids) {
        if (ids.size <= idsMax) break;
        ids.delete(oldest);
      }
      return reading;
    },
    has: (id) => ids.has(id),
    hasRival: (part, sentMs) =>
      [...lost].some(
        ([other, lostMs]) =>
          other !== part && isLike(other, part) && lostMs + options.arrivesWithinMs >= sentMs,
      ),
  };
}
