// Reads the answer to one submission.

import { defined } from '@jokko/contract';
import {
  codeMember,
  countMember,
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
  refused,
} from '@jokko/connectors/kit/carrier';
import type { HttpAnswer, Reading } from '@jokko/connectors/kit/carrier';
import { errorCodes, statuses } from './code-table.ts';

type Log = SmsContext<unknown>['log'];

export const messageSid = /^(?:SM|MM)[0-9a-f]{32}$/i;

export function readAnswer(result: HttpResult, log: Log): Reading {
  if (result.kind !== 'answer') return readUnanswered(result);
  if (result.status >= 200 && result.status < 300) return readTaken(result, log);
  return readRequestError(result, codeOf(result), errorCodes, { connector: 'twilio', log });
}

function readTaken({ body }: HttpAnswer, log: Log): Reading {
  const message = objectFromWire(body) ?? {};
  const id = textMember(message, 'sid');
  if (id === undefined || !messageSid.test(id)) return garbled;
  const status = wordMember(message, 'status') ?? '';
  if (endedAtOnce.has(statuses.get(status) ?? ''))
    return readFailed(codeMember(message, 'error_code') ?? '', log);
  // Through a service nothing is counted yet: "0".
  const parts = countMember(message, 'num_segments');
  return { ...accepted(id), outcome: { kind: 'accepted', id, ...defined({ parts }) } };
}

/** Created, and not sent: a report that would say so may never come. */
const endedAtOnce: ReadonlySet<string> = new Set(['rejected', 'undeliverable']);

/** Refused, whatever a refused request with the code would be: Twilio has this message, and tells no other end of it. */
function readFailed(code: string, log: Log): Reading {
  const listed = errorCodes.get(code);
  if (listed === undefined) return readUnlistedRefusal(code, { connector: 'twilio', log });
  const meaning = listed.kind === 'refused' ? listed : refused('other');
  const connectionAtFault = listed.kind === 'busy' && listed.connectionAtFault === true;
  return { ...readingOf(meaning, code), connectionAtFault };
}

/** Twilio's own code; undefined: the body is not Twilio's. */
export function codeOf(result: HttpResult): string | undefined {
  const body = result.kind === 'answer' ? objectFromWire(result.body) : null;
  return body === null ? undefined : codeMember(body, 'code');
}
