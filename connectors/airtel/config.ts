// Configuration of an Airtel Money account, and the values that each call derives from it. One
// account is of one country.

import {
  account,
  baseAddress,
  fields,
  httpFields,
  like,
  liveQuiescenceMs,
  optional,
  queryThenReplay,
  readPublicKey,
  sandboxQuiescenceMs,
  secret,
  text,
  url,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';

const defaultReference = 'Payment';

export const configuration = fields(
  {
    /** Everything before `/auth`, for example `https://openapi.airtel.africa`. */
    baseUrl: url(),
    clientId: account('Identifiant client', 'Client id'),
    clientSecret: secret('Secret client', 'Client secret'),
    /** ISO 3166 alpha-2, as `X-Country` has it. */
    country: account(
      'Pays (ISO 3166)',
      'Country (ISO 3166)',
      like(/^[A-Z]{2}$/, 'must be two capitals, as CG'),
    ),
    /** Without the plus: numbers go out without it. */
    callingCode: text(
      'Indicatif du pays',
      'Calling code of the country',
      like(/^[1-9]\d{0,3}$/, 'must be digits, such as 242'),
    ),
    /** Needed for payouts, with `publicKey`. */
    pin: optional(secret('PIN de décaissement', 'Disbursement PIN')),
    /** The provider's key in PEM, with which the PIN is encrypted. */
    publicKey: optional(
      text(
        'Clé publique d’Airtel',
        'Airtel’s public key',
        (pem) => (readPublicKey(pem) === null ? 'must be a public key in PEM' : null),
        { lines: true },
      ),
    ),
    /** What the payer reads, and the statement shows. */
    reference: optional(
      text(
        'Libellé du paiement',
        'Label of the payment',
        like(/^[A-Za-z0-9 ]{4,64}$/, 'must be 4 to 64 letters, digits and spaces'),
      ),
    ),
    ...httpFields(),
  },
  ({ pin, publicKey }, refuse) => {
    if (pin && !publicKey) refuse('publicKey', 'is needed with a PIN');
    if (publicKey && !pin) refuse('pin', 'is needed with a public key');
  },
);
export type AirtelConfig = ConfigOf<typeof configuration>;

export const settingsOf = configuration.settings((config) => {
  const key = readPublicKey(config.publicKey);
  return {
    /** Without a slash at the end. */
    baseUrl: baseAddress(config.baseUrl),
    timeoutMs: config.timeoutMs,
    reference: config.reference || defaultReference,
    /** Null: no payouts. */
    pin: key !== null && config.pin ? { text: config.pin, key } : null,
    /** The provider refuses to repeat a transaction id. */
    resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
  };
});
