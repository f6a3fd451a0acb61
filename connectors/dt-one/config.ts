// Configuration of a DT One DVS account, and the values that each call derives from it.

import {
  account,
  baseAddress,
  fields,
  httpFields,
  liveQuiescenceMs,
  queryThenReplay,
  sandboxQuiescenceMs,
  secret,
  url,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';

export const configuration = fields({
  /**
   * Everything before `/async/transactions`: `https://dvs-api.dtone.com/v1`, or the test
   * environment's.
   */
  baseUrl: url(),
  apiKey: account('Clé API', 'API key'),
  apiSecret: secret('Secret API', 'API secret'),
  /** An asynchronous order is answered in a second or two; the rest is for a bad day. */
  ...httpFields(30_000),
});
export type DtOneConfig = ConfigOf<typeof configuration>;

export const settingsOf = configuration.settings((config) => {
  const credentials = Buffer.from(`${config.apiKey}:${config.apiSecret}`).toString('base64');
  return {
    /** Without a slash at the end. */
    baseUrl: baseAddress(config.baseUrl),
    timeoutMs: config.timeoutMs,
    headers: { Accept: 'application/json', Authorization: `Basic ${credentials}` },
    /**
     * The way out of every unknown outcome: a used external id is refused, so that a repeat is
     * harmless.
     */
    resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
  };
});
