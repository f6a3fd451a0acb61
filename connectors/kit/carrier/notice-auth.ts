// What proves that a carrier sent a notice, where its interface leaves that to the configuration:
// Basic authentication, a signature of the body, or nothing.

import { basicAuth } from '../basic-auth.ts';
import { choice, hinted, optional, secret, text, withDefault, type Refuse } from '../fields.ts';
import { isHmacOf, isSameSecret } from '../notice-proof.ts';
import type { SmsNotice } from '../sms.ts';

/** `none`: the configuration names no proof, and the notice is only a reason to ask. */
export type Proof = 'proven' | 'false' | 'none';

export const noticeAuthFields = () => ({
  /** None: each report is confirmed by the carrier. */
  noticeAuth: hinted(
    withDefault(
      choice('Preuve des notifications', 'Proof of notices', ['none', 'basic', 'hmac']),
      'none',
    ),
    'none : chaque rapport est confirmé auprès de l’opérateur. basic, hmac : l’authentification choisie chez lui pour les notifications.',
    'none: each report is confirmed with the carrier. basic, hmac: the authentication that you chose there for notices.',
  ),
  noticeUser: hinted(
    optional(text('Utilisateur des notifications', 'User of notices')),
    'Pour basic : celui que vous avez saisi chez l’opérateur.',
    'For basic: the one that you entered at the carrier.',
  ),
  noticeSecret: hinted(
    optional(secret('Secret des notifications', 'Secret of notices')),
    'Pour basic, le mot de passe saisi chez l’opérateur ; pour hmac, son secret.',
    'For basic the password that you entered at the carrier; for hmac its secret.',
  ),
  /**
   * The header of a signature: HMAC over the body, by whichever hash the carrier was told, in
   * hexadecimal or Base64.
   */
  noticeHeader: hinted(
    optional(text('En-tête de la signature', 'Header of the signature')),
    'Pour hmac : le nom de l’en-tête indiqué par l’opérateur.',
    'For hmac: the name of the header that the carrier tells.',
  ),
});

interface NoticeAuth {
  noticeAuth?: 'none' | 'basic' | 'hmac' | undefined;
  noticeUser?: string | undefined;
  noticeSecret?: string | undefined;
  noticeHeader?: string | undefined;
}

/** What no field shows alone. */
export function checkNoticeAuth(
  { noticeAuth = 'none', noticeUser, noticeSecret, noticeHeader }: NoticeAuth,
  refuse: Refuse<NoticeAuth>,
): void {
  if (noticeAuth !== 'none' && !noticeSecret) refuse('noticeSecret', 'is needed for this proof');
  if (noticeAuth === 'basic' && !noticeUser) refuse('noticeUser', 'is needed for this proof');
  if (noticeAuth === 'hmac' && !noticeHeader) refuse('noticeHeader', 'is needed for this proof');
}

export function proofOf(
  { noticeAuth = 'none', noticeUser = '', noticeSecret = '', noticeHeader = '' }: NoticeAuth,
  { headers, body }: Pick<SmsNotice, 'headers' | 'body'>,
): Proof {
  switch (noticeAuth) {
    case 'none':
      return 'none';
    case 'basic':
      return proven(
        isSameSecret(headers['authorization'] ?? '', basicAuth(noticeUser, noticeSecret)),
      );
    case 'hmac': {
      const header = headers[noticeHeader.toLowerCase()] ?? '';
      const given = header.replace(/^(?:md5|sha1|sha256|sha512)=/i, '');
      return proven(isHmacOf(body, noticeSecret, given, ['md5', 'sha1', 'sha256', 'sha512']));
    }
  }
}

const proven = (isGood: boolean): Proof => (isGood ? 'proven' : 'false');
