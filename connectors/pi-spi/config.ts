// Configuration of a participant of PI-SPI: the form that an operator fills in, its check, and what
// each call derives from it. Host, credentials and small differences are the participant's.

import {
  baseAddress,
  checkTls,
  configField,
  httpFields,
  httpProblems,
  isHttpAddress,
  queryThenReplay,
  sandboxQuiescenceMs,
  tlsFields,
} from '@jokko/connectors/kit';
import type {
  ConfigField,
  ConfigProblem,
  HttpSettings,
  Resolution,
  TlsFields,
  TlsOptions,
} from '@jokko/connectors/kit';

export interface PiSpiConfig extends HttpSettings, Omit<TlsFields, 'tls'> {
  /** Everything before `/paiements`, for example `https://sandbox.api.pi-bceao.com/piz/v1`. */
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** Some participants ask for one besides. */
  apiKey?: string;
  /** Alias of our account: who pays out, and who is paid. */
  ourAlias: string;
  /** Of our account, for the balance. */
  accountNumber?: string;
  /** What one franc is on the wire. Default 1. */
  amountUnit?: '1' | '100';
  /** Of requests to pay. Default 521. */
  category?: RequestCategory;
  /** How the recipient of a bank transfer is named. Default: no bank transfers. */
  bankTransferBy?: 'none' | 'accountNumber';
  /** That notices are signed with. */
  noticeSecret?: string;
}

/** 500 in a shop, 521 e-commerce at once, 401 a bill, 631. */
const categories = ['500', '521', '401', '631'] as const;
type RequestCategory = (typeof categories)[number];
const amountUnits = ['1', '100'];
const namings = ['none', 'accountNumber'];

export const configForm: ConfigField[] = [
  configField('baseUrl', 'url', 'Adresse de base', 'Base address', true),
  configField('tokenUrl', 'url', 'Adresse du jeton', 'Token address', true),
  { ...configField('clientId', 'text', 'Identifiant client', 'Client id', true), account: true },
  configField('clientSecret', 'secret', 'Secret client', 'Client secret', true),
  configField('apiKey', 'secret', 'Clé API', 'API key', false),
  { ...configField('ourAlias', 'text', 'Alias de notre compte', 'Our alias', true), account: true },
  configField('accountNumber', 'text', 'Numéro de notre compte', 'Our account number', false),
  {
    ...configField('amountUnit', 'choice', 'Unité du franc', 'Units of a franc', false),
    choices: amountUnits,
  },
  {
    ...configField('category', 'choice', 'Catégorie des demandes', 'Category of requests', false),
    choices: [...categories],
  },
  {
    ...configField(
      'bankTransferBy',
      'choice',
      'Bénéficiaire d’un virement',
      'Recipient of a bank transfer',
      false,
    ),
    choices: namings,
  },
  configField('noticeSecret', 'secret', 'Secret des notifications', 'Notice secret', false),
  ...tlsFields,
  ...httpFields,
];

/** All problems at once; an empty list means that the configuration can be used. */
export function checkConfig(config: PiSpiConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (field: keyof PiSpiConfig, message: string) => problems.push({ field, message });
  for (const name of ['baseUrl', 'tokenUrl'] as const)
    if (!isHttpAddress(config[name])) refuse(name, 'must be an http or https URL');
  for (const name of ['clientId', 'clientSecret', 'ourAlias'] as const)
    if (!config[name]) refuse(name, 'must not be empty');
  const { amountUnit, category, bankTransferBy } = config;
  if (amountUnit !== undefined && !amountUnits.includes(amountUnit))
    refuse('amountUnit', 'must be 1 or 100');
  if (category !== undefined && !categories.includes(category))
    refuse('category', `must be one of ${categories.join(', ')}`);
  if (bankTransferBy !== undefined && !namings.includes(bankTransferBy))
    refuse('bankTransferBy', 'must be none or accountNumber');
  const tls = isHttpAddress(config.baseUrl) && config.baseUrl.startsWith('https:');
  if (!config.sandbox && config.tlsCertificate === undefined)
    refuse('tlsCertificate', 'is needed: participants ask for a client certificate');
  return [...problems, ...checkTls({ ...config, tls }), ...httpProblems(config)];
}

/** Without a slash at the end. */
export const baseOf = ({ baseUrl }: PiSpiConfig): string => baseAddress(baseUrl);

/** The certainty of `statuts` begins 20 seconds after sending; a repeat under the same id is refused (DU03). */
const liveQuiescenceMs = 60_000;
const inSandbox = queryThenReplay(sandboxQuiescenceMs);
const live = queryThenReplay(liveQuiescenceMs);
export const resolutionOf = ({ sandbox }: PiSpiConfig): Resolution => (sandbox ? inSandbox : live);

const tlsByConfig = new WeakMap<PiSpiConfig, TlsOptions>();

/** One object for each configuration, so that connections are shared; undefined: nothing unusual. */
export function tlsOf(config: PiSpiConfig): TlsOptions | undefined {
  const { tlsCa: ca, tlsServername: servername, tlsCertificate: cert, tlsKey: key } = config;
  if (ca === undefined && servername === undefined && cert === undefined) return undefined;
  const known = tlsByConfig.get(config) ?? { ca, servername, cert, key };
  tlsByConfig.set(config, known);
  return known;
}
