// Reads the answer to one submission.

import { codeMember, objectFromWire, textMember } from '@jokko/connectors/kit';
import type { HttpResult, SmsContext } from '@jokko/connectors/kit';
import { accepted, garbled, readRequestError, readUnanswered } from '@jokko/connectors/kit/carrier';
import type { Reading } from '@jokko/connectors/kit/carrier';
import { errorCodes } from './code-table.ts';

export const messageSid = /^(?:SM|MM)[0-9a-f]{32}$/i;

export function readAnswer(result: HttpResult, log: SmsContext<unknown>['log']): Reading {
  if (result.kind !== 'answer') return readUnanswered(result);
  const body = objectFromWire(result.body);
  if (result.status >= 200 && result.status < 300) {
    const id = body === null ? undefined : textMember(body, 'sid');
    return id !== undefined && messageSid.test(id) ? accepted(id) : garbled;
  }
  return readRequestError(result, codeOf(result), errorCodes, { connector: 'twilio', log });
}

/** Twilio's own code; undefined: the body is not Twilio's. */
export function codeOf(result: HttpResult): string | undefined {
  const body = result.kind === 'answer' ? objectFromWire(result.body) : null;
  return body === null ? undefined : codeMember(body, 'code');
}
