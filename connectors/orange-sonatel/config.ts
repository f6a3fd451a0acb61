// Configuration of the Orange Money API of Orange Sonatel, and the values that each call derives
// from it.

import {
  account,
  baseAddress,
  fields,
  httpFields,
  like,
  optional,
  queryOnly,
  sandboxQuiescenceMs,
  secret,
  text,
  url,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';

const defaultOtpDial = '#144#391#';
export const nationalNumber = /^\d{9}$/;

export const configuration = fields(
  {
    /** Without a path: `https://api.orange-sonatel.com`. */
    baseUrl: url(),
    clientId: account('Identifiant client', 'Client id'),
    clientSecret: secret('Secret client', 'Client secret'),
    /** Who collects. */
    merchantCode: account('Code marchand', 'Merchant code', like(/^\d{6}$/, 'must be six digits')),
    /** Shown to payers. */
    merchantName: text('Nom du marchand', 'Merchant name'),
    /** The wallet that pays out. Absent: the route only collects. */
    partnerNumber: optional(account('Numéro du partenaire', 'Partner number')),
    /** The PIN of that wallet. */
    pin: optional(secret('Code secret du partenaire', 'Partner PIN')),
    /** The key that older notices bear as HTTP Basic. */
    noticeKey: optional(secret('Clé des notifications', 'Notice key')),
    /** The secret that newer notices are signed with. */
    noticeSecret: optional(secret('Secret des notifications', 'Notice secret')),
    /** What payers dial for a one-time code. */
    otpDial: optional(text('Code USSD du code unique', 'USSD code for one-time codes')),
    ...httpFields(),
  },
  ({ partnerNumber, pin }, refuse) => {
    if (partnerNumber !== undefined && !nationalNumber.test(partnerNumber))
      refuse('partnerNumber', 'must be nine digits');
    if (partnerNumber !== undefined && !pin) refuse('pin', 'is needed with a partner number');
    if (partnerNumber === undefined && pin) refuse('partnerNumber', 'is needed with a PIN');
  },
);
export type OrangeSonatelConfig = ConfigOf<typeof configuration>;

/** By then a code whose creation was lost is dead, and the search shows what was paid with it. */
const liveQuiescenceMs = 20 * 60_000;
/** What the search does not show in this time, a person has to look for. */
const giveUpAfterMs = 3_600_000;

export const settingsOf = configuration.settings((config) => ({
  /** Without a slash at the end. */
  baseUrl: baseAddress(config.baseUrl),
  timeoutMs: config.timeoutMs,
  otpDial: config.otpDial || defaultOtpDial,
  /** No call is ever sent twice. */
  resolution: {
    ...queryOnly(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
    giveUpAfterMs,
  },
}));
