// Reads the answer to one submission of several numbers, each by its own status.

import { asObject, codeMember, isPartId, listMember } from '@jokko/connectors/kit';
import { objectFromWire, textMember } from '@jokko/connectors/kit';
import type { JsonObject, SmsPart } from '@jokko/connectors/kit';
import {
  accepted,
  entriesBy,
  garbled,
  phoneDigits,
  readingOf,
  readUnlisted,
  readUnlistedRefusal,
} from '@jokko/connectors/kit/carrier';
import type { CarrierContext, HttpAnswer, Reading } from '@jokko/connectors/kit/carrier';
import { refusalCodes, takenCodes, wholeRefusals } from './status-table.ts';

type Context = CarrierContext<unknown>;

/** Refusals have this instead of an id. */
const noId = 'None';
const firstRefusal = 400;

/** Null: it does not tell of recipients. */
export function readAnswer(
  { status, body }: HttpAnswer,
  parts: readonly SmsPart[],
  context: Context,
): Reading[] | null {
  const data = asObject(objectFromWire(body)?.['SMSMessageData']);
  const listed = data?.['Recipients'];
  if (data === null || !Array.isArray(listed) || ![200, 201, 409].includes(status)) return null;
  const recipients = entriesBy(listMember(data, 'Recipients'), (recipient) =>
    phoneDigits(textMember(recipient, 'number')),
  );
  // Recipients that cannot be read are no refusal of all.
  if (listed.length > 0)
    return parts.map((part) => readRecipient(recipients.get(part.to), part, context));
  const whole = readWhole(textMember(data, 'Message') ?? '', parts, context);
  return parts.map(() => whole);
}

function readRecipient(
  recipient: JsonObject | undefined,
  part: SmsPart,
  context: Context,
): Reading {
  const code = recipient === undefined ? undefined : codeMember(recipient, 'statusCode');
  if (recipient === undefined || code === undefined) return garbled;
  const id = textMember(recipient, 'messageId');
  if (takenCodes.has(code))
    return id !== undefined && id !== noId && isPartId(id) ? accepted(id) : garbled;
  const listed = refusalCodes.get(code);
  if (listed !== undefined) return readingOf(listed, code);
  // It has no id, and its code says that it was refused.
  return Number(code) >= firstRefusal && (id === undefined || id === noId)
    ? readUnlistedRefusal(code, context, [part])
    : readUnlisted(code, context, [part]);
}

/** Says that some were sent, whatever the list beside it says. */
const sentToSome = /^Sent to [1-9]/i;

/** All were refused: there is a word and no recipient. */
function readWhole(message: string, parts: readonly SmsPart[], context: Context): Reading {
  if (message === '' || sentToSome.test(message)) return readUnlisted(message, context, parts);
  const listed = wholeRefusals.get(message.replace(/ /g, '').toUpperCase());
  return listed === undefined
    ? readUnlistedRefusal(message, context, parts)
    : readingOf(listed, message);
}
