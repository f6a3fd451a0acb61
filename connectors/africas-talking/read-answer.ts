// Reads the answer to one submission of several numbers, each by its own status.

import {
  asObject,
  codeMember,
  isPartId,
  listMember,
  objectFromWire,
  textMember,
} from '@jokko/connectors/kit';
import type { HttpResult, JsonObject, SmsContext, SmsPart } from '@jokko/connectors/kit';
import {
  accepted,
  entriesBy,
  garbled,
  phoneDigits,
  readingOf,
  readRequestError,
  quoted,
  readUnanswered,
  readUnlisted,
  readUnlistedRefusal,
} from '@jokko/connectors/kit/carrier';
import type { HttpAnswer, Reading } from '@jokko/connectors/kit/carrier';
import type { AfricasTalkingConfig } from './config.ts';
import { refusalCodes, takenCodes, wholeRefusals } from './status-table.ts';

type Log = SmsContext<unknown>['log'];

const connector = 'africas-talking';
/** Refusals have this instead of an id. */
const noId = 'None';
const firstRefusal = 400;

export function readAnswer(
  result: HttpResult,
  parts: readonly SmsPart[],
  { config, log }: Pick<SmsContext<AfricasTalkingConfig>, 'config' | 'log'>,
): Reading[] {
  if (result.kind !== 'answer') return parts.map(() => readUnanswered(result));
  const data = asObject(objectFromWire(result.body)?.['SMSMessageData']);
  const isTold = data !== null && Array.isArray(data['Recipients']);
  if (isTold && (result.status === 201 || result.status === 200 || result.status === 409)) {
    const recipients = entriesBy(listMember(data, 'Recipients'), (recipient) =>
      phoneDigits(textMember(recipient, 'number')),
    );
    // Recipients that cannot be read are no refusal of all.
    if ((data['Recipients'] as unknown[]).length === 0) {
      const refusal = readWhole(
        quoted(textMember(data, 'Message') ?? '', [
          config.apiKey,
          ...parts.map(({ text }) => text),
        ]),
        log,
      );
      return parts.map(() => refusal);
    }
    return parts.map(({ to }) => readRecipient(recipients.get(to), log));
  }
  const error = readError(result, log);
  return parts.map(() => error);
}

function readRecipient(recipient: JsonObject | undefined, log: Log): Reading {
  const code = recipient === undefined ? undefined : codeMember(recipient, 'statusCode');
  if (recipient === undefined || code === undefined) return garbled;
  const id = textMember(recipient, 'messageId');
  if (takenCodes.has(code))
    return id !== undefined && id !== noId && isPartId(id) ? accepted(id) : garbled;
  const listed = refusalCodes.get(code);
  if (listed !== undefined) return readingOf(listed, code);
  // It has no id, and its code says that it was refused.
  return Number(code) >= firstRefusal && (id === undefined || id === noId)
    ? readUnlistedRefusal(code, { connector, log })
    : readUnlisted(code, { connector, log });
}

/** Says that some were sent, whatever the list beside it says. */
const sentToSome = /^Sent to [1-9]/i;

/** All were refused: there is a word and no recipient. */
function readWhole(message: string, log: Log): Reading {
  if (message === '' || sentToSome.test(message)) return readUnlisted(message, { connector, log });
  const listed = wholeRefusals.get(message.replace(/ /g, '').toUpperCase());
  return listed === undefined
    ? readUnlistedRefusal(message, { connector, log })
    : readingOf(listed, message);
}

/** HTTP 401 has a sentence in plain text; 409 outside of its form is the ban on promotional texts by night. */
function readError(answer: HttpAnswer, log: Log): Reading {
  const code = answer.status === 409 ? '409' : undefined;
  return readRequestError(answer, code, refusalCodes, { connector, log });
}
