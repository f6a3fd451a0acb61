// Reads Infobip's notices: reports and inbound messages.

import { asObject, textMember } from '@jokko/connectors/kit';
import type {
  JsonObject,
  SmsContext,
  SmsInbound,
  SmsNotice,
  SmsReceived,
} from '@jokko/connectors/kit';
import { entriesOfNotice, inboundOf, refuseNotice } from '@jokko/connectors/kit/carrier';
import { proofOf } from './authenticity.ts';
import type { InfobipConfig } from './config.ts';
import { readReport } from './read-report.ts';

/** 200 and what it says; 401 for a false proof, 400 for what is no notice, 405 for another method. */
export function receive(
  { config }: Pick<SmsContext<InfobipConfig>, 'config'>,
  notice: SmsNotice,
): SmsReceived {
  if (notice.method !== 'POST') return refuseNotice(405);
  const proof = proofOf(config, notice);
  if (proof === 'false') return refuseNotice(401);
  const entries = entriesOfNotice(notice.body, 'results');
  if (entries === null) return refuseNotice(400);
  const receipts = entries.map(readReport).filter((receipt) => receipt !== null);
  return {
    reply: { status: 200 },
    receipts: proof === 'proven' ? receipts : [],
    unproven: proof === 'proven' ? [] : receipts,
    inbound: entries.map(readInbound).filter((message) => message !== null),
  };
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
