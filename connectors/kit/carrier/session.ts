// Session with a carrier over HTTP: a connection, a window of in-flight parts, and a pace.

import type { SmsContext, SmsEvents, SmsPart, SmsSession, SmsSubmitOutcome } from '../sms.ts';
import { gatherParts } from './batches.ts';
import type { Carrier } from './carrier.ts';
import { openConnection, type Connection } from './connection.ts';
import { createPacing, watchRoom, type Pacing } from './pacing.ts';
import type { Reading } from './reading.ts';
import { submitParts } from './submit.ts';
import { withoutThrows } from './without-throws.ts';

interface InFlight {
  part: SmsPart;
  resolve(outcome: SmsSubmitOutcome): void;
}

const partOf = ({ part }: InFlight): SmsPart => part;

/** Opens at once; never throws. */
export function openCarrierSession(
  { log }: Pick<SmsContext<unknown>, 'log'>,
  events: Pick<SmsEvents, 'changed'>,
  given: Carrier,
): SmsSession {
  const carrier = withoutThrows(given, log);
  const pacing = createPacing(carrier.ratePerSec, performance.now());
  const connection = openConnection({ ...carrier, log, changed: events.changed });
  const inFlight = new Set<InFlight>();
  const ended = new AbortController();
  const drained = Promise.withResolvers<void>();
  const room = watchRoom(pacing, events.changed);

  function end(entry: InFlight, reading: Reading): void {
    if (!inFlight.delete(entry)) return;
    note(reading, connection, pacing);
    entry.resolve(reading.outcome);
    if (connection.state !== 'closed') room.watch();
    else if (inFlight.size === 0) drained.resolve();
    events.changed();
  }
  const batches = gatherParts<InFlight>(carrier, (entries) => {
    const readings = submitParts(carrier, entries.map(partOf), ended.signal, connection);
    readings.forEach((reading, at) => void reading.then((known) => end(entries[at]!, known)));
  });
  const session: SmsSession = {
    get state() {
      return connection.state;
    },
    get detail() {
      return connection.detail;
    },
    get free() {
      if (connection.state !== 'bound') return 0;
      return Math.max(0, Math.min(carrier.window - inFlight.size, pacing.room(performance.now())));
    },
    submit(part) {
      if (session.free > 0) {
        pacing.take();
        const { promise, resolve } = Promise.withResolvers<SmsSubmitOutcome>();
        const entry = { part, resolve };
        inFlight.add(entry);
        batches.add(entry);
        return promise;
      }
      if (connection.state === 'bound') room.watch();
      return Promise.resolve({
        kind: 'not_sent',
        cause: connection.state === 'bound' ? 'no room' : 'not connected',
      });
    },
    async close(graceMs) {
      connection.close();
      room.close();
      if (inFlight.size > 0) await within(graceMs, drained.promise);
      ended.abort();
      endUnknown(inFlight);
    },
  };
  return session;
}

function endUnknown(inFlight: Set<InFlight>): void {
  for (const { resolve } of inFlight) resolve({ kind: 'unknown', cause: 'connection' });
  inFlight.clear();
}

/** What an answer says of the connection and of the pace. */
function note(
  { outcome, connectionAtFault }: Reading,
  connection: Connection,
  pacing: Pacing,
): void {
  if (connectionAtFault) connection.wentDown(causeOf(outcome));
  if (outcome.kind === 'busy' && outcome.cause !== 'operator_error')
    pacing.pause(performance.now(), outcome.pauseMs);
}

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
