// Configuration of an Orange SMS contract, and the values that each call derives from it.

import {
  account,
  baseAddress,
  basicAuth,
  choice,
  codeMember,
  fields,
  hinted,
  int,
  objectFromWire,
  optional,
  rate,
  secret,
  text,
  url,
  withDefault,
} from '@jokko/connectors/kit';
import type { ConfigOf, TokenSource } from '@jokko/connectors/kit';
import { carrierFields, carrierSettings } from '@jokko/connectors/kit/carrier';
import { senderAddresses } from './sender-address.ts';

/** What Orange lets one account send, all sessions together. */
const accountRatePerSec = 5;

export const configuration = fields({
  /** Everything before `/oauth/v3` and `/smsmessaging/v1`. */
  baseUrl: hinted(withDefault(url(), 'https://api.orange.com'), 'À laisser vide.', 'Leave empty.'),
  clientId: hinted(
    account('Client ID', 'Client ID'),
    'developer.orange.com, My apps, votre application avec l’API SMS du pays.',
    'developer.orange.com, My apps, your application with the API SMS of the country.',
  ),
  clientSecret: hinted(
    secret('Client secret', 'Client secret'),
    'Au même endroit.',
    'In the same place.',
  ),
  /** The country of the contract; it gives the address that sends. */
  country: hinted(
    choice('Pays du contrat', 'Country of the contract', countries()),
    'Celui de l’API SMS à laquelle l’application est abonnée.',
    'That of the API SMS to which the application is subscribed.',
  ),
  /** Where Orange has given another address than the country's. */
  senderAddress: hinted(
    optional(text('Numéro émetteur', 'Sender address', digits)),
    'Seulement si Orange vous en a donné un autre que celui du pays : des chiffres, sans « tel:+ ».',
    'Only if Orange has given you another one than the country’s: digits, without “tel:+”.',
  ),
  /** Limits the traffic to a bundle, such as `SMS_OCB2`. */
  bundle: hinted(
    optional(text('Forfait', 'Bundle', bundleName)),
    'Limite les envois à un forfait : son nom chez Orange, comme SMS_OCB2. Vide : Orange choisit.',
    'Limits the traffic to one bundle: its name at Orange, such as SMS_OCB2. Empty: Orange chooses.',
  ),
  ...carrierFields(),
  ratePerSec: hinted(
    rate(),
    `Parties de SMS par session, selon votre contrat. Vide : ${accountRatePerSec}, ce qu’Orange accorde à un compte.`,
    `SMS parts in each session, by your contract. Empty: ${accountRatePerSec}, what Orange lets an account send.`,
  ),
  /** The sessions of all nodes together: each has the whole rate. */
  sessions: hinted(
    withDefault(int(1, 100, 'Sessions', 'Sessions'), 1),
    'De tous les nœuds ensemble. Chacune a le débit entier, et Orange limite celui du compte.',
    'Of all nodes together. Each has the whole rate, and Orange limits that of the account.',
  ),
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

/** What Orange says its tokens live, in case an answer does not. */
const assumedLifeMs = 3_600_000;
/**
 * Orange's codes for a token that it does not know (any more), and for one that has expired; 40 is
 * of credentials that are missing.
 */
const tokenRefusals: ReadonlySet<string | undefined> = new Set(['41', '42']);

export const settingsOf = configuration.settings((config) => {
  const baseUrl = baseAddress(config.baseUrl);
  const headers = { Accept: 'application/json' };
  return {
    ...carrierSettings(config),
    baseUrl,
    headers,
    tokens: {
      key: 'orange-sms',
      request: {
        method: 'POST',
        url: `${baseUrl}/oauth/v3/token`,
        headers: {
          ...headers,
          Authorization: basicAuth(config.clientId, config.clientSecret),
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
        timeoutMs: config.timeoutMs,
      },
      assumedLifeMs,
      isRefused: ({ status, body }) => {
        const answer = status === 401 ? objectFromWire(body) : null;
        return answer !== null && tokenRefusals.has(codeMember(answer, 'code'));
      },
    } satisfies TokenSource,
    country: config.country,
    senderAddress: config.senderAddress || senderAddresses[config.country]!,
    bundle: config.bundle || null,
    ratePerSec: config.ratePerSec ?? accountRatePerSec,
  };
});
