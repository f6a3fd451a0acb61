// Configuration of an HTTP provider of SMS, and the values that each call derives from it.

import { baseAddress, fields, optional, secret, url } from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';
import { carrierFields } from '@jokko/connectors/kit/carrier';

export const configuration = fields({
  /** Everything before `/messages`, for example `https://sms.example/v1`. */
  baseUrl: url(),
  apiKey: secret('Clé API', 'API key'),
  /** Of signed receipts and inbound messages. */
  noticeSecret: secret('Secret des notifications', 'Secret of notices'),
  /** Where the provider is to send them, when it is not the address that the installation gives this connection. */
  noticeUrl: optional(url('Adresse des notifications', 'Address for notices')),
  ...carrierFields(),
});
export type SmsHttpConfig = ConfigOf<typeof configuration>;

export const settingsOf = configuration.settings((config) => ({
  /** Without a slash at the end. */
  baseUrl: baseAddress(config.baseUrl),
  window: config.window,
  sessions: config.sessions,
  ratePerSec: config.ratePerSec ?? null,
  timeoutMs: config.timeoutMs,
  headers: { 'X-Api-Key': config.apiKey, Accept: 'application/json' },
}));
