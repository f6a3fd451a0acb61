// Configuration of an Infobip account, and the values that each call derives from it.

import {
  baseAddress,
  choice,
  fields,
  flag,
  hinted,
  optional,
  secret,
  text,
  url,
  withDefault,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';
import { carrierFields, carrierSettings } from '@jokko/connectors/kit/carrier';

export const configuration = fields(
  {
    /** Of the account, for example `https://xxxxx.api.infobip.com`. */
    baseUrl: hinted(
      url(),
      'Propre à votre compte : https://xxxxx.api.infobip.com, affichée sur la page d’accueil du portail Infobip et avec vos clés.',
      'Your account’s own: https://xxxxx.api.infobip.com, shown on the home page of the Infobip portal and with your keys.',
    ),
    apiKey: hinted(
      secret('Clé API', 'API key'),
      'Portail Infobip, Developer tools, API keys. Droits : envoyer des SMS, lire leurs journaux et le solde.',
      'Infobip portal, Developer tools, API keys. Scopes: send SMS, read their logs and the balance.',
    ),
    /** Fetches reports instead of having them sent: no other program may fetch them, since each is given once. */
    pullReports: hinted(
      withDefault(flag('Relever les rapports', 'Fetch reports'), false),
      'Pour une installation qu’Infobip ne peut pas joindre. Relève aussi les messages des téléphones. Chacun n’est donné qu’une fois : aucun autre programme ne doit les relever.',
      'For an installation that Infobip cannot reach. Fetches messages from phones, too. Each is given once: no other program may fetch them.',
    ),
    /** What proves a notice; none: each report is confirmed by Infobip's logs. */
    noticeAuth: hinted(
      withDefault(
        choice('Preuve des notifications', 'Proof of notices', ['none', 'basic', 'hmac']),
        'none',
      ),
      'none : chaque rapport est confirmé par les journaux d’Infobip. basic, hmac : l’authentification choisie chez Infobip dans l’abonnement (Subscriptions) aux rapports.',
      'none: each report is confirmed by Infobip’s logs. basic, hmac: the authentication chosen at Infobip in the subscription to reports.',
    ),
    noticeUser: hinted(
      optional(text('Utilisateur des notifications', 'User of notices')),
      'Pour basic : celui que vous avez saisi dans l’abonnement.',
      'For basic: the one that you entered in the subscription.',
    ),
    noticeSecret: hinted(
      optional(secret('Secret des notifications', 'Secret of notices')),
      'Pour basic, le mot de passe de l’abonnement ; pour hmac, son secret.',
      'For basic the subscription’s password; for hmac its secret.',
    ),
    /** Of a signature: HMAC over the body, by whichever hash the subscription names, in hexadecimal or Base64. */
    noticeHeader: hinted(
      optional(text('En-tête de la signature', 'Header of the signature')),
      'Pour hmac : le nom de l’en-tête indiqué dans l’abonnement.',
      'For hmac: the name of the header in the subscription.',
    ),
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
  ...carrierSettings(config),
}));
