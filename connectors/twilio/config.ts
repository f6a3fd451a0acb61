// Configuration of a Twilio account, and the values that each call derives from it.

import {
  account,
  baseAddress,
  basicAuth,
  fields,
  hinted,
  like,
  optional,
  secret,
  text,
  url,
  withDefault,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';
import { carrierFields, carrierSettings } from '@jokko/connectors/kit/carrier';

const sids = { AC: /^AC[0-9a-f]{32}$/i, SK: /^SK[0-9a-f]{32}$/i, MG: /^MG[0-9a-f]{32}$/i };
const sid = (prefix: keyof typeof sids) =>
  like(sids[prefix], `must be ${prefix} and 32 hexadecimal digits`);

export const configuration = fields(
  {
    /** Everything before `/2010-04-01`. */
    baseUrl: hinted(
      withDefault(url(), 'https://api.twilio.com'),
      'À laisser vide, sauf pour une autre région de Twilio.',
      'Leave empty, unless you use another region of Twilio.',
    ),
    accountSid: hinted(
      account('Account SID', 'Account SID', sid('AC')),
      'Console Twilio, page d’accueil du compte, Account Info : AC et 32 chiffres hexadécimaux.',
      'Twilio Console, home page of the account, Account Info: AC and 32 hexadecimal digits.',
    ),
    /** Signs Twilio's notices; without an API key it opens the account, too. */
    authToken: hinted(
      secret('Auth token', 'Auth token'),
      'Au même endroit. Il vérifie aussi la signature des notifications : il est nécessaire même avec une clé API.',
      'In the same place. It also verifies the signature of notices: it is needed with an API key, too.',
    ),
    apiKey: hinted(
      optional(account('Clé API (SID)', 'API key (SID)', sid('SK'))),
      'Console Twilio, Account, API keys & tokens : SK et 32 chiffres. Sans elle, les appels utilisent l’auth token.',
      'Twilio Console, Account, API keys & tokens: SK and 32 digits. Without it calls use the auth token.',
    ),
    apiKeySecret: hinted(
      optional(secret('Secret de la clé API', 'Secret of the API key')),
      'Affiché une seule fois, à la création de la clé.',
      'Shown once, when the key is created.',
    ),
    /** Chooses the sender itself; absent: the sender of each message is shown. */
    messagingServiceSid: hinted(
      optional(text('Messaging Service (SID)', 'Messaging Service (SID)', sid('MG'))),
      'Console Twilio, Messaging, Services : MG et 32 chiffres. Le service choisit alors l’expéditeur. Vide : l’expéditeur de chaque message.',
      'Twilio Console, Messaging, Services: MG and 32 digits. The service then chooses the sender. Empty: the sender of each message.',
    ),
    ...carrierFields(),
  },
  ({ apiKey = '', apiKeySecret = '' }, refuse) => {
    if (apiKey !== '' && apiKeySecret === '') refuse('apiKeySecret', 'is needed with an API key');
    if (apiKey === '' && apiKeySecret !== '') refuse('apiKey', 'is needed with its secret');
  },
);
export type TwilioConfig = ConfigOf<typeof configuration>;

export const settingsOf = configuration.settings((config) => ({
  ...carrierSettings(config),
  baseUrl: `${baseAddress(config.baseUrl)}/2010-04-01/Accounts/${config.accountSid}`,
  headers: {
    Authorization: config.apiKey
      ? basicAuth(config.apiKey, config.apiKeySecret ?? '')
      : basicAuth(config.accountSid, config.authToken),
    Accept: 'application/json',
  },
  messagingServiceSid: config.messagingServiceSid || undefined,
}));
