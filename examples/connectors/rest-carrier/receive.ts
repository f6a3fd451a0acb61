// Authenticates and reads the carrier's notices: reports and messages from phones, signed with
// HMAC-SHA256 of the body.

import { isHmacOf, textMember, wordMember } from '@jokko/connectors/kit';
import { inboundOf, objectOfNotice } from '@jokko/connectors/kit/carrier';
import { receiptOf, receiveNotices } from '@jokko/connectors/kit/carrier';
import { statuses } from './code-table.ts';
import type { RestCarrierConfig } from './config.ts';

/** 200 and what it says; 4xx for what is no notice, or is signed by somebody else. */
export const receive = receiveNotices<RestCarrierConfig>({
  proof: ({ config }, { headers, body }) =>
    isHmacOf(body, config.noticeSecret, headers['x-signature'] ?? '') ? 'proven' : 'false',
  read({ body }) {
    const notice = objectOfNotice(body) ?? {};
    const receipt = receiptOf(statuses, {
      id: textMember(notice, 'id'),
      status: wordMember(notice, 'status'),
      errorCode: textMember(notice, 'reason'),
      to: textMember(notice, 'to'),
      ourRef: textMember(notice, 'reference'),
    });
    if (receipt !== null) return { receipts: [receipt] };
    const message = inboundOf({
      from: textMember(notice, 'from'),
      to: textMember(notice, 'to'),
      text: notice['text'],
      id: textMember(notice, 'id'),
    });
    return message && { inbound: [message] };
  },
});
