// Configuration of an Orange SMS contract, and the values that each call derives from it.

import {
  account,
  baseAddress,
  choice,
  fields,
  int,
  optional,
  secret,
  text,
  url,
  withDefault,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';
import { carrierFields } from '@jokko/connectors/kit/carrier';
import { senderAddresses } from './sender-address.ts';

/** What Orange lets one account send, all sessions together. */
const accountRatePerSec = 5;

export const configuration = fields({
  /** Everything before `/oauth/v3` and `/smsmessaging/v1`. */
  baseUrl: withDefault(url(), 'https://api.orange.com'),
  clientId: account('Client ID', 'Client ID'),
  clientSecret: secret('Client secret', 'Client secret'),
  /** Of the contract; it gives the address that sends. */
  country: choice('Pays du contrat', 'Country of the contract', countries()),
  /** Where Orange has given another address than the country's. */
  senderAddress: optional(text('Numéro émetteur', 'Sender address', digits)),
  /** Limits the traffic to a bundle, such as `SMS_OCB2`. */
  bundle: optional(text('Forfait (SMS_OCB2…)', 'Bundle (SMS_OCB2…)', bundleName)),
  ...carrierFields(),
  /** Of all nodes together: each has the whole rate. */
  sessions: withDefault(int(1, 100, 'Sessions', 'Sessions'), 1),
});
export type OrangeSmsConfig = ConfigOf<typeof configuration>;

function countries(): string[] {
  return Object.keys(senderAddresses);
}

function digits(value: string): string | null {
  return /^[0-9]{4,15}$/.test(value) ? null : 'must be digits without plus';
}

function bundleName(value: string): string | null {
  return /^[A-Z0-9_]{1,40}$/.test(value) ? null : 'must be capitals, digits and _';
}

export const settingsOf = configuration.settings((config) => {
  const credentials = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64');
  return {
    baseUrl: baseAddress(config.baseUrl),
    basic: `Basic ${credentials}`,
    country: config.country,
    senderAddress: config.senderAddress || senderAddresses[config.country]!,
    bundle: config.bundle || null,
    window: config.window,
    sessions: config.sessions,
    ratePerSec: config.ratePerSec ?? accountRatePerSec,
    timeoutMs: config.timeoutMs,
  };
});
