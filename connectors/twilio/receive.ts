// Authenticates and reads Twilio's notices: statuses and inbound messages. Only a valid signature
// proves that Twilio sent them.

import { hash } from 'node:crypto';
import { isSameSecret } from '@jokko/connectors/kit';
import {
  fieldsOfNotice,
  formOfNotice,
  inboundOf,
  receiveNotices,
} from '@jokko/connectors/kit/carrier';
import type { TwilioConfig } from './config.ts';
import { readReport } from './read-answer.ts';
import { isSigned } from './signature.ts';

/** Twilio takes an empty answer for no reply. */
export const receive = receiveNotices<TwilioConfig>({
  proof({ config, noticeUrl = '' }, { path, rawQuery, headers, body }) {
    const url = `${noticeUrl}${path === '/' ? '' : path}${rawQuery === undefined ? '' : `?${rawQuery}`}`;
    const bodyHash = new URLSearchParams(rawQuery).get('bodySHA256');
    const signed = bodyHash === null ? formOfNotice(body) : new URLSearchParams();
    const isGenuine =
      isSigned(config.authToken, headers['x-twilio-signature'], url, signed) &&
      (bodyHash === null || isSameSecret(hash('sha256', body), bodyHash.toLowerCase()));
    return isGenuine ? 'proven' : 'false';
  },
  read({ rawQuery, body }) {
    const query = new URLSearchParams(rawQuery);
    // What is no form is signed by its hash in the address.
    const form = (query.has('bodySHA256') ? fieldsOfNotice : formOfNotice)(body);
    const receipt = readReport({
      id: form.get('MessageSid'),
      status: form.get('MessageStatus'),
      errorCode: form.get('ErrorCode'),
      to: form.get('To'),
      ourRef: query.get('ref'),
    });
    if (receipt !== null) return { receipts: [receipt] };
    return {
      inbound: [
        inboundOf({
          from: form.get('From'),
          to: form.get('To'),
          text: form.get('Body'),
          id: form.get('MessageSid'),
        }),
      ],
    };
  },
});
