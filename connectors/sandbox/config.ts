// Configuration of the simulator's sandbox protocol, and the values that each call derives from it.

import {
  baseAddress,
  fields,
  queryThenReplay,
  rate,
  sandboxQuiescenceMs,
  secret,
  timeout,
  url,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';

export const configuration = fields({
  /** Everything before `/operations`, for example `http://127.0.0.1:41234/sandbox/v1`. */
  baseUrl: url(),
  apiKey: secret('Clé API', 'API key'),
  /** The secret of signed notices. */
  noticeSecret: secret('Secret des notifications', 'Secret of notices'),
  /** To try out a slow provider. */
  ratePerSec: rate(),
  timeoutMs: timeout(),
});
export type SandboxConfig = ConfigOf<typeof configuration>;

export const settingsOf = configuration.settings((config) => ({
  /** Without a slash at the end. */
  baseUrl: baseAddress(config.baseUrl),
  timeoutMs: config.timeoutMs,
  headers: { 'X-Api-Key': config.apiKey, Accept: 'application/json' },
}));

/**
 * The way out of every unknown outcome: a repeated reference with the same body executes nothing.
 */
export const resolution = queryThenReplay(sandboxQuiescenceMs);
