// Configuration of a Stripe account: the fields that an operator fills in, their validation, and the
// values that each call derives from them.

import {
  baseAddress,
  configField,
  httpFields,
  isHttpAddress,
  isRate,
  liveQuiescenceMs,
  queryThenReplay,
  sandboxQuiescenceMs,
} from '@jokko/connectors/kit';
import type { ConfigField, ConfigProblem, Resolution } from '@jokko/connectors/kit';

export interface StripeConfig {
  /** Everything before `/v1`: `https://api.stripe.com`. */
  baseUrl: string;
  /** `sk_live_…`, `sk_test_…` or a restricted key `rk_…`. */
  secretKey: string;
  /** `whsec_…` of the webhook endpoint. */
  webhookSecret: string;
  /** When Stripe asks the issuer for 3-D Secure; default `automatic`. */
  threeDSecure?: 'automatic' | 'any' | 'challenge';
  /** Our own simulator: outcome digits count. */
  sandbox: boolean;
  /** Default 30,000: an authorisation waits for the issuer. */
  timeoutMs?: number;
  ratePerSec?: number;
}

const defaultTimeoutMs = 30_000;
const threeDSecureChoices = ['automatic', 'any', 'challenge'];

const field = configField<keyof StripeConfig>;

export const configForm: ConfigField[] = [
  field('baseUrl', 'url', 'Adresse de base', 'Base address', true),
  field('secretKey', 'secret', 'Clé secrète', 'Secret key', true),
  field('webhookSecret', 'secret', 'Secret du webhook', 'Webhook signing secret', true),
  {
    ...field('threeDSecure', 'choice', 'Demande de 3-D Secure', '3-D Secure request', false),
    choices: threeDSecureChoices,
  },
  ...httpFields,
];

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: StripeConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const report = (name: keyof StripeConfig, message: string) =>
    void problems.push({ field: name, message });
  if (!isHttpAddress(config.baseUrl)) report('baseUrl', 'must be an http or https URL');
  if (!isKey(config.secretKey, /^(sk|rk)_/)) report('secretKey', 'must begin with sk_ or rk_');
  if (!isKey(config.webhookSecret, /^whsec_/)) report('webhookSecret', 'must begin with whsec_');
  const { threeDSecure = 'automatic', timeoutMs = defaultTimeoutMs } = config;
  if (!threeDSecureChoices.includes(threeDSecure))
    report('threeDSecure', `must be one of ${threeDSecureChoices.join(', ')}`);
  if (typeof config.sandbox !== 'boolean') report('sandbox', 'must be true or false');
  if (!Number.isInteger(timeoutMs) || timeoutMs < 100 || timeoutMs > 90_000)
    report('timeoutMs', 'must be a whole number from 100 to 90000');
  if (!isRate(config.ratePerSec)) report('ratePerSec', 'must be a number above 0');
  return problems;
}

/** Printable ASCII, since it goes into a header. */
function isKey(value: unknown, start: RegExp): boolean {
  return typeof value === 'string' && start.test(value) && /^[\x21-\x7e]+$/.test(value);
}

export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string;
  timeoutMs: number;
  headers: { readonly [name: string]: string };
  resolution: Resolution;
}

/** The version that this connector was written for; without it an account's own default decides. */
const apiVersion = '2024-06-20';

const settingsByConfig = new WeakMap<StripeConfig, Settings>();

/** Derived settings of a configuration that `checkConfig` found usable; computed once for each configuration object. */
export function settingsOf(config: StripeConfig): Settings {
  let settings = settingsByConfig.get(config);
  if (settings === undefined) {
    settings = {
      baseUrl: baseAddress(config.baseUrl),
      timeoutMs: config.timeoutMs ?? defaultTimeoutMs,
      headers: { Authorization: `Bearer ${config.secretKey}`, 'Stripe-Version': apiVersion },
      // The search that finds a payment by our reference may lag; the key makes a replay safe.
      resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
    };
    settingsByConfig.set(config, settings);
  }
  return settings;
}
