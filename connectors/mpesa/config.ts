// Configuration of an M-Pesa short code (Daraja): the fields that an operator fills in, their
// validation, and the values that each call derives from them.

import type { KeyObject } from 'node:crypto';
import {
  baseAddress,
  configField,
  giveUpAfterMs,
  httpFields,
  httpProblems,
  isHttpAddress,
  liveQuiescenceMs,
  readPublicKey,
  sandboxQuiescenceMs,
  timeoutOf,
} from '@jokko/connectors/kit';
import type { ConfigField, ConfigProblem, Resolution } from '@jokko/connectors/kit';

export interface MpesaConfig {
  /** Everything before `/oauth`, for example `https://api.safaricom.co.ke`. */
  baseUrl: string;
  consumerKey: string;
  consumerSecret: string;
  /** Pay-bill number, or the store number of a till. */
  shortCode: string;
  /** The till, where it is not the short code itself. */
  till?: string;
  transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline';
  /** Needed for collections. */
  passkey?: string;
  /** Needed for payouts and reversals, with password and certificate. */
  initiatorName?: string;
  initiatorPassword?: string;
  /** The environment's certificate in PEM, with which the password is encrypted. */
  certificate?: string;
  /** Of the account that payouts are taken from; by default the short code. */
  payoutShortCode?: string;
  /** Of the account: the protocol names none. KES unless said. */
  currency?: string;
  /** Our own simulator: outcome digits and `catalogueId` count. */
  sandbox: boolean;
  /** Default 10,000. */
  timeoutMs?: number;
  /** What the contract allows each node to send a second; absent: no limit. */
  ratePerSec?: number;
}

const transactionTypes = ['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'];
const initiatorFields = ['initiatorName', 'initiatorPassword', 'certificate'] as const;

const field = configField<keyof MpesaConfig>;

export const configForm: ConfigField[] = [
  field('baseUrl', 'url', 'Adresse de base', 'Base address', true),
  { ...field('consumerKey', 'text', 'Consumer key', 'Consumer key', true), account: true },
  field('consumerSecret', 'secret', 'Consumer secret', 'Consumer secret', true),
  { ...field('shortCode', 'text', 'Short code', 'Short code', true), account: true },
  { ...field('till', 'text', 'Numéro de caisse (till)', 'Till number', false), account: true },
  {
    ...field('transactionType', 'choice', 'Type d’encaissement', 'Type of collection', true),
    choices: transactionTypes,
  },
  field('passkey', 'secret', 'Passkey', 'Passkey', false),
  field('initiatorName', 'text', 'Initiateur', 'Initiator', false),
  field('initiatorPassword', 'secret', 'Mot de passe de l’initiateur', 'Initiator password', false),
  {
    ...field('certificate', 'text', 'Certificat de Safaricom', 'Safaricom’s certificate', false),
    lines: true,
    expiry: 'certificate',
  },
  {
    ...field('payoutShortCode', 'text', 'Short code des paiements', 'Payout short code', false),
    account: true,
  },
  field('currency', 'text', 'Devise du compte', 'Currency of the account', false),
  ...httpFields,
];

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: MpesaConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (name: keyof MpesaConfig, message: string) =>
    problems.push({ field: name, message });
  if (!isHttpAddress(config.baseUrl)) refuse('baseUrl', 'must be an http or https URL');
  for (const name of ['consumerKey', 'consumerSecret'] as const)
    if (!config[name]) refuse(name, 'must not be empty');
  for (const name of ['shortCode', 'till', 'payoutShortCode'] as const) {
    const isNeeded = name === 'shortCode';
    if ((isNeeded || config[name]) && !/^\d{5,7}$/.test(config[name] ?? ''))
      refuse(name, 'must be 5 to 7 digits');
  }
  if (!transactionTypes.includes(config.transactionType))
    refuse('transactionType', `must be ${transactionTypes.join(' or ')}`);
  if (initiatorFields.some((name) => config[name]))
    for (const name of initiatorFields)
      if (!config[name]) refuse(name, 'is needed with the other two');
  if (config.certificate && readPublicKey(config.certificate) === null)
    refuse('certificate', 'must be a certificate or public key in PEM');
  if (!config.passkey && !config.initiatorName)
    refuse('passkey', 'a passkey, an initiator or both are needed');
  if (config.currency && !/^[A-Z]{3}$/.test(config.currency))
    refuse('currency', 'must be three capitals, as KES');
  problems.push(...httpProblems(config));
  return problems;
}

/** What every call needs, computed once for each configuration object. */
export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string;
  timeoutMs: number;
  currency: string;
  payoutShortCode: string;
  /** Null: no payouts and no reversals. */
  initiator: { name: string; password: string; key: KeyObject } | null;
  /** Nothing may be sent twice: a push has no id of ours. */
  resolution: Resolution;
}

/** A callback of a push comes within the payer's minute; nothing is asked before. */
const callbackWaitMs = 2 * 60_000;

const settingsByConfig = new WeakMap<MpesaConfig, Settings>();

/** Derived settings of a configuration that `checkConfig` found usable. */
export function settingsOf(config: MpesaConfig): Settings {
  let settings = settingsByConfig.get(config);
  if (settings === undefined) {
    const { initiatorName: name, initiatorPassword: password } = config;
    const key = readPublicKey(config.certificate);
    settings = {
      baseUrl: baseAddress(config.baseUrl),
      timeoutMs: timeoutOf(config),
      currency: config.currency || 'KES',
      payoutShortCode: config.payoutShortCode || config.shortCode,
      initiator: name && password && key !== null ? { name, password, key } : null,
      resolution: {
        steps: ['query', 'waitNotification', 'manual'],
        notBeforeMs: config.sandbox ? sandboxQuiescenceMs : callbackWaitMs,
        quiescenceMs: config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs,
        giveUpAfterMs,
      },
    };
    settingsByConfig.set(config, settings);
  }
  return settings;
}
