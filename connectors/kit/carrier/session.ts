// Session with a carrier over HTTP: a connection, a window of in-flight parts, and a pace.

import { segmentText } from '@jokko/contract';
import type { SmsContext, SmsEvents, SmsPart, SmsSession, SmsSubmitOutcome } from '../sms.ts';
import { gatherParts } from './batches.ts';
import type { Carrier } from './carrier.ts';
import { openConnection, type Connection } from './connection.ts';
import {
  countSubmitted,
  createPacing,
  endPauses,
  partsAllowed,
  pauseAll,
  watchRoom,
  type Pacing,
} from './pacing.ts';
import type { Reading } from './reading.ts';
import { submitParts } from './submit.ts';
import { withoutThrows } from './without-throws.ts';

interface InFlight {
  part: SmsPart;
  submittedMs: number;
  resolve(outcome: SmsSubmitOutcome): void;
}

const partOf = ({ part }: InFlight): SmsPart => part;

const pauseMaxMs = 60_000;

/** Opens at once; never throws. */
export function openCarrierSession(
  { log }: Pick<SmsContext<unknown>, 'log'>,
  events: Pick<SmsEvents, 'changed'>,
  given: Carrier,
): SmsSession {
  const carrier = withoutThrows(given, log);
  const pacing = createPacing({ ratePerSec: carrier.ratePerSec, pauseMaxMs }, performance.now());
  const connection = openConnection({ ...carrier, log, changed: events.changed });
  const inFlight = new Set<InFlight>();
  const ended = new AbortController();
  const drained = Promise.withResolvers<void>();
  const room = watchRoom(pacing, events.changed);

  function end(entry: InFlight, reading: Reading): void {
    if (!inFlight.delete(entry)) return;
    entry.resolve(note(reading, entry, connection, pacing));
    if (connection.state !== 'closed') room.watch(performance.now());
    else if (inFlight.size === 0) drained.resolve();
    events.changed();
  }
  const batches = gatherParts<InFlight>(carrier, (entries) => {
    const readings = submitParts(carrier, entries.map(partOf), ended.signal, connection);
    readings.forEach((reading, at) => void reading.then((known) => end(entries[at]!, known)));
  });
  const countFree = (): number =>
    connection.state === 'bound' ? roomIn(carrier.window - inFlight.size, pacing) : 0;
  return {
    get state() {
      return connection.state;
    },
    get detail() {
      return connection.detail;
    },
    get free() {
      return countFree();
    },
    submit(part) {
      if (countFree() > 0) {
        const { promise, resolve } = Promise.withResolvers<SmsSubmitOutcome>();
        const entry = { part, submittedMs: performance.now(), resolve };
        countSubmitted(pacing, partsOf(part));
        inFlight.add(entry);
        batches.add(entry);
        return promise;
      }
      if (connection.state === 'bound') room.watch(performance.now());
      const cause = connection.state === 'bound' ? 'no room' : 'not connected';
      return Promise.resolve({ kind: 'not_sent', cause });
    },
    async close(graceMs) {
      connection.close();
      room.close();
      if (inFlight.size > 0) await within(graceMs, drained.promise);
      ended.abort();
      // What was kept back says now that it was not sent.
      await new Promise(setImmediate);
      endUnknown(inFlight);
    },
  };
}

const roomIn = (places: number, pacing: Pacing): number =>
  Math.max(0, Math.min(places, partsAllowed(pacing, performance.now())));

function endUnknown(inFlight: Set<InFlight>): void {
  for (const { resolve } of inFlight) resolve({ kind: 'unknown', cause: 'connection' });
  inFlight.clear();
}

/**
 * What an answer says of the connection and of the pace. Answers the outcome, with the pause that
 * follows.
 */
function note(
  { outcome, connectionAtFault, askedMs }: Reading,
  { submittedMs }: InFlight,
  connection: Connection,
  pacing: Pacing,
): SmsSubmitOutcome {
  const nowMs = performance.now();
  if (connectionAtFault) connection.wentDown(causeOf(outcome));
  if (outcome.kind === 'accepted') endPauses(pacing, submittedMs);
  // An operator's error is one recipient's: the others go on.
  if (outcome.kind !== 'busy' || outcome.cause === 'operator_error') return outcome;
  const length = { firstMs: outcome.pauseMs, askedMs };
  return { ...outcome, pauseMs: Math.ceil(pauseAll(pacing, submittedMs, nowMs, length)) };
}

/** Carriers over HTTP take a long text whole and count its parts. */
const partsOf = ({ text }: SmsPart): number =>
  segmentText(text, { transliterate: false }).parts.length;

function causeOf(outcome: SmsSubmitOutcome): string {
  if (outcome.kind === 'busy' || outcome.kind === 'refused') return outcome.code;
  return outcome.kind === 'not_sent' ? outcome.cause : outcome.kind;
}

async function within(milliseconds: number, promise: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
