// Classifies the outcome of one submission, as far as the provider's answer proves it.

import {
  asObject,
  isPartId,
  listMember,
  loggable,
  objectFromWire,
  textMember,
  wordMember,
} from '@jokko/connectors/kit';
import type { HttpResult, SmsContext, SmsSubmitOutcome } from '@jokko/connectors/kit';
import { meaningOfStatus, recipientWords, requestWords } from './status-table.ts';
import type { Meaning } from './status-table.ts';

export interface Reading {
  outcome: SmsSubmitOutcome;
  /** True when no submission will be accepted until the connection is fixed. */
  connectionAtFault: boolean;
}

type Answer = Extract<HttpResult, { kind: 'answer' }>;
type Log = SmsContext<unknown>['log'];

const garbled: Reading = {
  outcome: { kind: 'unknown', cause: 'garbled' },
  connectionAtFault: false,
};
/** Longer pauses than this a provider may ask for, but we look again. */
const pauseMaxMs = 60_000;

export function readAnswer(result: HttpResult, ourRef: string, log: Log): Reading {
  if (result.kind === 'not_sent')
    return { outcome: { kind: 'not_sent', cause: result.cause }, connectionAtFault: true };
  if (result.kind === 'lost')
    return { outcome: { kind: 'unknown', cause: result.cause }, connectionAtFault: false };
  return result.status === 200 ? readAccepted(result, ourRef, log) : readRefusal(result, log);
}

function readAccepted(answer: Answer, ourRef: string, log: Log): Reading {
  const body = objectFromWire(answer.body);
  const entry =
    body === null
      ? undefined
      : listMember(body, 'messages').find(({ reference }) => reference === ourRef);
  if (entry === undefined) return garbled;
  const id = textMember(entry, 'id');
  const status = wordMember(entry, 'status');
  if (status === 'ACCEPTED' && id !== undefined && isPartId(id))
    return { outcome: { kind: 'accepted', id }, connectionAtFault: false };
  if (status !== 'REFUSED') return garbled;
  const word = textMember(entry, 'code') ?? '';
  const meaning = recipientWords.get(word);
  if (meaning !== undefined) return reading(meaning, word, null);
  // It says itself that it refused; only the reason is news to us.
  log('warn', 'the provider refused for a reason that is not listed', {
    connector: 'sms-http',
    code: loggable(word),
  });
  return reading(
    { kind: 'refused', reason: 'other' },
    word === '' ? 'refused' : loggable(word),
    null,
  );
}

function readRefusal(answer: Answer, log: Log): Reading {
  const error = asObject(objectFromWire(answer.body)?.['error']);
  const word = error === null ? undefined : textMember(error, 'code');
  const named = word === undefined || answer.status < 400 ? undefined : requestWords.get(word);
  const meaning = named ?? meaningOfStatus(answer.status);
  if (meaning.kind === 'unknown') {
    log('warn', 'an answer of the provider is not listed', {
      connector: 'sms-http',
      httpStatus: answer.status,
      code: loggable(word ?? ''),
    });
  }
  return reading(
    meaning,
    named === undefined ? `http_${answer.status}` : (word ?? ''),
    retryAfterMs(answer),
  );
}

function reading(meaning: Meaning, code: string, pauseMs: number | null): Reading {
  switch (meaning.kind) {
    case 'refused':
      return {
        outcome: { kind: 'refused', reason: meaning.reason, code },
        connectionAtFault: false,
      };
    case 'busy': {
      const outcome: SmsSubmitOutcome = {
        kind: 'busy',
        cause: meaning.cause,
        code,
        pauseMs: pauseMs ?? meaning.pauseMs,
      };
      return { outcome, connectionAtFault: meaning.connectionAtFault === true };
    }
    case 'unknown':
      return garbled;
  }
}

/** Seconds only; a date would have to be compared with the provider's clock. */
function retryAfterMs({ headers }: Answer): number | null {
  const seconds = headers['retry-after'];
  return seconds !== undefined && /^[0-9]{1,6}$/.test(seconds)
    ? Math.min(Number(seconds) * 1_000, pauseMaxMs)
    : null;
}

/** The id of a message that a status query found under our reference; null when it found none or cannot say. */
export function readLookUp(result: HttpResult, ourRef: string): string | null {
  if (result.kind !== 'answer' || result.status !== 200) return null;
  const body = objectFromWire(result.body);
  const id = body?.['reference'] === ourRef ? textMember(body, 'id') : undefined;
  return id !== undefined && isPartId(id) ? id : null;
}
