// Configuration of an Infobip account, and the values that each call derives from it.

import { baseAddress, fields, flag, hinted, secret, url, withDefault } from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';
import {
  carrierFields,
  carrierSettings,
  checkNoticeAuth,
  noticeAuthFields,
} from '@jokko/connectors/kit/carrier';

export const configuration = fields(
  {
    /** The account's own address, for example `https://xxxxx.api.infobip.com`. */
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
    /**
     * Fetches reports instead of having them sent: no other program may fetch them, since each is
     * given once.
     */
    pullReports: hinted(
      withDefault(flag('Relever les rapports', 'Fetch reports'), false),
      'Pour une installation qu’Infobip ne peut pas joindre. Relève aussi les messages des téléphones. Chacun n’est donné qu’une fois : aucun autre programme ne doit les relever.',
      'For an installation that Infobip cannot reach. Fetches messages from phones, too. Each is given once: no other program may fetch them.',
    ),
    ...noticeAuthFields(),
    ...carrierFields(),
  },
  checkNoticeAuth,
);
export type InfobipConfig = ConfigOf<typeof configuration>;

export const settingsOf = configuration.settings((config) => ({
  ...carrierSettings(config),
  baseUrl: baseAddress(config.baseUrl),
  headers: { Authorization: `App ${config.apiKey}`, Accept: 'application/json' },
  pullReports: config.pullReports,
  noticeAuth: config.noticeAuth,
}));
export type Settings = ReturnType<typeof settingsOf>;
