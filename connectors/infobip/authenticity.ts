// Tells whether a notice proves that Infobip sent it: by Basic authentication or a signature, as
// its subscription is configured.

import { isHmacOf, isSameSecret } from '@jokko/connectors/kit';
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
      return proven(isSameSecret(headers['authorization'] ?? '', expected));
    }
    case 'hmac': {
      const given = (headers[noticeHeader] ?? '').replace(/^(?:md5|sha1|sha256|sha512)=/i, '');
      return proven(isHmacOf(body, noticeSecret, given, ['md5', 'sha1', 'sha256', 'sha512']));
    }
  }
}

const proven = (isGood: boolean): Proof => (isGood ? 'proven' : 'false');
