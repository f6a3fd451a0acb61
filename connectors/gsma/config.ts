// Configuration of a GSMA Mobile Money provider: the fields that an operator fills in, their
// validation, and the values that each call derives from them.

import {
  baseAddress,
  configField,
  isHttpAddress,
  isRate,
  liveQuiescenceMs,
  queryThenReplay,
  sandboxQuiescenceMs,
} from '@jokko/connectors/kit';
import type { ConfigField, ConfigProblem, Resolution } from '@jokko/connectors/kit';
import { parseStatusMap } from './status-words.ts';
import type { StatusMeaning } from './status-words.ts';

export interface GsmaConfig {
  /** Everything before `/transactions`, for example `https://operator.example/v1.2/mm`. */
  baseUrl: string;
  auth: 'none' | 'apiKey' | 'basic' | 'oauth2cc';
  apiKey?: string;
  username?: string;
  password?: string;
  tokenUrl?: string;
  clientId?: string;
  clientSecret?: string;
  /** Our own account at the operator: debited on a pay-out, credited on a collection. */
  ownAccountType: string;
  ownAccountValue: string;
  /** Whose catalogue codes a refusal uses: `no_opa_account` or `no_opb_account`. */
  operatorPrefix: 'opa' | 'opb';
  /** Outcome digits and the error parameter `catalogueId` count on sandbox routes only. */
  sandbox: boolean;
  /** Default 10,000. */
  timeoutMs?: number;
  /** What the operator's contract allows each node to send a second; absent: no limit. */
  ratePerSec?: number;
  /** The operator's own status words: `accepted=pending,paid=completed`. */
  statusMap?: string;
}

const defaultTimeoutMs = 10_000;

export const configForm: ConfigField[] = [
  configField('baseUrl', 'url', 'Adresse de base', 'Base address', true),
  {
    ...configField('auth', 'choice', 'Authentification', 'Authentication', true),
    choices: ['none', 'apiKey', 'basic', 'oauth2cc'],
  },
  configField('apiKey', 'secret', 'Clé API', 'API key', false),
  configField('username', 'text', 'Utilisateur', 'User name', false),
  configField('password', 'secret', 'Mot de passe', 'Password', false),
  configField('tokenUrl', 'url', 'Adresse du jeton OAuth', 'OAuth token address', false),
  configField('clientId', 'text', 'Identifiant client OAuth', 'OAuth client id', false),
  configField('clientSecret', 'secret', 'Secret client OAuth', 'OAuth client secret', false),
  {
    ...configField('ownAccountType', 'text', 'Type de notre compte', 'Type of our account', true),
    account: true,
  },
  { ...configField('ownAccountValue', 'text', 'Notre compte', 'Our account', true), account: true },
  {
    ...configField('operatorPrefix', 'choice', 'Codes d’erreur', 'Error codes', true),
    choices: ['opa', 'opb'],
  },
  configField('sandbox', 'boolean', 'Bac à sable', 'Sandbox', true),
  configField('timeoutMs', 'number', 'Délai de réponse (ms)', 'Answer time-out (ms)', false),
  configField('ratePerSec', 'number', 'Débit maximal par seconde', 'Highest rate a second', false),
  configField(
    'statusMap',
    'text',
    'Mots d’état de l’opérateur',
    'Status words of the operator',
    false,
  ),
];

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: GsmaConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (name: keyof GsmaConfig, message: string) =>
    problems.push({ field: name, message });
  if (!isHttpAddress(config.baseUrl)) refuse('baseUrl', 'must be an http or https URL');
  const needed = neededByAuth[config.auth] as readonly (keyof GsmaConfig)[] | undefined;
  if (needed === undefined) refuse('auth', 'must be none, apiKey, basic or oauth2cc');
  for (const name of needed ?? [])
    if (!config[name]) refuse(name, `is needed for auth ${config.auth}`);
  if (config.auth === 'oauth2cc' && config.tokenUrl && !isHttpAddress(config.tokenUrl))
    refuse('tokenUrl', 'must be an http or https URL');
  if (!config.ownAccountType) refuse('ownAccountType', 'must not be empty');
  if (!config.ownAccountValue) refuse('ownAccountValue', 'must not be empty');
  if (config.operatorPrefix !== 'opa' && config.operatorPrefix !== 'opb')
    refuse('operatorPrefix', 'must be opa or opb');
  if (typeof config.sandbox !== 'boolean') refuse('sandbox', 'must be true or false');
  const timeoutMs = config.timeoutMs ?? defaultTimeoutMs;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 100 || timeoutMs > 60_000)
    refuse('timeoutMs', 'must be a whole number from 100 to 60000');
  if (!isRate(config.ratePerSec)) refuse('ratePerSec', 'must be a number above 0');
  if (parseStatusMap(config.statusMap) === null)
    refuse('statusMap', 'must read word=completed|pending|failed|reversed|cancelled, …');
  return problems;
}

const neededByAuth: { readonly [auth in GsmaConfig['auth']]: readonly (keyof GsmaConfig)[] } = {
  none: [],
  apiKey: ['apiKey'],
  basic: ['username', 'password'],
  oauth2cc: ['tokenUrl', 'clientId', 'clientSecret'],
};

/** What every call needs, computed once for each configuration object. */
export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string;
  timeoutMs: number;
  statusWords: Map<string, StatusMeaning>;
  /** Headers of every call: content type and static credentials. */
  headers: { readonly [name: string]: string };
  /** The way out of every unknown outcome of this protocol: the correlation id makes a repeat harmless. */
  resolution: Resolution;
}

function staticCredentials(config: GsmaConfig): { [name: string]: string } {
  switch (config.auth) {
    case 'apiKey':
      return { 'X-API-Key': config.apiKey ?? '' };
    case 'basic':
      return {
        Authorization: `Basic ${Buffer.from(`${config.username ?? ''}:${config.password ?? ''}`).toString('base64')}`,
      };
    case 'none':
    case 'oauth2cc':
      return {};
  }
}

const settingsByConfig = new WeakMap<GsmaConfig, Settings>();

/** Derived settings of a configuration that `checkConfig` found usable. */
export function settingsOf(config: GsmaConfig): Settings {
  let settings = settingsByConfig.get(config);
  if (settings === undefined) {
    settings = {
      baseUrl: baseAddress(config.baseUrl),
      timeoutMs: config.timeoutMs ?? defaultTimeoutMs,
      statusWords: parseStatusMap(config.statusMap) ?? new Map<string, StatusMeaning>(),
      headers: { Accept: 'application/json', ...staticCredentials(config) },
      resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
    };
    settingsByConfig.set(config, settings);
  }
  return settings;
}
