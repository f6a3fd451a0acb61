// Configuration of a Stripe account, and the values that each call derives from it.

import {
  baseAddress,
  choice,
  fields,
  httpFields,
  liveQuiescenceMs,
  optional,
  queryThenReplay,
  sandboxQuiescenceMs,
  secret,
  url,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';

/** Printable ASCII, since it goes into a header. */
const key = (start: RegExp, message: string) => (value: string) =>
  start.test(value) && /^[\x21-\x7e]+$/.test(value) ? null : message;

export const configuration = fields({
  /** Everything before `/v1`: `https://api.stripe.com`. */
  baseUrl: url(),
  /** `sk_live_…`, `sk_test_…` or a restricted key `rk_…`. */
  secretKey: secret('Clé secrète', 'Secret key', key(/^(sk|rk)_/, 'must begin with sk_ or rk_')),
  webhookSecret: secret(
    'Secret du webhook',
    'Webhook signing secret',
    key(/^whsec_/, 'must begin with whsec_'),
  ),
  /** When Stripe asks the issuer for 3-D Secure; default `automatic`. */
  threeDSecure: optional(
    choice('Demande de 3-D Secure', '3-D Secure request', ['automatic', 'any', 'challenge']),
  ),
  /** An authorisation waits for the issuer. */
  ...httpFields(30_000, 90_000),
});
export type StripeConfig = ConfigOf<typeof configuration>;

/** The version that this connector was written for; without it an account's own default decides. */
const apiVersion = '2024-06-20';

export const settingsOf = configuration.settings((config) => ({
  /** Without a slash at the end. */
  baseUrl: baseAddress(config.baseUrl),
  timeoutMs: config.timeoutMs,
  headers: { Authorization: `Bearer ${config.secretKey}`, 'Stripe-Version': apiVersion },
  /** The search that finds a payment by our reference may lag; the key makes a replay safe. */
  resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
}));
