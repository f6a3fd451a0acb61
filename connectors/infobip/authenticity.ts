// Tells whether a notice proves that Infobip sent it: by Basic authentication or a signature, as
// its subscription is configured.

import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { SmsNotice } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { InfobipConfig } from './config.ts';

/** `none`: the configuration names no proof, and the notice is only a reason to ask. */
export type Proof = 'proven' | 'false' | 'none';

export function proofOf(config: InfobipConfig, { headers, body }: SmsNotice): Proof {
  const { noticeAuth, noticeUser, noticeSecret, noticeHeader } = settingsOf(config);
  switch (noticeAuth) {
    case 'none':
      return 'none';
    case 'basic': {
      const expected = `Basic ${Buffer.from(`${noticeUser}:${noticeSecret}`).toString('base64')}`;
      return proven(isSameText(headers['authorization'] ?? '', expected));
    }
    case 'hmac': {
      const digest = createHmac('sha256', noticeSecret).update(body).digest();
      const given = (headers[noticeHeader] ?? '').replace(/^sha256=/i, '');
      const bytes = Buffer.from(given, /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64');
      return proven(bytes.length === digest.length && timingSafeEqual(bytes, digest));
    }
  }
}

const proven = (isGood: boolean): Proof => (isGood ? 'proven' : 'false');

/** Of any length, in the same time. */
const isSameText = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
