// Configuration of a GSMA Mobile Money provider, and the values that each call derives from it.

import {
  account,
  baseAddress,
  choice,
  fields,
  httpFields,
  liveQuiescenceMs,
  optional,
  queryThenReplay,
  sandboxQuiescenceMs,
  secret,
  text,
  url,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';
import { parseStatusMap } from './status-words.ts';
import type { StatusMeaning } from './status-words.ts';

export const configuration = fields(
  {
    /** Everything before `/transactions`, for example `https://operator.example/v1.2/mm`. */
    baseUrl: url(),
    auth: choice('Authentification', 'Authentication', ['none', 'apiKey', 'basic', 'oauth2cc']),
    apiKey: optional(secret('Clé API', 'API key')),
    username: optional(text('Utilisateur', 'User name')),
    password: optional(secret('Mot de passe', 'Password')),
    tokenUrl: optional(url('Adresse du jeton OAuth', 'OAuth token address')),
    clientId: optional(text('Identifiant client OAuth', 'OAuth client id')),
    clientSecret: optional(secret('Secret client OAuth', 'OAuth client secret')),
    /** Our own account at the operator: debited on a pay-out, credited on a collection. */
    ownAccountType: account('Type de notre compte', 'Type of our account'),
    ownAccountValue: account('Notre compte', 'Our account'),
    /** Whose catalogue codes a refusal uses: `no_opa_account` or `no_opb_account`. */
    operatorPrefix: choice('Codes d’erreur', 'Error codes', ['opa', 'opb']),
    ...httpFields(),
    /** The operator's own status words: `accepted=pending,paid=completed`. */
    statusMap: optional(
      text('Mots d’état de l’opérateur', 'Status words of the operator', (map) =>
        parseStatusMap(map) === null
          ? 'must read word=completed|pending|failed|reversed|cancelled, …'
          : null,
      ),
    ),
  },
  (config, refuse) => {
    for (const name of neededByAuth[config.auth] ?? [])
      if (!config[name]) refuse(name, `is needed for auth ${config.auth}`);
  },
);
export type GsmaConfig = ConfigOf<typeof configuration>;

const neededByAuth = {
  none: [],
  apiKey: ['apiKey'],
  basic: ['username', 'password'],
  oauth2cc: ['tokenUrl', 'clientId', 'clientSecret'],
} as const;

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

export const settingsOf = configuration.settings((config) => ({
  /** Without a slash at the end. */
  baseUrl: baseAddress(config.baseUrl),
  timeoutMs: config.timeoutMs,
  statusWords: parseStatusMap(config.statusMap) ?? new Map<string, StatusMeaning>(),
  /** The headers of every call: content type and static credentials. */
  headers: { Accept: 'application/json', ...staticCredentials(config) },
  /**
   * The way out of every unknown outcome of this protocol: the correlation id makes a repeat
   * harmless.
   */
  resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
}));
