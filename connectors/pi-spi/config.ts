// Configuration of a participant of PI-SPI, and the values that each call derives from it. Host,
// credentials and small differences are the participant's.

import {
  account,
  baseAddress,
  checkTls,
  choice,
  fields,
  httpFields,
  isHttpAddress,
  optional,
  queryThenReplay,
  sandboxQuiescenceMs,
  secret,
  text,
  tlsFields,
  url,
} from '@jokko/connectors/kit';
import type { ConfigOf, TlsOptions } from '@jokko/connectors/kit';

export const configuration = fields(
  {
    /** Everything before `/paiements`, for example `https://sandbox.api.pi-bceao.com/piz/v1`. */
    baseUrl: url(),
    tokenUrl: url('Adresse du jeton', 'Token address'),
    clientId: account('Identifiant client', 'Client id'),
    clientSecret: secret('Secret client', 'Client secret'),
    /** Some participants ask for one besides. */
    apiKey: optional(secret('Clé API', 'API key')),
    /** Alias of our account: who pays out, and who is paid. */
    ourAlias: account('Alias de notre compte', 'Our alias'),
    /** Our account's number, for the balance. */
    accountNumber: optional(text('Numéro de notre compte', 'Our account number')),
    /** What one franc is on the wire. Default 1. */
    amountUnit: optional(choice('Unité du franc', 'Units of a franc', ['1', '100'])),
    /**
     * The category of requests to pay: 500 in a shop, 521 e-commerce at once, 401 a bill, 631.
     * Default 521.
     */
    category: optional(
      choice('Catégorie des demandes', 'Category of requests', ['500', '521', '401', '631']),
    ),
    /** How the recipient of a bank transfer is named. Default: no bank transfers. */
    bankTransferBy: optional(
      choice('Bénéficiaire d’un virement', 'Recipient of a bank transfer', [
        'none',
        'accountNumber',
      ]),
    ),
    /** That notices are signed with. */
    noticeSecret: optional(secret('Secret des notifications', 'Notice secret')),
    ...tlsFields,
    ...httpFields(),
  },
  (config, refuse) => {
    const tls = isHttpAddress(config.baseUrl) && config.baseUrl.startsWith('https:');
    if (!config.sandbox && config.tlsCertificate === undefined)
      refuse('tlsCertificate', 'is needed: participants ask for a client certificate');
    checkTls({ ...config, tls }, refuse);
  },
);
export type PiSpiConfig = ConfigOf<typeof configuration>;

/**
 * The certainty of `statuts` begins 20 seconds after sending; a repeat under the same id is refused
 * (DU03).
 */
const liveQuiescenceMs = 60_000;

export const settingsOf = configuration.settings((config) => {
  const { tlsCa: ca, tlsServername: servername, tlsCertificate: cert, tlsKey: key } = config;
  const isUsual = ca === undefined && servername === undefined && cert === undefined;
  return {
    /** Without a slash at the end. */
    baseUrl: baseAddress(config.baseUrl),
    timeoutMs: config.timeoutMs,
    /**
     * One object for each configuration, so that connections are shared; undefined: nothing
     * unusual.
     */
    tls: isUsual ? undefined : ({ ca, servername, cert, key } satisfies TlsOptions),
    resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
  };
});
