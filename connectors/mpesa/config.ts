// Configuration of an M-Pesa short code (Daraja), and the values that each call derives from it.

import {
  account,
  baseAddress,
  choice,
  fields,
  giveUpAfterMs,
  httpFields,
  like,
  liveQuiescenceMs,
  optional,
  readPublicKey,
  sandboxQuiescenceMs,
  secret,
  text,
  url,
} from '@jokko/connectors/kit';
import type { ConfigOf, Resolution } from '@jokko/connectors/kit';

const initiatorFields = ['initiatorName', 'initiatorPassword', 'certificate'] as const;
const code = like(/^\d{5,7}$/, 'must be 5 to 7 digits');

export const configuration = fields(
  {
    /** Everything before `/oauth`, for example `https://api.safaricom.co.ke`. */
    baseUrl: url(),
    consumerKey: account('Consumer key', 'Consumer key'),
    consumerSecret: secret('Consumer secret', 'Consumer secret'),
    /** Pay-bill number, or the store number of a till. */
    shortCode: account('Short code', 'Short code', code),
    /** The till, where it is not the short code itself. */
    till: optional(account('Numéro de caisse (till)', 'Till number', code)),
    transactionType: choice('Type d’encaissement', 'Type of collection', [
      'CustomerPayBillOnline',
      'CustomerBuyGoodsOnline',
    ]),
    /** Needed for collections. */
    passkey: optional(secret('Passkey', 'Passkey')),
    /** Needed for payouts and reversals, with password and certificate. */
    initiatorName: optional(text('Initiateur', 'Initiator')),
    initiatorPassword: optional(secret('Mot de passe de l’initiateur', 'Initiator password')),
    /** The environment's certificate in PEM, with which the password is encrypted. */
    certificate: optional(
      text(
        'Certificat de Safaricom',
        'Safaricom’s certificate',
        (pem) =>
          readPublicKey(pem) === null ? 'must be a certificate or public key in PEM' : null,
        { lines: true, expiry: 'certificate' },
      ),
    ),
    /** The short code of the account that payouts are taken from; by default the short code. */
    payoutShortCode: optional(account('Short code des paiements', 'Payout short code', code)),
    /** The account's currency: the protocol names none. KES unless said. */
    currency: optional(
      text(
        'Devise du compte',
        'Currency of the account',
        like(/^[A-Z]{3}$/, 'must be three capitals, as KES'),
      ),
    ),
    ...httpFields(),
  },
  (config, refuse) => {
    if (initiatorFields.some((name) => config[name]))
      for (const name of initiatorFields)
        if (!config[name]) refuse(name, 'is needed with the other two');
    if (!config.passkey && !config.initiatorName)
      refuse('passkey', 'a passkey, an initiator or both are needed');
  },
);
export type MpesaConfig = ConfigOf<typeof configuration>;

/** A callback of a push comes within the payer's minute; nothing is asked before. */
const callbackWaitMs = 2 * 60_000;

export const settingsOf = configuration.settings((config) => {
  const { sandbox, initiatorName: name, initiatorPassword: password } = config;
  const key = readPublicKey(config.certificate);
  const resolution: Resolution = {
    steps: ['query', 'waitNotification', 'manual'],
    notBeforeMs: sandbox ? sandboxQuiescenceMs : callbackWaitMs,
    quiescenceMs: sandbox ? sandboxQuiescenceMs : liveQuiescenceMs,
    giveUpAfterMs,
  };
  return {
    /** Without a slash at the end. */
    baseUrl: baseAddress(config.baseUrl),
    timeoutMs: config.timeoutMs,
    currency: config.currency || 'KES',
    payoutShortCode: config.payoutShortCode || config.shortCode,
    /** Null: no payouts and no reversals. */
    initiator: name && password && key !== null ? { name, password, key } : null,
    /** Nothing may be sent twice: a push has no id of ours. */
    resolution,
  };
});
