// Configuration of an Infobip account, and the values that each call derives from it.

import {
  baseAddress,
  choice,
  fields,
  flag,
  optional,
  secret,
  text,
  url,
  withDefault,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';
import { carrierFields } from '@jokko/connectors/kit/carrier';

export const configuration = fields(
  {
    /** Of the account, for example `https://xxxxx.api.infobip.com`. */
    baseUrl: url(),
    apiKey: secret('Clé API', 'API key'),
    /** Fetches reports instead of having them sent: no other program may fetch them, since each is given once. */
    pullReports: withDefault(flag('Relever les rapports', 'Fetch reports'), false),
    /** What proves a notice; none: each report is confirmed by Infobip's logs. */
    noticeAuth: withDefault(
      choice('Preuve des notifications', 'Proof of notices', ['none', 'basic', 'hmac']),
      'none',
    ),
    noticeUser: optional(text('Utilisateur des notifications', 'User of notices')),
    noticeSecret: optional(secret('Secret des notifications', 'Secret of notices')),
    /** Of a signature: HMAC-SHA256 over the body, in hexadecimal or Base64. */
    noticeHeader: optional(text('En-tête de la signature', 'Header of the signature')),
    ...carrierFields(),
  },
  ({ noticeAuth = 'none', noticeUser, noticeSecret, noticeHeader }, refuse) => {
    if (noticeAuth !== 'none' && !noticeSecret) refuse('noticeSecret', 'is needed for this proof');
    if (noticeAuth === 'basic' && !noticeUser) refuse('noticeUser', 'is needed for this proof');
    if (noticeAuth === 'hmac' && !noticeHeader) refuse('noticeHeader', 'is needed for this proof');
  },
);
export type InfobipConfig = ConfigOf<typeof configuration>;

export const settingsOf = configuration.settings((config) => ({
  baseUrl: baseAddress(config.baseUrl),
  headers: { Authorization: `App ${config.apiKey}`, Accept: 'application/json' },
  pullReports: config.pullReports,
  noticeAuth: config.noticeAuth,
  noticeUser: config.noticeUser ?? '',
  noticeSecret: config.noticeSecret ?? '',
  noticeHeader: (config.noticeHeader ?? '').toLowerCase(),
  window: config.window,
  sessions: config.sessions,
  ratePerSec: config.ratePerSec ?? null,
  timeoutMs: config.timeoutMs,
}));
