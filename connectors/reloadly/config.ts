// Configuration of a Reloadly account: the fields that an operator fills in, their validation, and
// the values that each call derives from them.

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

export interface ReloadlyConfig {
  /** `https://topups.reloadly.com`, or the test environment's. */
  topupsUrl: string;
  /** `https://utilities.reloadly.com`; absent: airtime only. */
  utilitiesUrl?: string;
  /** `https://auth.reloadly.com/oauth/token`, for both environments. */
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** Outcome digits and the simulator's catalogue ids count on sandbox routes only. */
  sandbox: boolean;
  /** Default 30,000. */
  timeoutMs?: number;
  /** What the contract allows each node to send a second; absent: no limit. */
  ratePerSec?: number;
}

/** An asynchronous order is answered in a second or two; the rest is for a bad day. */
const defaultTimeoutMs = 30_000;

const field = configField<keyof ReloadlyConfig>;

export const configForm: ConfigField[] = [
  field('topupsUrl', 'url', 'Adresse des recharges', 'Address of top-ups', true),
  field('utilitiesUrl', 'url', 'Adresse des factures', 'Address of utilities', false),
  field('tokenUrl', 'url', 'Adresse du jeton', 'Token address', true),
  { ...field('clientId', 'text', 'Identifiant client', 'Client id', true), account: true },
  field('clientSecret', 'secret', 'Secret client', 'Client secret', true),
  ...httpFields,
];

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: ReloadlyConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (name: keyof ReloadlyConfig, message: string) =>
    problems.push({ field: name, message });
  for (const name of ['topupsUrl', 'tokenUrl'] as const)
    if (!isHttpAddress(config[name])) refuse(name, 'must be an http or https URL');
  if (config.utilitiesUrl && !isHttpAddress(config.utilitiesUrl))
    refuse('utilitiesUrl', 'must be an http or https URL');
  if (!config.clientId) refuse('clientId', 'must not be empty');
  if (!config.clientSecret) refuse('clientSecret', 'must not be empty');
  if (typeof config.sandbox !== 'boolean') refuse('sandbox', 'must be true or false');
  const timeoutMs = config.timeoutMs ?? defaultTimeoutMs;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 100 || timeoutMs > 60_000)
    refuse('timeoutMs', 'must be a whole number from 100 to 60000');
  if (!isRate(config.ratePerSec)) refuse('ratePerSec', 'must be a number above 0');
  return problems;
}

/** Reloadly's services: each has its own address, token and media type. */
export type ReloadlyService = 'topups' | 'utilities';

export interface Settings {
  /** Without a slash at the end; also the audience of the service's token. Null: not configured. */
  baseUrls: { readonly [service in ReloadlyService]: string | null };
  timeoutMs: number;
  /** The way out of every unknown outcome: a used identifier is refused, so that a later repeat is harmless. */
  resolution: Resolution;
}

const settingsByConfig = new WeakMap<ReloadlyConfig, Settings>();

/** Derived settings of a configuration that `checkConfig` found usable; computed once for each. */
export function settingsOf(config: ReloadlyConfig): Settings {
  let settings = settingsByConfig.get(config);
  if (settings === undefined) {
    const bare = (address: string | undefined) => (address ? baseAddress(address) : null);
    settings = {
      baseUrls: { topups: bare(config.topupsUrl), utilities: bare(config.utilitiesUrl) },
      timeoutMs: config.timeoutMs ?? defaultTimeoutMs,
      resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
    };
    settingsByConfig.set(config, settings);
  }
  return settings;
}
