// Configuration of a CyberSource merchant account, and the values that each call derives from it.

import {
  account,
  baseAddress,
  choice,
  fields,
  firstQueryMs,
  giveUpAfterMs,
  httpFields,
  like,
  sandboxQuiescenceMs,
  secret,
  text,
  url,
} from '@jokko/connectors/kit';
import type { ConfigOf, Resolution } from '@jokko/connectors/kit';

const plain = like(/^[\w.-]+$/, 'must consist of letters, digits, dots, dashes and underscores');

export const configuration = fields({
  /** `https://api.cybersource.com`, or `https://apitest.cybersource.com`. */
  baseUrl: url(),
  merchantId: account('Identifiant marchand', 'Merchant id', plain),
  /** CyberSource moves from signed headers to tokens; both are made with the same key. */
  auth: choice('Authentification', 'Authentication', ['httpSignature', 'jwt']),
  keyId: text('Identifiant de la clé', 'Key id', plain),
  /** As the Business Center shows it. */
  sharedSecret: secret(
    'Clé secrète partagée',
    'Shared secret key',
    like(/^[A-Za-z0-9+/]{16,}={0,2}$/, 'must be base64'),
  ),
  /**
   * Acquirers ask for an address of the payer, which our interface does not have: the merchant's
   * own stands for it.
   */
  billingAddress: text('Adresse de facturation', 'Billing address'),
  billingCity: text('Ville de facturation', 'Billing city'),
  /** ISO 3166 alpha-2. */
  billingCountry: text(
    'Pays de facturation',
    'Billing country',
    like(/^[A-Z]{2}$/, 'must be two capital letters'),
  ),
  /** Where the order names no e-mail address of the payer. */
  billingEmail: text('E-mail de facturation', 'Billing e-mail'),
  /** An authorisation waits for the issuer. */
  ...httpFields(30_000, 90_000),
});
export type CybersourceConfig = ConfigOf<typeof configuration>;

/** The transaction search knows a payment after seconds to minutes; then it is taken back. */
const liveSearchMs = 2 * 60_000;

export const settingsOf = configuration.settings((config) => {
  const resolution: Resolution = {
    steps: ['query', 'timeoutReversal', 'manual'],
    notBeforeMs: firstQueryMs,
    quiescenceMs: config.sandbox ? sandboxQuiescenceMs : liveSearchMs,
    giveUpAfterMs,
  };
  return {
    /** Without a slash at the end. */
    baseUrl: baseAddress(config.baseUrl),
    /** As it stands in the Host header, which is signed. */
    host: new URL(config.baseUrl).host,
    secret: Buffer.from(config.sharedSecret, 'base64'),
    timeoutMs: config.timeoutMs,
    resolution,
  };
});
