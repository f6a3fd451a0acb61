// Submits one message to the provider, once. If the answer is lost, its status is queried by our
// reference; the message is never sent again.

import { setTimeout as sleep } from 'node:timers/promises';
import type { SmsContext, SmsPart } from '@jokko/connectors/kit';
import { getMessage, postMessage } from './call.ts';
import type { SmsHttpConfig } from './config.ts';
import { readAnswer, readLookUp } from './read-answer.ts';
import type { Reading } from './read-answer.ts';

/**
 * The request may still be on its way when its answer is lost, so that a status query that finds nothing proves nothing; these two are for
 * the usual case, in which it had arrived.
 */
const lookUpAfterMs = [300, 3_000];

/** `ended`: the session is closed, nothing is waited for any more. Always resolves. */
export async function submit(
  context: SmsContext<SmsHttpConfig>,
  part: SmsPart,
  ended: AbortSignal,
): Promise<Reading> {
  const reading = readAnswer(await postMessage(context, part), part.ourRef, context.log);
  if (reading.outcome.kind !== 'unknown') return reading;
  for (const delayMs of lookUpAfterMs) {
    if (!(await passes(delayMs, ended))) return reading;
    const id = readLookUp(await getMessage(context, part.ourRef), part.ourRef);
    if (id !== null) return { outcome: { kind: 'accepted', id }, connectionAtFault: false };
  }
  return reading;
}

/** False when the session ended first. */
function passes(milliseconds: number, ended: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal: ended }).catch(() => false);
}
