// Configuration of a MoneyGram partner: the fields that an operator fills in, their validation, and
// the values that each call derives from them.

import { createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
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

export interface MoneygramConfig {
  /** `https://sandboxapi.moneygram.com` or `https://api.moneygram.com`. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  targetAudience: 'AGENT_FACING' | 'CONSUMER_FACING';
  agentPartnerId: string;
  posId?: string;
  operatorId?: string;
  /** Of texts in answers. */
  userLanguage: 'fr-FR' | 'en-US';
  /** MoneyGram's public key (PEM), which its notices are checked with; absent: they prove nothing. */
  noticeKey?: string;
  /** Between the parts of the signed text of a notice; default `.`. */
  noticeSeparator?: string;
  /** A code of MoneyGram's list; default `WRONG_SERVICE`. */
  refundReason?: string;
  /** Our own simulator: outcome digits count, and it is told where notices go. */
  sandbox: boolean;
  /** Default 10,000. */
  timeoutMs?: number;
  /** What each node sends at most a second; absent: no limit. */
  ratePerSec?: number;
}

const field = configField<keyof MoneygramConfig>;

export const configForm: ConfigField[] = [
  field('baseUrl', 'url', 'Adresse de base', 'Base address', true),
  field('clientId', 'text', 'Identifiant client OAuth', 'OAuth client id', true),
  field('clientSecret', 'secret', 'Secret client OAuth', 'OAuth client secret', true),
  {
    ...field('targetAudience', 'choice', 'Public visé', 'Target audience', true),
    choices: ['AGENT_FACING', 'CONSUMER_FACING'],
  },
  {
    ...field('agentPartnerId', 'text', 'Identifiant du partenaire', 'Partner id', true),
    account: true,
  },
  field('posId', 'text', 'Point de vente', 'Point of sale', false),
  field('operatorId', 'text', 'Opérateur', 'Operator', false),
  {
    ...field('userLanguage', 'choice', 'Langue des textes', 'Language of texts', true),
    choices: ['fr-FR', 'en-US'],
  },
  {
    ...field('noticeKey', 'text', 'Clé publique des notifications', 'Public key of notices', false),
    lines: true,
  },
  field('noticeSeparator', 'text', 'Séparateur du texte signé', 'Separator of signed text', false),
  field('refundReason', 'text', 'Motif de remboursement', 'Reason of refunds', false),
  ...httpFields,
];

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: MoneygramConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (name: keyof MoneygramConfig, message: string) =>
    problems.push({ field: name, message });
  if (!isHttpAddress(config.baseUrl)) refuse('baseUrl', 'must be an http or https URL');
  for (const name of ['clientId', 'clientSecret', 'agentPartnerId'] as const)
    if (!config[name]) refuse(name, 'must not be empty');
  if (!['AGENT_FACING', 'CONSUMER_FACING'].includes(config.targetAudience))
    refuse('targetAudience', 'must be AGENT_FACING or CONSUMER_FACING');
  if (!['fr-FR', 'en-US'].includes(config.userLanguage))
    refuse('userLanguage', 'must be fr-FR or en-US');
  if (config.noticeKey && readKey(config.noticeKey) === null)
    refuse('noticeKey', 'must be an RSA public key in PEM');
  problems.push(...httpProblems(config));
  return problems;
}

function readKey(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

/** What every call needs, computed once for each configuration object. */
export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string;
  timeoutMs: number;
  /** On every address: who asks, in which language. Without a mark before it. */
  query: string;
  noticeKey: KeyObject | null;
  noticeSeparator: string;
  refundReason: string;
  /** A commit is repeated for the same transaction only, after its status said that it was not committed. */
  resolution: Resolution;
}

const settingsByConfig = new WeakMap<MoneygramConfig, Settings>();

/** Derived settings of a configuration that `checkConfig` found usable. */
export function settingsOf(config: MoneygramConfig): Settings {
  let settings = settingsByConfig.get(config);
  if (settings === undefined) {
    const { targetAudience, userLanguage, agentPartnerId, posId, operatorId } = config;
    const query = new URLSearchParams({ targetAudience, userLanguage, agentPartnerId });
    if (posId) query.set('posId', posId);
    if (operatorId) query.set('operatorId', operatorId);
    settings = {
      baseUrl: baseAddress(config.baseUrl),
      timeoutMs: timeoutOf(config),
      query: query.toString(),
      noticeKey: config.noticeKey ? readKey(config.noticeKey) : null,
      noticeSeparator: config.noticeSeparator ?? '.',
      refundReason: config.refundReason || 'WRONG_SERVICE',
      resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
    };
    settingsByConfig.set(config, settings);
  }
  return settings;
}
