// Configuration of Orange Money Web Payment, and the values that each call derives from it.

import {
  account,
  baseAddress,
  choice,
  fields,
  httpFields,
  like,
  liveQuiescenceMs,
  optional,
  queryOnly,
  sandboxQuiescenceMs,
  secret,
  url,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';

export const configuration = fields({
  /** Without a path: `https://api.orange.com`. */
  baseUrl: url(),
  /** Part of the address. */
  country: account(
    'Pays (dev, ci, ml, bf…)',
    'Country (dev, ci, ml, bf …)',
    like(/^[a-z]{2,3}$/, 'must be dev or a country code'),
  ),
  clientId: account('Identifiant client', 'Client id'),
  clientSecret: secret('Secret client', 'Client secret'),
  merchantKey: secret('Clé marchand', 'Merchant key'),
  /** Default `fr`. */
  language: optional(choice('Langue de la page', 'Language of the page', ['fr', 'en'])),
  ...httpFields(),
});
export type OrangeWebpayConfig = ConfigOf<typeof configuration>;

/** The test country has a currency of its own. */
export const currencyOf = ({ country }: OrangeWebpayConfig, currency: string): string =>
  country === 'dev' ? 'OUV' : currency;

/** Asking longer tells no more about an order whose answer was lost. */
const giveUpAfterMs = 3_600_000;

export const settingsOf = configuration.settings((config) => ({
  /** Without a slash at the end. */
  baseUrl: baseAddress(config.baseUrl),
  timeoutMs: config.timeoutMs,
  resolution: {
    ...queryOnly(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
    giveUpAfterMs,
  },
}));
