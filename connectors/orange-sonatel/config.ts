// Configuration of the Orange Money API of Orange Sonatel: the form that an operator fills in, its
// check, and what each call derives from it.

import {
  baseAddress,
  configField,
  httpFields,
  httpProblems,
  isHttpAddress,
  queryOnly,
  sandboxQuiescenceMs,
} from '@jokko/connectors/kit';
import type { ConfigField, ConfigProblem, HttpSettings, Resolution } from '@jokko/connectors/kit';

export interface OrangeSonatelConfig extends HttpSettings {
  /** Without a path: `https://api.orange-sonatel.com`. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** Six digits: who collects. */
  merchantCode: string;
  /** Shown to payers. */
  merchantName: string;
  /** Nine digits: the wallet that pays out. Absent: the route only collects. */
  partnerNumber?: string;
  /** Of that wallet. */
  pin?: string;
  /** The key that older notices bear as HTTP Basic. */
  noticeKey?: string;
  /** The secret that newer notices are signed with. */
  noticeSecret?: string;
  /** What payers dial for a one-time code. */
  otpDial?: string;
}

const defaultOtpDial = '#144#391#';
export const nationalNumber = /^\d{9}$/;

export const configForm: ConfigField[] = [
  configField('baseUrl', 'url', 'Adresse de base', 'Base address', true),
  { ...configField('clientId', 'text', 'Identifiant client', 'Client id', true), account: true },
  configField('clientSecret', 'secret', 'Secret client', 'Client secret', true),
  { ...configField('merchantCode', 'text', 'Code marchand', 'Merchant code', true), account: true },
  configField('merchantName', 'text', 'Nom du marchand', 'Merchant name', true),
  {
    ...configField('partnerNumber', 'text', 'Numéro du partenaire', 'Partner number', false),
    account: true,
  },
  configField('pin', 'secret', 'Code secret du partenaire', 'Partner PIN', false),
  configField('noticeKey', 'secret', 'Clé des notifications', 'Notice key', false),
  configField('noticeSecret', 'secret', 'Secret des notifications', 'Notice secret', false),
  configField('otpDial', 'text', 'Code USSD du code unique', 'USSD code for one-time codes', false),
  ...httpFields,
];

/** All problems at once; an empty list means that the configuration can be used. */
export function checkConfig(config: OrangeSonatelConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (field: keyof OrangeSonatelConfig, message: string) =>
    problems.push({ field, message });
  if (!isHttpAddress(config.baseUrl)) refuse('baseUrl', 'must be an http or https URL');
  for (const name of ['clientId', 'clientSecret', 'merchantName'] as const)
    if (!config[name]) refuse(name, 'must not be empty');
  if (!/^\d{6}$/.test(config.merchantCode)) refuse('merchantCode', 'must be six digits');
  const { partnerNumber, pin } = config;
  if (partnerNumber !== undefined && !nationalNumber.test(partnerNumber))
    refuse('partnerNumber', 'must be nine digits');
  if (partnerNumber !== undefined && !pin) refuse('pin', 'is needed with a partner number');
  if (partnerNumber === undefined && pin) refuse('partnerNumber', 'is needed with a PIN');
  return [...problems, ...httpProblems(config)];
}

/** Without a slash at the end. */
export const baseOf = ({ baseUrl }: OrangeSonatelConfig): string => baseAddress(baseUrl);

export const otpDialOf = ({ otpDial }: OrangeSonatelConfig): string => otpDial || defaultOtpDial;

/** By then a code whose creation was lost is dead, and the search shows what was paid with it. */
const quiescenceMs = 20 * 60_000;
/** What the search does not show in this time, a person has to look for. */
const giveUpAfterMs = 3_600_000;
const inSandbox = { ...queryOnly(sandboxQuiescenceMs), giveUpAfterMs };
const live = { ...queryOnly(quiescenceMs), giveUpAfterMs };

/** No call is ever sent twice. */
export const resolutionOf = ({ sandbox }: OrangeSonatelConfig): Resolution =>
  sandbox ? inSandbox : live;
