// Configuration of an MTN MoMo account: the fields that an operator fills in, their validation, and
// the values that each call derives from them. Each product has credentials of its own; a route may
// have one of them or both.

import {
  baseAddress,
  configField,
  httpFields,
  httpProblems,
  isHttpAddress,
  liveQuiescenceMs,
  queryThenReplay,
  sandboxQuiescenceMs,
  timeoutOf,
} from '@jokko/connectors/kit';
import type { ConfigField, ConfigProblem, Resolution } from '@jokko/connectors/kit';

export interface MtnMomoConfig {
  /** Everything before `/collection`, for example `https://sandbox.momodeveloper.mtn.com`. */
  baseUrl: string;
  /** `mtnivorycoast`, `mtnbenin`, …; `sandbox` at the provider's own test environment, which knows EUR only. */
  targetEnvironment: string;
  collectionKey?: string;
  collectionUser?: string;
  collectionSecret?: string;
  disbursementKey?: string;
  disbursementUser?: string;
  disbursementSecret?: string;
  /** What the payer or recipient reads. */
  message?: string;
  /** Our own simulator: outcome digits and `catalogueId` count. */
  sandbox: boolean;
  /** Default 10,000. */
  timeoutMs?: number;
  /** What the contract allows each node to send a second; absent: no limit. */
  ratePerSec?: number;
}

export type Product = 'collection' | 'disbursement';

export interface Credentials {
  /** Ocp-Apim-Subscription-Key. */
  subscriptionKey: string;
  /** `apiUser:apiKey` in base64. */
  basic: string;
}

const defaultMessage = 'Payment';
/** The provider answers 400 or 500 to apostrophes and other special characters, and to more than 160. */
const messagePattern = /^[A-Za-z0-9 .,-]{1,160}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const field = configField<keyof MtnMomoConfig>;

export const configForm: ConfigField[] = [
  field('baseUrl', 'url', 'Adresse de base', 'Base address', true),
  {
    ...field('targetEnvironment', 'text', 'Environnement cible', 'Target environment', true),
    account: true,
  },
  field('collectionKey', 'secret', 'Clé Collection', 'Collection subscription key', false),
  {
    ...field('collectionUser', 'text', 'Utilisateur API Collection', 'Collection API user', false),
    account: true,
  },
  field('collectionSecret', 'secret', 'Clé API Collection', 'Collection API key', false),
  field('disbursementKey', 'secret', 'Clé Disbursement', 'Disbursement subscription key', false),
  {
    ...field(
      'disbursementUser',
      'text',
      'Utilisateur API Disbursement',
      'Disbursement API user',
      false,
    ),
    account: true,
  },
  field('disbursementSecret', 'secret', 'Clé API Disbursement', 'Disbursement API key', false),
  field('message', 'text', 'Message au client', 'Message to the customer', false),
  ...httpFields,
];

const fieldsOf = {
  collection: ['collectionKey', 'collectionUser', 'collectionSecret'],
  disbursement: ['disbursementKey', 'disbursementUser', 'disbursementSecret'],
} as const;

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: MtnMomoConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (name: keyof MtnMomoConfig, message: string) =>
    problems.push({ field: name, message });
  if (!isHttpAddress(config.baseUrl)) refuse('baseUrl', 'must be an http or https URL');
  if (!/^[a-z]+$/.test(config.targetEnvironment ?? ''))
    refuse('targetEnvironment', 'must be small letters, such as mtnivorycoast');
  if (!Object.values(fieldsOf).some((names) => names.some((name) => config[name])))
    refuse('collectionKey', 'Collection, Disbursement or both are needed');
  for (const names of Object.values(fieldsOf)) {
    if (!names.some((name) => config[name])) continue;
    for (const name of names) if (!config[name]) refuse(name, 'is needed with the other two');
  }
  for (const name of ['collectionUser', 'disbursementUser'] as const)
    if (config[name] && !uuid.test(config[name])) refuse(name, 'must be a UUID');
  if (config.message && !messagePattern.test(config.message))
    refuse('message', 'at most 160 letters, digits, spaces and . , -');
  problems.push(...httpProblems(config));
  return problems;
}

/** What every call needs, computed once for each configuration object. */
export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string;
  timeoutMs: number;
  message: string;
  /** Of the products that this account has. */
  credentials: { readonly [product in Product]?: Credentials };
  /** Our reference is the resource's id, so that a repeat is harmless. */
  resolution: Resolution;
}

const settingsByConfig = new WeakMap<MtnMomoConfig, Settings>();

/** Derived settings of a configuration that `checkConfig` found usable. */
export function settingsOf(config: MtnMomoConfig): Settings {
  let settings = settingsByConfig.get(config);
  if (settings === undefined) {
    settings = {
      baseUrl: baseAddress(config.baseUrl),
      timeoutMs: timeoutOf(config),
      message: config.message || defaultMessage,
      credentials: {
        ...credentialsOf(config, 'collection'),
        ...credentialsOf(config, 'disbursement'),
      },
      resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
    };
    settingsByConfig.set(config, settings);
  }
  return settings;
}

function credentialsOf(
  config: MtnMomoConfig,
  product: Product,
): { [name in Product]?: Credentials } {
  const [key, user, secret] = fieldsOf[product].map((name) => config[name]);
  if (!key || !user || !secret) return {};
  const basic = Buffer.from(`${user}:${secret}`).toString('base64');
  return { [product]: { subscriptionKey: key, basic } };
}

/** The provider's test environment knows no other currency than EUR. */
export function wireCurrency(config: MtnMomoConfig, currency: string): string {
  return config.targetEnvironment === 'sandbox' ? 'EUR' : currency;
}
