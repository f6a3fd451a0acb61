// Configuration of an MTN MoMo account, and the values that each call derives from it. Each product
// has credentials of its own; a route may have one of them or both.

import {
  account,
  baseAddress,
  fields,
  httpFields,
  like,
  liveQuiescenceMs,
  optional,
  queryThenReplay,
  sandboxQuiescenceMs,
  secret,
  text,
  url,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';

const defaultMessage = 'Payment';
const uuid = like(
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  'must be a UUID',
);

export const configuration = fields(
  {
    /** Everything before `/collection`, for example `https://sandbox.momodeveloper.mtn.com`. */
    baseUrl: url(),
    /**
     * `mtnivorycoast`, `mtnbenin`, …; `sandbox` at the provider's own test environment, which knows
     * EUR only.
     */
    targetEnvironment: account(
      'Environnement cible',
      'Target environment',
      like(/^[a-z]+$/, 'must be small letters, such as mtnivorycoast'),
    ),
    collectionKey: optional(secret('Clé Collection', 'Collection subscription key')),
    collectionUser: optional(account('Utilisateur API Collection', 'Collection API user', uuid)),
    collectionSecret: optional(secret('Clé API Collection', 'Collection API key')),
    disbursementKey: optional(secret('Clé Disbursement', 'Disbursement subscription key')),
    disbursementUser: optional(
      account('Utilisateur API Disbursement', 'Disbursement API user', uuid),
    ),
    disbursementSecret: optional(secret('Clé API Disbursement', 'Disbursement API key')),
    /**
     * What the payer or recipient reads. The provider answers 400 or 500 to apostrophes and other
     * special characters, and to more than 160.
     */
    message: optional(
      text(
        'Message au client',
        'Message to the customer',
        like(/^[A-Za-z0-9 .,-]{1,160}$/, 'at most 160 letters, digits, spaces and . , -'),
      ),
    ),
    ...httpFields(),
  },
  (config, refuse) => {
    const products = Object.values(fieldsOf);
    const chosen = products.filter((names) => names.some((name) => config[name]));
    if (chosen.length === 0) refuse('collectionKey', 'Collection, Disbursement or both are needed');
    for (const name of chosen.flat())
      if (!config[name]) refuse(name, 'is needed with the other two');
  },
);
export type MtnMomoConfig = ConfigOf<typeof configuration>;

export type Product = 'collection' | 'disbursement';

export interface Credentials {
  /** Ocp-Apim-Subscription-Key. */
  subscriptionKey: string;
  /** `apiUser:apiKey` in base64. */
  basic: string;
}

const fieldsOf = {
  collection: ['collectionKey', 'collectionUser', 'collectionSecret'],
  disbursement: ['disbursementKey', 'disbursementUser', 'disbursementSecret'],
} as const;

export const settingsOf = configuration.settings((config) => ({
  /** Without a slash at the end. */
  baseUrl: baseAddress(config.baseUrl),
  timeoutMs: config.timeoutMs,
  message: config.message || defaultMessage,
  /** The credentials of the products that this account has. */
  credentials: {
    ...credentialsOf(config, 'collection'),
    ...credentialsOf(config, 'disbursement'),
  },
  /** Our reference is the resource's id, so that a repeat is harmless. */
  resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
}));

function credentialsOf(
  config: MtnMomoConfig,
  product: Product,
): { [name in Product]?: Credentials } {
  const [key, user, apiKey] = fieldsOf[product].map((name) => config[name]);
  if (!key || !user || !apiKey) return {};
  const basic = Buffer.from(`${user}:${apiKey}`).toString('base64');
  return { [product]: { subscriptionKey: key, basic } };
}

/** The provider's test environment knows no other currency than EUR. */
export function wireCurrency(config: MtnMomoConfig, currency: string): string {
  return config.targetEnvironment === 'sandbox' ? 'EUR' : currency;
}
