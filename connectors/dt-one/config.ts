// Configuration of a DT One DVS account: the fields that an operator fills in, their validation,
// and the values that each call derives from them.

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

export interface DtOneConfig {
  /** Everything before `/async/transactions`: `https://dvs-api.dtone.com/v1`, or the test environment's. */
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
  /** Outcome digits and the simulator's catalogue ids count on sandbox routes only. */
  sandbox: boolean;
  /** Default 30,000. */
  timeoutMs?: number;
  /** What the contract allows each node to send a second; absent: no limit. */
  ratePerSec?: number;
}

/** An asynchronous order is answered in a second or two; the rest is for a bad day. */
const defaultTimeoutMs = 30_000;

const field = configField<keyof DtOneConfig>;

export const configForm: ConfigField[] = [
  field('baseUrl', 'url', 'Adresse de base', 'Base address', true),
  { ...field('apiKey', 'text', 'Clé API', 'API key', true), account: true },
  field('apiSecret', 'secret', 'Secret API', 'API secret', true),
  ...httpFields,
];

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: DtOneConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (name: keyof DtOneConfig, message: string) =>
    problems.push({ field: name, message });
  if (!isHttpAddress(config.baseUrl)) refuse('baseUrl', 'must be an http or https URL');
  if (!config.apiKey) refuse('apiKey', 'must not be empty');
  if (!config.apiSecret) refuse('apiSecret', 'must not be empty');
  if (typeof config.sandbox !== 'boolean') refuse('sandbox', 'must be true or false');
  const timeoutMs = config.timeoutMs ?? defaultTimeoutMs;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 100 || timeoutMs > 60_000)
    refuse('timeoutMs', 'must be a whole number from 100 to 60000');
  if (!isRate(config.ratePerSec)) refuse('ratePerSec', 'must be a number above 0');
  return problems;
}

export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string;
  timeoutMs: number;
  headers: { readonly [name: string]: string };
  /** The way out of every unknown outcome: a used external id is refused, so that a repeat is harmless. */
  resolution: Resolution;
}

const settingsByConfig = new WeakMap<DtOneConfig, Settings>();

/** Derived settings of a configuration that `checkConfig` found usable; computed once for each. */
export function settingsOf(config: DtOneConfig): Settings {
  let settings = settingsByConfig.get(config);
  if (settings === undefined) {
    const credentials = Buffer.from(`${config.apiKey}:${config.apiSecret}`).toString('base64');
    settings = {
      baseUrl: baseAddress(config.baseUrl),
      timeoutMs: config.timeoutMs ?? defaultTimeoutMs,
      headers: { Accept: 'application/json', Authorization: `Basic ${credentials}` },
      resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
    };
    settingsByConfig.set(config, settings);
  }
  return settings;
}
