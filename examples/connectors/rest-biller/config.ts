// The configuration of a route to the biller: what an operator fills in, and what each call makes
// of it.

import {
  baseAddress,
  fields,
  queryThenReplay,
  sandbox,
  sandboxQuiescenceMs,
  secret,
  timeout,
  url,
  type ConfigOf,
} from '@jokko/connectors/kit';

/**
 * How long the biller may take until its status query knows a payment. Ask the biller; 15 minutes
 * is careful.
 */
const liveQuiescenceMs = 15 * 60_000;

/** The form, its check and the type of the configuration, from one list. */
export const configuration = fields({
  /** Everything before `/bills`, for example `https://api.biller.example/v1`. */
  baseUrl: url(),
  apiKey: secret('Clé API', 'API key'),
  /** Signs the biller's notices. */
  noticeSecret: secret('Secret des notifications', 'Secret of notices'),
  /** True on routes to the simulator: outcome digits count. Live mode refuses such a route. */
  sandbox: sandbox(),
  timeoutMs: timeout(),
});
export type RestBillerConfig = ConfigOf<typeof configuration>;

/** Made once for each configuration; what may be absent has its default here. */
export const settingsOf = configuration.settings((config) => ({
  /** Without a slash at the end. */
  baseUrl: baseAddress(config.baseUrl),
  timeoutMs: config.timeoutMs,
  headers: { Authorization: `Bearer ${config.apiKey}`, Accept: 'application/json' },
  /**
   * The way out of an unknown outcome: the biller executes a reference at most once, so the same
   * bytes may go out again.
   */
  resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
}));
