// Sends parts in one request. A carrier that refuses it as a whole for what is wrong with one of
// them has taken none: the others go out once more, without that one where it is named, else each
// alone.

import type { SmsPart } from '../sms.ts';
import type { Submitted } from './carrier.ts';
import type { Reading } from './reading.ts';

/** What came of a part. `submitted` is absent where it was not sent. */
export interface Sent {
  reading: Reading;
  submitted?: Submitted;
}

type Send = (parts: readonly SmsPart[]) => Promise<Sent[]>;

interface WaitingPart {
  part: SmsPart;
  resolve(sent: Sent): void;
}

/**
 * One promise for each part, in their order. `ended`: the session is closed, nothing more is sent.
 */
export function sendApart(
  parts: readonly SmsPart[],
  send: Send,
  ended: AbortSignal,
): Promise<Sent>[] {
  const promises: Promise<Sent>[] = [];
  const places = parts.map((part): WaitingPart => {
    const { promise, resolve } = Promise.withResolvers<Sent>();
    promises.push(promise);
    return { part, resolve };
  });
  void sendPlaces(places, send, ended);
  return promises;
}

async function sendPlaces(
  places: readonly WaitingPart[],
  send: Send,
  ended: AbortSignal,
): Promise<void> {
  const others = resolveDecided(places, await send(places.map(partOf)));
  if (others.length === 0) return;
  if (others.length === places.length || ended.aborted) return sendEach(others, send, ended);
  const again = await send(others.map(partOf));
  // Those that were named were not all.
  if (others.length > 1 && again.some(isAside)) return sendEach(others, send, ended);
  others.forEach(({ resolve }, at) => resolve(again[at]!));
}

/** Answers those that were refused with others. */
function resolveDecided(places: readonly WaitingPart[], sent: readonly Sent[]): WaitingPart[] {
  return places.filter(({ resolve }, at) => {
    if (places.length > 1 && isAside(sent[at]!)) return true;
    resolve(sent[at]!);
    return false;
  });
}

const partOf = ({ part }: WaitingPart): SmsPart => part;
const isAside = ({ reading }: Sent): boolean => reading.refusedWithOthers === true;

/** Requests at one time, of a part each. */
const atOnce = 10;

async function sendEach(
  places: readonly WaitingPart[],
  send: Send,
  ended: AbortSignal,
): Promise<void> {
  const waiting = [...places];
  const keep = (): void => waiting.splice(0).forEach(({ resolve }) => resolve(kept));
  ended.addEventListener('abort', keep);
  if (ended.aborted) keep();
  while (waiting.length > 0) {
    const sent = waiting.splice(0, atOnce).map(async ({ part, resolve }) => {
      const [told] = await send([part]);
      resolve(told!);
      return isDecided(told!);
    });
    // The carrier is busy, or cannot be heard: the rest keeps its place in the queue.
    if ((await Promise.all(sent)).includes(false)) keep();
  }
  ended.removeEventListener('abort', keep);
}

const isDecided = ({ reading: { outcome, takenBefore } }: Sent): boolean =>
  takenBefore === true || outcome.kind === 'accepted' || outcome.kind === 'refused';

const kept: Sent = {
  reading: {
    outcome: { kind: 'not_sent', cause: 'one before it was not answered' },
    connectionAtFault: false,
  },
};
