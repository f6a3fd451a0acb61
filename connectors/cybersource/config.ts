// Configuration of a CyberSource merchant account: the fields that an operator fills in, their
// validation, and the values that each call derives from them.

import {
  baseAddress,
  configField,
  firstQueryMs,
  giveUpAfterMs,
  httpFields,
  isHttpAddress,
  isRate,
  sandboxQuiescenceMs,
} from '@jokko/connectors/kit';
import type { ConfigField, ConfigProblem, Resolution } from '@jokko/connectors/kit';

export interface CybersourceConfig {
  /** `https://api.cybersource.com`, or `https://apitest.cybersource.com`. */
  baseUrl: string;
  merchantId: string;
  /** CyberSource moves from signed headers to tokens; both are made with the same key. */
  auth: 'httpSignature' | 'jwt';
  keyId: string;
  /** Base64, as the Business Center shows it. */
  sharedSecret: string;
  /** Acquirers ask for an address of the payer, which our interface does not have: the merchant's own stands for it. */
  billingAddress: string;
  billingCity: string;
  /** ISO 3166 alpha-2. */
  billingCountry: string;
  /** Where the order names no e-mail address of the payer. */
  billingEmail: string;
  /** Our own simulator: outcome digits count. */
  sandbox: boolean;
  /** Default 30,000: an authorisation waits for the issuer. */
  timeoutMs?: number;
  ratePerSec?: number;
}

const defaultTimeoutMs = 30_000;
const authChoices = ['httpSignature', 'jwt'];

const field = configField<keyof CybersourceConfig>;

export const configForm: ConfigField[] = [
  field('baseUrl', 'url', 'Adresse de base', 'Base address', true),
  { ...field('merchantId', 'text', 'Identifiant marchand', 'Merchant id', true), account: true },
  { ...field('auth', 'choice', 'Authentification', 'Authentication', true), choices: authChoices },
  field('keyId', 'text', 'Identifiant de la clé', 'Key id', true),
  field('sharedSecret', 'secret', 'Clé secrète partagée', 'Shared secret key', true),
  field('billingAddress', 'text', 'Adresse de facturation', 'Billing address', true),
  field('billingCity', 'text', 'Ville de facturation', 'Billing city', true),
  field('billingCountry', 'text', 'Pays de facturation', 'Billing country', true),
  field('billingEmail', 'text', 'E-mail de facturation', 'Billing e-mail', true),
  ...httpFields,
];

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: CybersourceConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const report = (name: keyof CybersourceConfig, message: string) =>
    void problems.push({ field: name, message });
  if (!isHttpAddress(config.baseUrl)) report('baseUrl', 'must be an http or https URL');
  for (const name of ['merchantId', 'keyId'] as const)
    if (typeof config[name] !== 'string' || !/^[\w.-]+$/.test(config[name]))
      report(name, 'must consist of letters, digits, dots, dashes and underscores');
  if (!authChoices.includes(config.auth))
    report('auth', `must be one of ${authChoices.join(', ')}`);
  if (!isSecret(config.sharedSecret)) report('sharedSecret', 'must be base64');
  for (const name of ['billingAddress', 'billingCity', 'billingEmail'] as const)
    if (!config[name]) report(name, 'must not be empty');
  if (!/^[A-Z]{2}$/.test(config.billingCountry))
    report('billingCountry', 'must be two capital letters');
  if (typeof config.sandbox !== 'boolean') report('sandbox', 'must be true or false');
  const timeoutMs = config.timeoutMs ?? defaultTimeoutMs;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 100 || timeoutMs > 90_000)
    report('timeoutMs', 'must be a whole number from 100 to 90000');
  if (!isRate(config.ratePerSec)) report('ratePerSec', 'must be a number above 0');
  return problems;
}

const isSecret = (value: unknown): boolean =>
  typeof value === 'string' && /^[A-Za-z0-9+/]{16,}={0,2}$/.test(value);

export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string;
  /** As it stands in the Host header, which is signed. */
  host: string;
  secret: Buffer;
  timeoutMs: number;
  resolution: Resolution;
}

/** The transaction search knows a payment after seconds to minutes; then it is taken back. */
const liveSearchMs = 2 * 60_000;

const settingsByConfig = new WeakMap<CybersourceConfig, Settings>();

/** Derived settings of a configuration that `checkConfig` found usable; computed once for each configuration object. */
export function settingsOf(config: CybersourceConfig): Settings {
  let settings = settingsByConfig.get(config);
  if (settings === undefined) {
    const { host } = new URL(config.baseUrl);
    settings = {
      baseUrl: baseAddress(config.baseUrl),
      host,
      secret: Buffer.from(config.sharedSecret, 'base64'),
      timeoutMs: config.timeoutMs ?? defaultTimeoutMs,
      resolution: {
        steps: ['query', 'timeoutReversal', 'manual'],
        notBeforeMs: firstQueryMs,
        quiescenceMs: config.sandbox ? sandboxQuiescenceMs : liveSearchMs,
        giveUpAfterMs,
      },
    };
    settingsByConfig.set(config, settings);
  }
  return settings;
}
