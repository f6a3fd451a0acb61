// Sample orders of the tests, one of each kind, with ordinary data; the caller sets the deciding
// digits.

import { randomUUID } from 'node:crypto';
import { serviceKind, type AnyServiceKind } from '@jokko/contract';
import type { Extra, Intent, OperationKind } from '../intent.ts';

export interface SampleOptions {
  /**
   * Last four digits of the field that is read first for this kind; default 0001, which simply
   * succeeds.
   */
  digits?: string;
  link?: 'none' | 'deepLink' | 'qr';
  /** Where notices go; by default an address without a listener. */
  notifyUrl?: string;
  /** Ten-thousandths; default 1350 units. */
  amount?: bigint;
  billReference?: string;
  /** Puts the digits into the phone even where another field is read first. */
  digitsInPhone?: boolean;
  vaultHandle?: string;
}

/** An intent whose deciding field ends with the wanted digits. */
export function sampleIntent(kind: OperationKind, options: SampleOptions = {}): Intent {
  const digits = options.digits ?? '0001';
  const ofKind = serviceKind(kind);
  const extra = extraOf(ofKind, options.digitsInPhone === true ? '0001' : digits, options);
  const decidesByPhone = options.digitsInPhone === true || ofKind.sandbox.digitsMember === null;
  return {
    transactionId: randomUUID(),
    kind,
    codeService: ofKind.sample.codeService,
    country: 'SN',
    amount: options.amount ?? 13_500_000n,
    currency: 'XOF',
    phone: `+22177000${decidesByPhone ? digits : '0001'}`,
    urls: {
      notify: options.notifyUrl ?? 'http://127.0.0.1:9/notices',
      success: 'https://shop.example/paid',
      error: 'https://shop.example/refused',
    },
    payerWindowMs: 900_000,
    extra,
  };
}

/** The kind's own sample with what the caller asks for. */
function extraOf({ sample }: AnyServiceKind, digits: string, options: SampleOptions): Extra {
  const extra = sample.extra(digits, anyDigits);
  switch (extra.type) {
    case 'wallet':
      return { ...extra, link: options.link ?? extra.link };
    case 'card':
      return { ...extra, vaultHandle: options.vaultHandle ?? extra.vaultHandle };
    case 'bill':
      return { ...extra, billReference: options.billReference ?? extra.billReference };
    default:
      return extra;
  }
}

const drawn = new Map<number, number>();

/**
 * Bills and remittances are paid once, so each order has digits of its own: they are counted, since
 * among a few hundred that are drawn by chance two are the same now and then.
 */
function anyDigits(count: number): string {
  const next = (drawn.get(count) ?? 0) + 1;
  drawn.set(count, next);
  return String(next % 10 ** count).padStart(count, '0');
}
