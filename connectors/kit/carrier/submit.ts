// Submits parts of one request, once. Where the answer is lost, the carrier is asked what became of
// each part; none is sent again unless the carrier takes each reference once.

import { setTimeout as sleep } from 'node:timers/promises';
import type { SmsPart } from '../sms.ts';
import { sendApart, type Sent } from './apart.ts';
import type { Connection } from './connection.ts';
import type { Carrier, Found, Submitted } from './carrier.ts';
import { garbled, type Reading } from './reading.ts';

/**
 * One reading for each part, each as soon as it is known. `ended`: the session is closed, nothing
 * is sent or waited for any more. The connection is told at once, before lost answers are looked
 * up.
 */
export function submitParts(
  carrier: Carrier,
  parts: readonly SmsPart[],
  ended: AbortSignal,
  connection: Pick<Connection, 'worked' | 'timedOut'>,
): Promise<Reading>[] {
  const send = (some: readonly SmsPart[]) => request(carrier, some, connection);
  return sendApart(parts, send, ended).map(async (told, at) => {
    const { reading, submitted } = await told;
    const part = parts[at]!;
    if (submitted === undefined) return reading;
    const known = await readFirst(carrier, part, reading, submitted);
    return known.outcome.kind === 'unknown'
      ? resolveUnknown(carrier, part, known, submitted, ended)
      : known;
  });
}

async function request(
  carrier: Carrier,
  parts: readonly SmsPart[],
  connection: Pick<Connection, 'worked' | 'timedOut'>,
): Promise<Sent[]> {
  const sentMs = performance.now();
  const readings = await carrier.submit(parts);
  if (readings.some(isAnswered)) connection.worked();
  else if (readings.some(isTimeout)) connection.timedOut(sentMs);
  const submitted = { sentMs, lostMs: performance.now() };
  return parts.map((_, at) => ({ reading: readings[at] ?? garbled, submitted }));
}

const isAnswered = ({ outcome, connectionAtFault }: Reading): boolean =>
  (outcome.kind === 'accepted' || outcome.kind === 'refused') && !connectionAtFault;
const isAccepted = ({ outcome }: Reading): boolean => outcome.kind === 'accepted';
const isTimeout = ({ outcome }: Reading): boolean =>
  outcome.kind === 'unknown' && outcome.cause === 'timeout';

/** What became of the message that was taken first under this reference. */
async function readFirst(
  { find }: Carrier,
  part: SmsPart,
  reading: Reading,
  submitted: Submitted,
): Promise<Reading> {
  if (reading.takenBefore !== true) return reading;
  const found = await find?.ask(part, submitted);
  // That the reference is used up does not say by which message: its report will tell.
  return found?.kind === 'read' ? found.reading : garbled;
}

async function resolveUnknown(
  carrier: Carrier,
  part: SmsPart,
  reading: Reading,
  submitted: Submitted,
  ended: AbortSignal,
): Promise<Reading> {
  const { find } = carrier;
  if (find === undefined) return reading;
  let last: Found['kind'] = 'unknown';
  for (const delayMs of find.afterMs) {
    if (!(await passes(delayMs, ended))) return reading;
    const found = await find.ask(part, submitted);
    if (found.kind === 'read') return found.reading;
    last = found.kind;
  }
  if (ended.aborted || last !== 'absent' || find.repeatsAbsent !== true) return reading;
  const [told = garbled] = await carrier.submit([part]);
  const repeated = await readFirst(carrier, part, told, submitted);
  // Accepted now is certain. Refused, or not left, says nothing of the first request: it may have
  // been taken before its log could tell.
  return isAccepted(repeated)
    ? repeated
    : { ...reading, connectionAtFault: repeated.connectionAtFault };
}

/** False when the session ended first. */
function passes(milliseconds: number, ended: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal: ended }).catch(() => false);
}
