// Configuration of a Twilio account, and the values that each call derives from it.

import {
  account,
  baseAddress,
  fields,
  like,
  optional,
  secret,
  text,
  url,
  withDefault,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';
import { carrierFields } from '@jokko/connectors/kit/carrier';

const sids = { AC: /^AC[0-9a-f]{32}$/i, SK: /^SK[0-9a-f]{32}$/i, MG: /^MG[0-9a-f]{32}$/i };
const sid = (prefix: keyof typeof sids) =>
  like(sids[prefix], `must be ${prefix} and 32 hexadecimal digits`);

export const configuration = fields(
  {
    /** Everything before `/2010-04-01`. */
    baseUrl: withDefault(url(), 'https://api.twilio.com'),
    accountSid: account('Account SID', 'Account SID', sid('AC')),
    /** Signs Twilio's notices; without an API key it opens the account, too. */
    authToken: secret('Auth token', 'Auth token'),
    apiKey: optional(account('Clé API (SID)', 'API key (SID)', sid('SK'))),
    apiKeySecret: optional(secret('Secret de la clé API', 'Secret of the API key')),
    /** Chooses the sender itself; absent: the sender of each message is shown. */
    messagingServiceSid: optional(
      text('Messaging Service (SID)', 'Messaging Service (SID)', sid('MG')),
    ),
    ...carrierFields(),
  },
  ({ apiKey = '', apiKeySecret = '' }, refuse) => {
    if (apiKey !== '' && apiKeySecret === '') refuse('apiKeySecret', 'is needed with an API key');
    if (apiKey === '' && apiKeySecret !== '') refuse('apiKey', 'is needed with its secret');
  },
);
export type TwilioConfig = ConfigOf<typeof configuration>;

export const settingsOf = configuration.settings((config) => {
  const user = config.apiKey || config.accountSid;
  const password = config.apiKey ? (config.apiKeySecret ?? '') : config.authToken;
  return {
    accountUrl: `${baseAddress(config.baseUrl)}/2010-04-01/Accounts/${config.accountSid}`,
    headers: {
      Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      Accept: 'application/json',
    },
    messagingServiceSid: config.messagingServiceSid || null,
    window: config.window,
    sessions: config.sessions,
    ratePerSec: config.ratePerSec ?? null,
    timeoutMs: config.timeoutMs,
  };
});
