// What is a request to send, once its form is right? Text, recipients and what they cost, as the writer stores them.

import type { SmsEncoding } from '@jokko/contract';
import type { SmsApp } from './app-directory.ts';

/** Where some recipients of a request go, and at which price. */
export interface Destination {
  /** ISO 3166. */
  country: string;
  operator: string;
  link: string;
  /** Of all parts of one message, ten-thousandths of the order's currency unit. */
  price: bigint;
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
  /** Of all prices. */
  currency: string;
  /** Header `Idempotency-Key`. */
  idempotency: { key: string; fingerprint: Buffer } | null;
  /** SHA-256 of sender and text, where the app refuses equal messages. */
  textHash: Buffer | null;
  /** From its acceptance to the end of its validity. */
  validForMs: number;
}

/** Ten-thousandths by country, above zero. */
export function chargesOf({ destinations, counts }: Recipients): Map<string, bigint> {
  const charges = new Map<string, bigint>();
  destinations.forEach(({ country, price }, index) => {
    const amount = price * BigInt(counts[index]!);
    if (amount > 0n) charges.set(country, (charges.get(country) ?? 0n) + amount);
  });
  return charges;
}

/** Of all recipients, ten-thousandths. */
export function totalOf(recipients: Recipients): bigint {
  let total = 0n;
  for (const amount of chargesOf(recipients).values()) total += amount;
  return total;
}
