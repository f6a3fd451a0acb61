// Type of a valid request to send: text, recipients and their cost, as the writer stores them.

import type { SmsEncoding } from '@jokko/contract';
import type { SmsApp } from './app-directory.ts';

/** Where some recipients of a request go, and at which price. */
export interface Destination {
  /** ISO 3166. */
  country: string;
  operator: string;
  connection: string;
  /** The price of all parts of one message, ten-thousandths of the currency unit. */
  price: bigint;
  /** The country's. */
  currency: string;
  /** In which final states it is given back (`refundMask`). */
  refundStates: number;
  /** When messages may be sent, ms since 1970; null: now. */
  dueAtMs: number | null;
}

export interface Recipients {
  /** E.164 digits without plus, each once. */
  msisdns: readonly string[];
  /** As the client wrote them. */
  given: readonly string[];
  destinations: readonly Destination[];
  /** For each recipient the index of its destination. */
  destinationOf: Uint16Array;
  /** For each destination how many recipients it has. */
  counts: readonly number[];
}

export interface Order {
  app: SmsApp;
  /** By which its destinations were found: with another one in force it is made again. */
  routingVersion: number;
  sender: string;
  /** As a phone will show it. */
  text: string;
  encoding: SmsEncoding;
  parts: number;
  recipients: Recipients;
  /** Header `Idempotency-Key`. */
  idempotency: { key: string; fingerprint: Buffer } | null;
  /** SHA-256 of sender and text, where the app refuses equal messages. */
  textHash: Buffer | null;
  /** When it begins to be sent, ms since 1970; null: now. */
  scheduledAtMs: number | null;
  /** Where its delivery reports are pushed; null: nowhere. */
  reportUrl: string | null;
  /** From its schedule, else from its acceptance, to the end of its validity. */
  validForMs: number;
}

export interface Charge {
  country: string;
  currency: string;
  /** Ten-thousandths of the currency unit. */
  amount: bigint;
}

/** What the recipients of each country cost, where that is above zero. */
export function chargesOf({ destinations, counts }: Recipients): Charge[] {
  const charges = new Map<string, Charge>();
  destinations.forEach(({ country, currency, price }, index) => {
    const amount = price * BigInt(counts[index]!);
    if (amount === 0n) return;
    const charge = charges.get(country);
    if (charge === undefined) charges.set(country, { country, currency, amount });
    else charge.amount += amount;
  });
  return [...charges.values()];
}

/**
 * What all recipients cost by currency, ten-thousandths; currencies in which nothing is charged
 * included.
 */
export function totalsOf(recipients: Recipients): Map<string, bigint> {
  const totals = new Map(recipients.destinations.map(({ currency }) => [currency, 0n]));
  for (const { currency, amount } of chargesOf(recipients))
    totals.set(currency, totals.get(currency)! + amount);
  return totals;
}
