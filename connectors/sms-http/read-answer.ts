// Classifies the outcome of one submission, as far as the provider's answer proves it.

import {
  asObject,
  isPartId,
  listMember,
  objectFromWire,
  textMember,
  wordMember,
} from '@jokko/connectors/kit';
import type { HttpResult, SmsContext } from '@jokko/connectors/kit';
import {
  accepted,
  garbled,
  readingOf,
  readRequestError,
  readUnanswered,
  readUnlistedRefusal,
} from '@jokko/connectors/kit/carrier';
import type { HttpAnswer, Reading } from '@jokko/connectors/kit/carrier';
import { recipientWords, requestWords } from './status-table.ts';

type Log = SmsContext<unknown>['log'];

const connector = 'sms-http';

export function readAnswer(result: HttpResult, ourRef: string, log: Log): Reading {
  if (result.kind !== 'answer') return readUnanswered(result);
  return result.status === 200 ? readAccepted(result, ourRef, log) : readRefusal(result, log);
}

function readAccepted(answer: HttpAnswer, ourRef: string, log: Log): Reading {
  const body = objectFromWire(answer.body);
  const entry =
    body === null
      ? undefined
      : listMember(body, 'messages').find(({ reference }) => reference === ourRef);
  if (entry === undefined) return garbled;
  const id = textMember(entry, 'id');
  const status = wordMember(entry, 'status');
  if (status === 'ACCEPTED' && id !== undefined && isPartId(id)) return accepted(id);
  if (status !== 'REFUSED') return garbled;
  const word = textMember(entry, 'code') ?? '';
  const meaning = recipientWords.get(word);
  return meaning === undefined
    ? readUnlistedRefusal(word, { connector, log })
    : readingOf(meaning, word);
}

function readRefusal(answer: HttpAnswer, log: Log): Reading {
  const error = asObject(objectFromWire(answer.body)?.['error']);
  const word = error === null ? undefined : textMember(error, 'code');
  return readRequestError(answer, word, requestWords, { connector, log });
}

/** The id of a message that a status query found under our reference; null when it found none or cannot say. */
export function readLookUp(result: HttpResult, ourRef: string): string | null {
  if (result.kind !== 'answer' || result.status !== 200) return null;
  const body = objectFromWire(result.body);
  const id = body?.['reference'] === ourRef ? textMember(body, 'id') : undefined;
  return id !== undefined && isPartId(id) ? id : null;
}
