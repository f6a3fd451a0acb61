// Configuration of an Africa's Talking application, and the values that each call derives from it.

import { account, baseAddress, fields, optional, secret, url } from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';
import { carrierFields } from '@jokko/connectors/kit/carrier';

const liveUrl = 'https://api.africastalking.com';
const sandboxUrl = 'https://api.sandbox.africastalking.com';
/** The application of every account in the provider's sandbox, which has a host of its own. */
const sandboxUsername = 'sandbox';

export const configuration = fields({
  username: account('Nom de l’application', 'Username of the application'),
  apiKey: secret('Clé API', 'API key'),
  /** Everything before `/version1`; absent: the live host, and the sandbox's for the username `sandbox`. */
  baseUrl: optional(url()),
  ...carrierFields(),
});
export type AfricasTalkingConfig = ConfigOf<typeof configuration>;

export const settingsOf = configuration.settings((config) => ({
  baseUrl: baseAddress(
    config.baseUrl || (config.username === sandboxUsername ? sandboxUrl : liveUrl),
  ),
  username: config.username,
  headers: { apiKey: config.apiKey, Accept: 'application/json' },
  window: config.window,
  sessions: config.sessions,
  ratePerSec: config.ratePerSec ?? null,
  timeoutMs: config.timeoutMs,
}));
