// Configuration of a Reloadly account, and the values that each call derives from it.

import {
  account,
  baseAddress,
  fields,
  httpFields,
  liveQuiescenceMs,
  optional,
  queryThenReplay,
  sandboxQuiescenceMs,
  secret,
  url,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';

export const configuration = fields({
  /** `https://topups.reloadly.com`, or the test environment's. */
  topupsUrl: url('Adresse des recharges', 'Address of top-ups'),
  /** `https://utilities.reloadly.com`; absent: airtime only. */
  utilitiesUrl: optional(url('Adresse des factures', 'Address of utilities')),
  /** `https://auth.reloadly.com/oauth/token`, for both environments. */
  tokenUrl: url('Adresse du jeton', 'Token address'),
  clientId: account('Identifiant client', 'Client id'),
  clientSecret: secret('Secret client', 'Client secret'),
  /** An asynchronous order is answered in a second or two; the rest is for a bad day. */
  ...httpFields(30_000),
});
export type ReloadlyConfig = ConfigOf<typeof configuration>;

/** Reloadly's services: each has its own address, token and media type. */
export type ReloadlyService = 'topups' | 'utilities';

export const settingsOf = configuration.settings((config) => {
  const baseUrls: { readonly [service in ReloadlyService]: string | null } = {
    topups: baseAddress(config.topupsUrl),
    utilities: config.utilitiesUrl ? baseAddress(config.utilitiesUrl) : null,
  };
  return {
    /**
     * Without a slash at the end; also the audience of the service's token. Null: not configured.
     */
    baseUrls,
    timeoutMs: config.timeoutMs,
    /**
     * The way out of every unknown outcome: a used identifier is refused, so that a later repeat is
     * harmless.
     */
    resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
  };
});
