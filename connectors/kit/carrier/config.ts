// Fields of the configuration that every carrier over HTTP has, and the capabilities that follow.

import { int, rate, timeout, withDefault } from '../fields.ts';
import type { SmsCapabilities } from '../sms.ts';

export const carrierFields = () => ({
  /** Under way in a session. */
  window: withDefault(int(1, 1_000, 'Messages simultanés', 'Messages at one time'), 64),
  /** Of all nodes together. */
  sessions: withDefault(int(1, 100, 'Sessions', 'Sessions'), 4),
  /** In each session. */
  ratePerSec: rate(),
  timeoutMs: timeout(15_000),
});

/** Of carriers that cut long texts themselves. */
export const carrierCapabilities = (settings: {
  sessions: number;
  window: number;
  ratePerSec: number | null;
}): SmsCapabilities => ({
  splits: false,
  receipts: true,
  binds: settings.sessions,
  window: settings.window,
  ratePerSec: settings.ratePerSec,
});
