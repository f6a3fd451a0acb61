// Finds a message whose answer was lost in a carrier's list of messages, for carriers that know no
// reference of ours: a message is taken for ours only when all that the list tells fits it and no
// other one does.

import type { HttpResult } from '../connector.ts';
import type { SmsPart } from '../sms.ts';
import { objectFromWire, type JsonObject } from '../wire-json.ts';
import type { Carrier, Found, Submitted } from './carrier.ts';
import { phoneDigits } from './phone-digits.ts';
import { garbled, inferred, type HttpAnswer, type Reading } from './reading.ts';

interface ListedMessage {
  id: string | undefined;
  /** Sent by us, and not from a phone. */
  isOutbound: boolean;
  to: string | undefined;
  /** As the carrier shows it. */
  from: unknown;
  text: unknown;
  /** Since it was created, by the carrier's clock alone. */
  ageMs: number;
}

/** The newest messages to a part's number, newest first. `hasMore`: and there are older ones. */
export interface Listing {
  messages: readonly ListedMessage[];
  hasMore: boolean;
}

export interface Alike {
  /** As the carrier shows it; undefined: it chooses one itself. */
  senderOf(from: string): string | undefined;
  list(part: SmsPart): Promise<HttpResult>;
  /** Reads the list of a 200; null: it is no list. */
  readList(answer: HttpAnswer, body: JsonObject): Listing | null;
}

/** After a lost answer: a request that was still on its way has arrived by then, or never will. */
const arrivesWithinMs = 120_000;
/** Times of carriers are whole seconds. */
const toleranceMs = 2_000;

/** The same carrier, which looks a lost answer up once. */
export function findingAlike(carrier: Carrier, alike: Alike): Carrier {
  const memory = createMemory(alike);
  const isOf = (part: SmsPart, oldestMs: number) => (message: ListedMessage) => {
    const from = alike.senderOf(part.from);
    return (
      message.isOutbound &&
      phoneDigits(message.to) === part.to &&
      message.text === part.text &&
      (from === undefined || message.from === from) &&
      message.ageMs >= -toleranceMs &&
      message.ageMs <= oldestMs &&
      !memory.has(message.id ?? '')
    );
  };
  function findIn({ messages, hasMore }: Listing, part: SmsPart, { sentMs }: Submitted): Found {
    /** Age that no message of the part has. */
    const oldestMs = performance.now() - sentMs + toleranceMs;
    const [fitting, ...others] = messages.filter(isOf(part, oldestMs));
    // The newest come first: what is left out has none of its time where the list ends with an
    // older one.
    const mayBeLeftOut = hasMore && !messages.some(({ ageMs }) => ageMs > oldestMs);
    if (fitting === undefined) return { kind: mayBeLeftOut ? 'unknown' : 'absent' };
    const isSure = others.length === 0 && !mayBeLeftOut && !memory.hasRival(part, sentMs);
    return isSure && fitting.id !== undefined
      ? { kind: 'read', reading: memory.note(part, inferred(fitting.id)) }
      : { kind: 'unknown' };
  }
  return {
    ...carrier,
    async submit(parts) {
      parts.forEach(memory.begin);
      const readings = await carrier.submit(parts);
      return parts.map((part, at) => memory.note(part, readings[at] ?? garbled));
    },
    find: {
      afterMs: [arrivesWithinMs],
      async ask(part, submitted) {
        const result = await alike.list(part);
        const isList = result.kind === 'answer' && result.status === 200;
        const body = isList ? objectFromWire(result.body) : null;
        const listing = isList && body !== null ? alike.readList(result, body) : null;
        return listing === null ? { kind: 'unknown' } : findIn(listing, part, submitted);
      },
    },
  };
}

/** What a session remembers of its own messages, so that a look-up takes no other one's id. */
export interface Memory {
  /** A part is submitted now. */
  begin(this: void, part: SmsPart): void;
  /** What became of a part; answers it. */
  note(part: SmsPart, reading: Reading): Reading;
  /** Whether a part has this id. */
  has(id: string): boolean;
  /**
   * Whether another part that nothing tells from this one is being submitted, or its answer was
   * lost, and that the carrier may have created since `sentMs`.
   */
  hasRival(part: SmsPart, sentMs: number): boolean;
}

const idsMax = 10_000;
/**
 * After this time a lost part's request has arrived or never will, and everything sent before was
 * looked up.
 */
const lostForMs = 600_000;

export function createMemory({ senderOf }: Pick<Alike, 'senderOf'>): Memory {
  const ids = new Set<string>();
  /** When the answer was given up, oldest first; infinite: it is awaited. */
  const lost = new Map<SmsPart, number>();
  const isLike = (one: SmsPart, other: SmsPart): boolean =>
    one.to === other.to && one.text === other.text && senderOf(one.from) === senderOf(other.from);
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
          other !== part && isLike(other, part) && lostMs + arrivesWithinMs >= sentMs,
      ),
  };
}
