// Configuration of an Airtel Money account: the fields that an operator fills in, their validation,
// and the values that each call derives from them. One account is of one country.

import type { KeyObject } from 'node:crypto';
import {
  baseAddress,
  configField,
  httpFields,
  httpProblems,
  isHttpAddress,
  liveQuiescenceMs,
  queryThenReplay,
  readPublicKey,
  sandboxQuiescenceMs,
  timeoutOf,
} from '@jokko/connectors/kit';
import type { ConfigField, ConfigProblem, Resolution } from '@jokko/connectors/kit';

export interface AirtelConfig {
  /** Everything before `/auth`, for example `https://openapi.airtel.africa`. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** ISO 3166 alpha-2, as `X-Country` has it. */
  country: string;
  /** Without the plus: numbers go out without it. */
  callingCode: string;
  /** Needed for payouts, with `publicKey`. */
  pin?: string;
  /** The provider's key in PEM, with which the PIN is encrypted. */
  publicKey?: string;
  /** What the payer reads, and the statement shows. */
  reference?: string;
  /** Our own simulator: outcome digits and `catalogueId` count. */
  sandbox: boolean;
  /** Default 10,000. */
  timeoutMs?: number;
  /** What the contract allows each node to send a second; absent: no limit. */
  ratePerSec?: number;
}

const defaultReference = 'Payment';

const field = configField<keyof AirtelConfig>;

export const configForm: ConfigField[] = [
  field('baseUrl', 'url', 'Adresse de base', 'Base address', true),
  { ...field('clientId', 'text', 'Identifiant client', 'Client id', true), account: true },
  field('clientSecret', 'secret', 'Secret client', 'Client secret', true),
  { ...field('country', 'text', 'Pays (ISO 3166)', 'Country (ISO 3166)', true), account: true },
  field('callingCode', 'text', 'Indicatif du pays', 'Calling code of the country', true),
  field('pin', 'secret', 'PIN de décaissement', 'Disbursement PIN', false),
  {
    ...field('publicKey', 'text', 'Clé publique d’Airtel', 'Airtel’s public key', false),
    lines: true,
  },
  field('reference', 'text', 'Libellé du paiement', 'Label of the payment', false),
  ...httpFields,
];

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: AirtelConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (name: keyof AirtelConfig, message: string) =>
    problems.push({ field: name, message });
  if (!isHttpAddress(config.baseUrl)) refuse('baseUrl', 'must be an http or https URL');
  for (const name of ['clientId', 'clientSecret'] as const)
    if (!config[name]) refuse(name, 'must not be empty');
  if (!/^[A-Z]{2}$/.test(config.country ?? '')) refuse('country', 'must be two capitals, as CG');
  if (!/^[1-9]\d{0,3}$/.test(config.callingCode ?? ''))
    refuse('callingCode', 'must be digits, such as 242');
  if (config.pin && !config.publicKey) refuse('publicKey', 'is needed with a PIN');
  if (config.publicKey && !config.pin) refuse('pin', 'is needed with a public key');
  if (config.publicKey && readPublicKey(config.publicKey) === null)
    refuse('publicKey', 'must be a public key in PEM');
  if (config.reference && !/^[A-Za-z0-9 ]{4,64}$/.test(config.reference))
    refuse('reference', 'must be 4 to 64 letters, digits and spaces');
  problems.push(...httpProblems(config));
  return problems;
}

/** What every call needs, computed once for each configuration object. */
export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string;
  timeoutMs: number;
  reference: string;
  /** Null: no payouts. */
  pin: { text: string; key: KeyObject } | null;
  /** The provider refuses to repeat a transaction id. */
  resolution: Resolution;
}

const settingsByConfig = new WeakMap<AirtelConfig, Settings>();

/** Derived settings of a configuration that `checkConfig` found usable. */
export function settingsOf(config: AirtelConfig): Settings {
  let settings = settingsByConfig.get(config);
  if (settings === undefined) {
    const key = readPublicKey(config.publicKey);
    settings = {
      baseUrl: baseAddress(config.baseUrl),
      timeoutMs: timeoutOf(config),
      reference: config.reference || defaultReference,
      pin: key !== null && config.pin ? { text: config.pin, key } : null,
      resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
    };
    settingsByConfig.set(config, settings);
  }
  return settings;
}
