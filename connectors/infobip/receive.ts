// Reads delivery reports and messages from phones, as a notice, the list of reports or the logs
// tell them.

import { asObject, codeMember, isPartId, textMember } from '@jokko/connectors/kit';
import type { JsonObject, SmsInbound, SmsReceipt } from '@jokko/connectors/kit';
import {
  entriesOfNotice,
  inboundOf,
  phoneDigits,
  proofOf,
  receiveNotices,
  unlistedReport,
} from '@jokko/connectors/kit/carrier';
import type { InfobipConfig } from './config.ts';
import { stateOf } from './status-table.ts';

export const receive = receiveNotices<InfobipConfig>({
  proof: ({ config }, notice) => proofOf(config, notice),
  read({ body }) {
    const entries = entriesOfNotice(body, 'results');
    return entries && { receipts: entries.map(readReport), inbound: entries.map(readInbound) };
  },
});

/** Null for what names no message. */
export function readReport(entry: JsonObject): SmsReceipt | null {
  const id = textMember(entry, 'messageId');
  const status = asObject(entry['status']);
  if (id === undefined || !isPartId(id) || status === null) return null;
  const errorId = codeMember(asObject(entry['error']) ?? {}, 'id');
  const { state, unlisted } = stateOf(status);
  const receipt: SmsReceipt = {
    id,
    alternatives: [],
    state,
    errorCode: errorId === undefined || errorId === '0' ? null : errorId,
    // Reports and version 2 name the recipient otherwise than the logs of version 3.
    msisdn: phoneDigits(textMember(entry, 'to') ?? textMember(entry, 'destination')),
    // The id of a message is our reference; the data beside it says the same.
    ourRef: textMember(entry, 'callbackData') ?? id,
  };
  return unlisted === undefined ? receipt : unlistedReport(receipt, unlisted);
}

/** A report has a status, a message from a phone a text. */
export function readInbound(entry: JsonObject): SmsInbound | null {
  if (asObject(entry['status']) !== null) return null;
  return inboundOf({
    from: textMember(entry, 'from'),
    to: textMember(entry, 'to'),
    text: entry['text'],
    id: textMember(entry, 'messageId'),
  });
}
