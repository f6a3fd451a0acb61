// Configuration of a Wave Business wallet: the fields that an operator fills in, their validation,
// and the values that each call derives from them.

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

export interface WaveConfig {
  /** Everything before `/v1`: `https://api.wave.com`. */
  baseUrl: string;
  /** Belongs to one wallet; made and revoked in Wave's business portal. */
  apiKey: string;
  /** How Wave proves its notices; chosen for each webhook in the portal. */
  noticeAuth: 'signature' | 'bearer' | 'none';
  /** The webhook's secret, for `signature` and `bearer`. */
  noticeSecret?: string;
  /** Of an aggregator's account: for which of its merchants we act. */
  aggregatedMerchantId?: string;
  /** Our own simulator: outcome digits count, and it is told where notices go. */
  sandbox: boolean;
  /** Default 10,000. */
  timeoutMs?: number;
  /** What each node sends at most a second; absent: no limit. */
  ratePerSec?: number;
}

const field = configField<keyof WaveConfig>;

export const configForm: ConfigField[] = [
  field('baseUrl', 'url', 'Adresse de base', 'Base address', true),
  field('apiKey', 'secret', 'Clé API', 'API key', true),
  {
    ...field('noticeAuth', 'choice', 'Preuve des notifications', 'Proof of notices', true),
    choices: ['signature', 'bearer', 'none'],
  },
  field('noticeSecret', 'secret', 'Secret des notifications', 'Secret of notices', false),
  {
    ...field('aggregatedMerchantId', 'text', 'Marchand agrégé', 'Aggregated merchant', false),
    account: true,
  },
  ...httpFields,
];

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: WaveConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (name: keyof WaveConfig, message: string) =>
    problems.push({ field: name, message });
  if (!isHttpAddress(config.baseUrl)) refuse('baseUrl', 'must be an http or https URL');
  if (!config.apiKey) refuse('apiKey', 'must not be empty');
  if (!['signature', 'bearer', 'none'].includes(config.noticeAuth))
    refuse('noticeAuth', 'must be signature, bearer or none');
  else if (config.noticeAuth !== 'none' && !config.noticeSecret)
    refuse('noticeSecret', `is needed for ${config.noticeAuth}`);
  problems.push(...httpProblems(config));
  return problems;
}

/** What every call needs, computed once for each configuration object. */
export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string;
  timeoutMs: number;
  headers: { readonly [name: string]: string };
  /**
   * A payout goes out again under the same Idempotency-Key, and a checkout only when the search
   * finds none: a repeat is harmless.
   */
  resolution: Resolution;
}

const settingsByConfig = new WeakMap<WaveConfig, Settings>();

/** Derived settings of a configuration that `checkConfig` found usable. */
export function settingsOf(config: WaveConfig): Settings {
  let settings = settingsByConfig.get(config);
  if (settings === undefined) {
    settings = {
      baseUrl: baseAddress(config.baseUrl),
      timeoutMs: timeoutOf(config),
      headers: { Accept: 'application/json', Authorization: `Bearer ${config.apiKey}` },
      resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
    };
    settingsByConfig.set(config, settings);
  }
  return settings;
}
