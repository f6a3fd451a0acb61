// Configuration of Orange Money Web Payment: the form that an operator fills in, its check, and what
// each call derives from it.

import {
  baseAddress,
  configField,
  httpFields,
  httpProblems,
  isHttpAddress,
  liveQuiescenceMs,
  queryOnly,
  sandboxQuiescenceMs,
} from '@jokko/connectors/kit';
import type { ConfigField, ConfigProblem, HttpSettings, Resolution } from '@jokko/connectors/kit';

export interface OrangeWebpayConfig extends HttpSettings {
  /** Without a path: `https://api.orange.com`. */
  baseUrl: string;
  /** Part of the address: `dev`, `ci`, `ml`, `bf`, `cm`, `sn`, `gn` … */
  country: string;
  clientId: string;
  clientSecret: string;
  merchantKey: string;
  /** Of the payer's page. Default `fr`. */
  language?: 'fr' | 'en';
}

export const configForm: ConfigField[] = [
  configField('baseUrl', 'url', 'Adresse de base', 'Base address', true),
  {
    ...configField(
      'country',
      'text',
      'Pays (dev, ci, ml, bf…)',
      'Country (dev, ci, ml, bf …)',
      true,
    ),
    account: true,
  },
  {
    ...configField('clientId', 'text', 'Identifiant client', 'Client id', true),
    account: true,
  },
  configField('clientSecret', 'secret', 'Secret client', 'Client secret', true),
  configField('merchantKey', 'secret', 'Clé marchand', 'Merchant key', true),
  {
    ...configField('language', 'choice', 'Langue de la page', 'Language of the page', false),
    choices: ['fr', 'en'],
  },
  ...httpFields,
];

/** All problems at once; an empty list means that the configuration can be used. */
export function checkConfig(config: OrangeWebpayConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (field: keyof OrangeWebpayConfig, message: string) =>
    problems.push({ field, message });
  if (!isHttpAddress(config.baseUrl)) refuse('baseUrl', 'must be an http or https URL');
  if (!/^[a-z]{2,3}$/.test(config.country)) refuse('country', 'must be dev or a country code');
  for (const name of ['clientId', 'clientSecret', 'merchantKey'] as const)
    if (!config[name]) refuse(name, 'must not be empty');
  if (config.language !== undefined && config.language !== 'fr' && config.language !== 'en')
    refuse('language', 'must be fr or en');
  return [...problems, ...httpProblems(config)];
}

/** The test country has a currency of its own. */
export const currencyOf = ({ country }: OrangeWebpayConfig, currency: string): string =>
  country === 'dev' ? 'OUV' : currency;

/** Without a slash at the end. */
export const baseOf = ({ baseUrl }: OrangeWebpayConfig): string => baseAddress(baseUrl);

/** Asking longer tells no more about an order whose answer was lost. */
const giveUpAfterMs = 3_600_000;
const inSandbox = { ...queryOnly(sandboxQuiescenceMs), giveUpAfterMs };
const live = { ...queryOnly(liveQuiescenceMs), giveUpAfterMs };

export const resolutionOf = ({ sandbox }: OrangeWebpayConfig): Resolution =>
  sandbox ? inSandbox : live;
