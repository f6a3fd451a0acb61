// Reads the answer to a submission of several messages, the logs, and the errors of whole requests.

import { defined } from '@jokko/contract';
import {
  asObject,
  codeMember,
  countMember,
  listMember,
  loggable,
  objectFromWire,
  textMember,
} from '@jokko/connectors/kit';
import type { HttpResult, JsonObject, SmsContext, SmsPart } from '@jokko/connectors/kit';
import {
  accepted,
  entriesBy,
  garbled,
  readingOf,
  readRequestError,
  readUnanswered,
  readUnlisted,
  readUnlistedRefusal,
  refused,
} from '@jokko/connectors/kit/carrier';
import type { Reading } from '@jokko/connectors/kit/carrier';
import { duplicateId, requestErrors, statusIds, unlistedGroups } from './status-table.ts';

type Log = SmsContext<unknown>['log'];

const connector = 'infobip';

/** `duplicate`: a message of this id was taken before, and the logs tell what became of it. */
export type Read = Reading | 'duplicate';

export function readAnswer(result: HttpResult, parts: readonly SmsPart[], log: Log): Read[] {
  if (result.kind !== 'answer') return parts.map(() => readUnanswered(result));
  if (result.status !== 200) {
    const error = readRequestError(result, codeOf(result), requestErrors, { connector, log });
    return parts.map(() => error);
  }
  const entries = entriesOf(result, 'messages');
  return parts.map(({ ourRef }) => {
    const entry = entries.get(ourRef);
    return entry === undefined ? garbled : readEntry(entry, ourRef, log);
  });
}

/** By message id. */
export function entriesOf(result: HttpResult, member: string): Map<string, JsonObject> {
  const body = result.kind === 'answer' ? objectFromWire(result.body) : null;
  const entries = body === null ? [] : listMember(body, member);
  return entriesBy(entries, (entry) => textMember(entry, 'messageId'));
}

/** Whether it is an answer of the logs, if only that they know none of the messages. */
export const isLogs = (result: HttpResult): boolean =>
  result.kind === 'answer' &&
  result.status === 200 &&
  Array.isArray(objectFromWire(result.body)?.['results']);

/** What an answer or the logs say of one message of ours. */
export function readEntry(entry: JsonObject, ourRef: string, log: Log): Read {
  const status = asObject(entry['status']) ?? {};
  const id = codeMember(status, 'id');
  if (id === undefined) return garbled;
  if (id === duplicateId) return 'duplicate';
  const name = textMember(status, 'name') ?? id;
  const listed = statusIds.get(id);
  if (listed === undefined) {
    const state = unlistedGroups.get(codeMember(status, 'groupId') ?? '');
    if (state === 'rejected') return readUnlistedRefusal(name, { connector, log });
    const unlisted = readUnlisted(name, { connector, log });
    return state === undefined ? unlisted : taken(entry, ourRef);
  }
  if (listed.refusal === undefined) return taken(entry, ourRef);
  const reading = readingOf(refused(listed.refusal), loggable(name));
  return listed.account === true ? { ...reading, connectionAtFault: true } : reading;
}

function taken(entry: JsonObject, id: string): Reading {
  const details = asObject(entry['details']) ?? entry;
  const parts = countMember(details, 'messageCount') ?? countMember(entry, 'smsCount');
  return { ...accepted(id), outcome: { kind: 'accepted', id, ...defined({ parts }) } };
}

/** Infobip's own code; undefined: the body is not Infobip's. */
export function codeOf(result: HttpResult): string | undefined {
  const body = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (body === null) return undefined;
  const exception = asObject(asObject(body['requestError'])?.['serviceException']);
  return (
    textMember(body, 'errorCode') ?? (exception && textMember(exception, 'messageId')) ?? undefined
  );
}
