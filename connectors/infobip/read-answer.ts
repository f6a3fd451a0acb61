// Reads the answer to a submission of several messages, and the errors of whole requests.

import {
  asObject,
  codeMember,
  countMember,
  listMember,
  objectFromWire,
  textMember,
} from '@jokko/connectors/kit';
import type { JsonObject, SmsPart } from '@jokko/connectors/kit';
import {
  accepted,
  entriesIn,
  garbled,
  readingOf,
  readUnlisted,
  readUnlistedRefusal,
  refused,
} from '@jokko/connectors/kit/carrier';
import type { CarrierContext, HttpAnswer, Reading } from '@jokko/connectors/kit/carrier';
import { duplicateId, statusIds, unlistedGroups } from './status-table.ts';

type Context = Pick<CarrierContext<unknown>, 'connector' | 'log' | 'quote'>;

/** Null: an error that means the same for all. */
export function readAnswer(
  answer: HttpAnswer,
  parts: readonly SmsPart[],
  context: Context,
): Reading[] | null {
  if (answer.status !== 200) return readRefusal(answer, parts.length);
  const entries = entriesIn(answer, 'messages', 'messageId');
  return parts.map((part) => {
    const entry = entries?.get(part.ourRef);
    return entry === undefined ? garbled : readEntry(entry, part, context);
  });
}

/** What an answer or the logs say of one message of ours. */
export function readEntry(entry: JsonObject, part: SmsPart, context: Context): Reading {
  const status = asObject(entry['status']) ?? {};
  const id = codeMember(status, 'id');
  if (id === undefined) return garbled;
  if (id === duplicateId) return { ...garbled, takenBefore: true };
  const name = textMember(status, 'name') ?? id;
  const listed = statusIds.get(id);
  if (listed === undefined) {
    const state = unlistedGroups.get(codeMember(status, 'groupId') ?? '');
    if (state === 'rejected') return readUnlistedRefusal(name, context, [part]);
    const unlisted = readUnlisted(name, context, [part]);
    return state === undefined ? unlisted : taken(entry, part);
  }
  if (listed.refusal === undefined) return taken(entry, part);
  const reading = readingOf(refused(listed.refusal), context.quote(name, [part]));
  return listed.account === true ? { ...reading, connectionAtFault: true } : reading;
}

function taken(entry: JsonObject, { ourRef }: SmsPart): Reading {
  const details = asObject(entry['details']) ?? entry;
  return accepted(ourRef, countMember(details, 'messageCount') ?? countMember(entry, 'smsCount'));
}

/** Infobip's own code; undefined: the body is not Infobip's. */
export function codeOf({ body }: HttpAnswer): string | undefined {
  const error = objectFromWire(body) ?? {};
  const exception = asObject(asObject(error['requestError'])?.['serviceException']) ?? {};
  return textMember(error, 'errorCode') ?? textMember(exception, 'messageId');
}

/**
 * Infobip refuses a request as a whole for what is wrong with one of its messages, which it may
 * name. Null: that is not why.
 */
function readRefusal(answer: HttpAnswer, count: number): Reading[] | null {
  const code = codeOf(answer) ?? '';
  if (count === 1 || answer.status !== 400 || !['E400', 'BAD_REQUEST'].includes(code)) return null;
  const violations = listMember(objectFromWire(answer.body) ?? {}, 'violations');
  const named = violations.map((each) =>
    /^messages(?:\[([0-9]{1,4})?\])?/.exec(textMember(each, 'property') ?? ''),
  );
  // About the request itself, which its parts would be refused for as well.
  if (named.length > 0 && named.every((match) => match === null)) return null;
  const wrong = new Set(named.map((match) => match?.[1] && Number(match[1])));
  const reading = readingOf(refused('other'), code);
  return Array.from({ length: count }, (_, at) =>
    wrong.has(at) ? reading : { ...reading, refusedWithOthers: true },
  );
}
