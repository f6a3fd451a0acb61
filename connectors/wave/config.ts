// Configuration of a Wave Business wallet, and the values that each call derives from it.

import {
  account,
  baseAddress,
  choice,
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

const noticeAuths = ['signature', 'bearer', 'none'] as const;

export const configuration = fields(
  {
    /** Everything before `/v1`: `https://api.wave.com`. */
    baseUrl: url(),
    /** Belongs to one wallet; made and revoked in Wave's business portal. */
    apiKey: secret('Clé API', 'API key'),
    /** How Wave proves its notices; chosen for each webhook in the portal. */
    noticeAuth: choice('Preuve des notifications', 'Proof of notices', noticeAuths),
    /** The webhook's secret, for `signature` and `bearer`. */
    noticeSecret: optional(secret('Secret des notifications', 'Secret of notices')),
    /** For an aggregator's account: for which of its merchants we act. */
    aggregatedMerchantId: optional(account('Marchand agrégé', 'Aggregated merchant')),
    /** The simulator is told where notices go, too. */
    ...httpFields(),
  },
  ({ noticeAuth, noticeSecret }, refuse) => {
    if (noticeAuth !== 'none' && noticeAuths.includes(noticeAuth) && !noticeSecret)
      refuse('noticeSecret', `is needed for ${noticeAuth}`);
  },
);
export type WaveConfig = ConfigOf<typeof configuration>;

export const settingsOf = configuration.settings((config) => ({
  /** Without a slash at the end. */
  baseUrl: baseAddress(config.baseUrl),
  timeoutMs: config.timeoutMs,
  headers: { Accept: 'application/json', Authorization: `Bearer ${config.apiKey}` },
  /**
   * A payout goes out again under the same Idempotency-Key, and a checkout only when the search
   * finds none: a repeat is harmless.
   */
  resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
}));
