// Configuration of an HTTP provider of SMS: the fields that an operator fills in, and their
// validation.

import { baseAddress, isHttpAddress, isRate } from '@jokko/connectors/kit';
import type { ConfigField, ConfigProblem } from '@jokko/connectors/kit';

export interface SmsHttpConfig {
  /** Everything before `/messages`, for example `https://sms.example/v1`. */
  baseUrl: string;
  apiKey: string;
  /** Shared secret of signed receipts and inbound messages. */
  noticeSecret: string;
  /** Where the provider is to send them, when it is not the address that the installation gives this connection. */
  noticeUrl?: string;
  /** Messages under way at one time in a session; default 64. */
  window?: number;
  /** Sessions of all nodes together; default 4. */
  sessions?: number;
  /** Messages a second in each session; absent: no limit. */
  ratePerSec?: number;
  /** Default 15,000. */
  timeoutMs?: number;
}

const defaults = { window: 64, sessions: 4, timeoutMs: 15_000 };

export const configForm: ConfigField[] = [
  field('baseUrl', 'url', 'Adresse de base', 'Base address', true),
  field('apiKey', 'secret', 'Clé API', 'API key', true),
  field('noticeSecret', 'secret', 'Secret des notifications', 'Secret of notices', true),
  field('noticeUrl', 'url', 'Adresse des notifications', 'Address for notices', false),
  field('window', 'number', 'Messages simultanés', 'Messages at one time', false),
  field('sessions', 'number', 'Sessions', 'Sessions', false),
  field('ratePerSec', 'number', 'Débit maximal par seconde', 'Highest rate a second', false),
  field('timeoutMs', 'number', 'Délai de réponse (ms)', 'Answer time-out (ms)', false),
];

function field(
  name: string,
  type: ConfigField['type'],
  fr: string,
  en: string,
  required: boolean,
): ConfigField {
  return { name, type, label: { fr, en }, required };
}

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: SmsHttpConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const address = 'must be an http or https URL';
  if (!isHttpAddress(config.baseUrl)) problems.push({ field: 'baseUrl', message: address });
  if (!config.apiKey) problems.push({ field: 'apiKey', message: 'must not be empty' });
  if (!config.noticeSecret) problems.push({ field: 'noticeSecret', message: 'must not be empty' });
  if (config.noticeUrl !== undefined && !isHttpAddress(config.noticeUrl))
    problems.push({ field: 'noticeUrl', message: address });
  const whole = (name: 'window' | 'sessions' | 'timeoutMs', least: number, most: number): void => {
    const value = config[name];
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return;
    problems.push({ field: name, message: `must be a whole number from ${least} to ${most}` });
  };
  whole('window', 1, 1_000);
  whole('sessions', 1, 100);
  whole('timeoutMs', 100, 60_000);
  if (!isRate(config.ratePerSec))
    problems.push({ field: 'ratePerSec', message: 'must be a number above 0' });
  return problems;
}

export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string;
  window: number;
  sessions: number;
  ratePerSec: number | null;
  timeoutMs: number;
  headers: { readonly [name: string]: string };
}

/** Of a configuration that `checkConfig` found usable. */
export function settingsOf(config: SmsHttpConfig): Settings {
  return {
    baseUrl: baseAddress(config.baseUrl),
    window: config.window ?? defaults.window,
    sessions: config.sessions ?? defaults.sessions,
    ratePerSec: config.ratePerSec ?? null,
    timeoutMs: config.timeoutMs ?? defaults.timeoutMs,
    headers: { 'X-Api-Key': config.apiKey, Accept: 'application/json' },
  };
}
