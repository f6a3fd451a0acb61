// Reads a delivery report, as a notice, the list of reports or the logs tell it.

import { asObject, codeMember, isPartId, textMember } from '@jokko/connectors/kit';
import type { JsonObject, SmsReceipt } from '@jokko/connectors/kit';
import { phoneDigits } from '@jokko/connectors/kit/carrier';
import { duplicateId, statusIds, unlistedGroups } from './status-table.ts';

/** Null for what names no message. */
export function readReport(entry: JsonObject): SmsReceipt | null {
  const id = textMember(entry, 'messageId');
  const status = asObject(entry['status']);
  if (id === undefined || !isPartId(id) || status === null) return null;
  const error = asObject(entry['error']) ?? {};
  const errorId = codeMember(error, 'id');
  const ourRef = textMember(entry, 'callbackData');
  return {
    id,
    alternatives: [],
    state: stateOf(status),
    errorCode: errorId === undefined || errorId === '0' ? null : errorId,
    msisdn: numberOf(entry),
    // The id of a message is our reference; the data beside it says the same.
    ourRef: ourRef ?? id,
  };
}

/** Of the recipient: reports and version 2 name it otherwise than the logs of version 3. Null: the entry names none. */
export const numberOf = (entry: JsonObject): string | null =>
  phoneDigits(textMember(entry, 'to') ?? textMember(entry, 'destination'));

function stateOf(status: JsonObject): SmsReceipt['state'] {
  const id = codeMember(status, 'id') ?? '';
  // The repetition was refused. The message of this id goes on, and has a report of its own.
  if (id === duplicateId) return 'enroute';
  const listed = statusIds.get(id)?.state;
  return listed ?? unlistedGroups.get(codeMember(status, 'groupId') ?? '') ?? 'unknown';
}
