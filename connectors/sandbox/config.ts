// Configuration of the simulator's sandbox protocol: its address, and the values that each call
// derives from it.

import {
  baseAddress,
  isHttpAddress,
  isRate,
  queryThenReplay,
  sandboxQuiescenceMs,
} from '@jokko/connectors/kit';
import type { ConfigField, ConfigProblem } from '@jokko/connectors/kit';

export interface SandboxConfig {
  /** Everything before `/operations`, for example `http://127.0.0.1:41234/sandbox/v1`. */
  baseUrl: string;
  apiKey: string;
  /** Shared secret of signed notices. */
  noticeSecret: string;
  /** Default 10,000. */
  timeoutMs?: number;
  /** What each node sends at most a second, to try out a slow provider; absent: no limit. */
  ratePerSec?: number;
}

const defaultTimeoutMs = 10_000;

export const configForm: ConfigField[] = [
  {
    name: 'baseUrl',
    type: 'url',
    label: { fr: 'Adresse de base', en: 'Base address' },
    required: true,
  },
  { name: 'apiKey', type: 'secret', label: { fr: 'Clé API', en: 'API key' }, required: true },
  {
    name: 'noticeSecret',
    type: 'secret',
    label: { fr: 'Secret des notifications', en: 'Secret of notices' },
    required: true,
  },
  {
    name: 'ratePerSec',
    type: 'number',
    label: { fr: 'Débit maximal par seconde', en: 'Highest rate a second' },
    required: false,
  },
  {
    name: 'timeoutMs',
    type: 'number',
    label: { fr: 'Délai de réponse (ms)', en: 'Answer time-out (ms)' },
    required: false,
  },
];

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: SandboxConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (!isHttpAddress(config.baseUrl))
    problems.push({ field: 'baseUrl', message: 'must be an http or https URL' });
  if (!config.apiKey) problems.push({ field: 'apiKey', message: 'must not be empty' });
  if (!config.noticeSecret) problems.push({ field: 'noticeSecret', message: 'must not be empty' });
  const timeoutMs = config.timeoutMs ?? defaultTimeoutMs;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 100 || timeoutMs > 60_000) {
    problems.push({ field: 'timeoutMs', message: 'must be a whole number from 100 to 60000' });
  }
  if (!isRate(config.ratePerSec))
    problems.push({ field: 'ratePerSec', message: 'must be a number above 0' });
  return problems;
}

export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string;
  timeoutMs: number;
  headers: { readonly [name: string]: string };
}

const settingsByConfig = new WeakMap<SandboxConfig, Settings>();

/** Derived settings of a configuration that `checkConfig` found usable; computed once for each configuration object. */
export function settingsOf(config: SandboxConfig): Settings {
  let settings = settingsByConfig.get(config);
  if (settings === undefined) {
    settings = {
      baseUrl: baseAddress(config.baseUrl),
      timeoutMs: config.timeoutMs ?? defaultTimeoutMs,
      headers: { 'X-Api-Key': config.apiKey, Accept: 'application/json' },
    };
    settingsByConfig.set(config, settings);
  }
  return settings;
}

/** The way out of every unknown outcome: a repeated reference with the same body executes nothing. */
export const resolution = queryThenReplay(sandboxQuiescenceMs);
