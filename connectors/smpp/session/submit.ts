// Submits one part and follows it from the bytes on the wire to an outcome.

import {
  isPartId,
  type SmsBusyCause,
  type SmsEvents,
  type SmsSubmitOutcome,
} from '@jokko/connectors/kit';
import { countSubmitted, pauseAll } from '@jokko/connectors/kit/carrier';
import type { Pacing } from '@jokko/connectors/kit/carrier';
import { submitSmRoom, writeSubmitSm } from '../codec/encode.ts';
import type { SubmitSm } from '../codec/encode.ts';
import type { Settings } from '../settings.ts';
import { statusName } from '../status-names.ts';
import { isListed, meaningOfNack, meaningOfStatus } from '../submit/status-table.ts';
import type { StatusMeaning } from '../submit/status-table.ts';
import { readingTime } from './clock.ts';
import type { Connection, Submission } from './connection.ts';
import type { Counters } from './counters.ts';
import { append } from './outbox.ts';
import { countTaken, slowDown, type Taken } from './slow-down.ts';
import { nextSequence } from './window.ts';

interface SubmitDeps {
  settings: Settings;
  pacing: Pacing;
  taken: Taken;
  counters: Counters;
  events: Pick<SmsEvents, 'late'>;
  /** A status that no table has, so that an operator can add it. */
  strange(status: number): void;
}

/** Sends at once; the caller has made sure that there is room. */
export function submitNow(
  deps: SubmitDeps,
  connection: Connection,
  submit: SubmitSm,
  ourRef: string,
): Promise<SmsSubmitOutcome> {
  const { window, outbox, clock, settings } = connection;
  const sequence = nextSequence(window);
  const position = append(outbox, submitSmRoom(submit), (buffer, at) =>
    writeSubmitSm(buffer, at, sequence, submit),
  );
  countSubmitted(deps.pacing);
  return new Promise((resolve) => {
    const submittedMs = performance.now();
    const entry: Submission = {
      submittedMs,
      position,
      answer: (status, messageId) => resolve(outcomeOfAnswer(deps, submittedMs, status, messageId)),
      nack: (status) =>
        resolve(
          outcomeOfMeaning(
            deps,
            submittedMs,
            status,
            meaningOfNack(status, deps.settings.statusOverrides),
          ),
        ),
      late: (status, messageId) => {
        if (status === 0 && isPartId(messageId)) deps.events.late(ourRef, messageId);
      },
      fail: (cause, written) =>
        resolve(written ? { kind: 'unknown', cause } : { kind: 'not_sent', cause }),
    };
    window.waiting.set(sequence, {
      entry,
      deadlineMs: readingTime(clock) + settings.times.response,
    });
  });
}

function outcomeOfAnswer(
  deps: SubmitDeps,
  submittedMs: number,
  status: number,
  messageId: string,
): SmsSubmitOutcome {
  if (status !== 0 && !isListed(status, deps.settings.statusOverrides)) deps.strange(status);
  if (status !== 0)
    return outcomeOfMeaning(
      deps,
      submittedMs,
      status,
      meaningOfStatus(status, deps.settings.statusOverrides),
    );
  countTaken(deps.pacing, deps.taken, submittedMs, performance.now());
  // Else it was taken, it says, but under no id that a receipt could name.
  return isPartId(messageId)
    ? { kind: 'accepted', id: messageId }
    : { kind: 'unknown', cause: 'garbled' };
}

function outcomeOfMeaning(
  deps: SubmitDeps,
  submittedMs: number,
  status: number,
  meaning: StatusMeaning,
): SmsSubmitOutcome {
  const code = statusName(status);
  switch (meaning.kind) {
    case 'refused':
      return { kind: 'refused', reason: meaning.reason, code };
    case 'unknown':
      return { kind: 'unknown', cause: 'garbled' };
    case 'busy':
      return {
        kind: 'busy',
        cause: meaning.cause,
        code,
        pauseMs: Math.ceil(pauseFor(deps, submittedMs, meaning.cause)),
      };
  }
}

function pauseFor(
  { settings, pacing, taken, counters }: SubmitDeps,
  submittedMs: number,
  cause: SmsBusyCause,
): number {
  const nowMs = performance.now();
  const firstMs = settings.times.throttled.first;
  switch (cause) {
    case 'operator_error':
      // One recipient's: the others go on, however many such answers there are.
      return firstMs;
    case 'connection_error':
      return pauseAll(pacing, submittedMs, nowMs, { firstMs });
    case 'throttled':
    case 'queue_full':
      counters.throttled += 1;
      return slowDown(pacing, taken, submittedMs, { nowMs, firstMs });
  }
}
