// Submits parts of one request, once. Where the answer is lost, the carrier is asked what became of
// each part; none is sent again unless the carrier takes each reference once.

import { setTimeout as sleep } from 'node:timers/promises';
import type { SmsPart } from '../sms.ts';
import type { Connection } from './connection.ts';
import type { Carrier, Found, Submitted } from './carrier.ts';
import { garbled, type Reading } from './reading.ts';

/** One reading for each part, each as soon as it is known. `ended`: the session is closed, nothing is waited for any more. The connection is told at once, before lost answers are looked up. */
export function submitParts(
  carrier: Carrier,
  parts: readonly SmsPart[],
  ended: AbortSignal,
  connection: Pick<Connection, 'worked' | 'timedOut'>,
): Promise<Reading>[] {
  const sentMs = performance.now();
  const submitted = carrier.submit(parts).then((readings) => {
    if (readings.some(isAnswered)) connection.worked();
    else if (readings.some(isTimeout)) connection.timedOut(sentMs);
    return { readings, lostMs: performance.now() };
  });
  return parts.map(async (part, index) => {
    const { readings, lostMs } = await submitted;
    const reading = readings[index] ?? garbled;
    return reading.outcome.kind === 'unknown'
      ? resolveUnknown(carrier, part, reading, { sentMs, lostMs }, ended)
      : reading;
  });
}

const isAnswered = ({ outcome, connectionAtFault }: Reading): boolean =>
  (outcome.kind === 'accepted' || outcome.kind === 'refused') && !connectionAtFault;
const isAccepted = ({ outcome }: Reading): boolean => outcome.kind === 'accepted';
const isTimeout = ({ outcome }: Reading): boolean =>
  outcome.kind === 'unknown' && outcome.cause === 'timeout';

async function resolveUnknown(
  { find, submit }: Carrier,
  part: SmsPart,
  reading: Reading,
  submitted: Submitted,
  ended: AbortSignal,
): Promise<Reading> {
  if (find === undefined) return reading;
  let last: Found['kind'] = 'unknown';
  for (const delayMs of find.afterMs) {
    if (!(await passes(delayMs, ended))) return reading;
    const found = await find.ask(part, submitted);
    if (found.kind === 'read') return found.reading;
    last = found.kind;
  }
  if (last !== 'absent' || find.repeatsAbsent !== true) return reading;
  const [repeated = garbled] = await submit([part]);
  // Accepted now is certain. Refused, or not left, says nothing of the first request: it may have been taken before its log could tell.
  return isAccepted(repeated)
    ? repeated
    : { ...reading, connectionAtFault: repeated.connectionAtFault };
}

/** False when the session ended first. */
function passes(milliseconds: number, ended: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal: ended }).catch(() => false);
}
