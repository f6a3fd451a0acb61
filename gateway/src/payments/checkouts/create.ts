// Makes a checkout, once for each id of the merchant, and ends one before its time.

import { hash } from 'node:crypto';
import {
  checkoutMinutes,
  checkoutStatus,
  parseAmount,
  type CheckoutRequest,
} from '@jokko/contract';
import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { environment } from '../../platform/environment.ts';
import { statusOf, type Checkout } from './checkout.ts';
import {
  findCheckout,
  findLocked,
  storeCancellation,
  storeCheckout,
  type CheckoutKey,
} from './store.ts';

/** As amounts are stored, whatever the currency. */
const moneyDecimals = 4;

export interface NewCheckout {
  accountId: number;
  /** Its form is right. */
  request: CheckoutRequest;
  /** Those that are offered; null: all of the account. */
  services: readonly string[] | null;
  /** The customer's, E.164; empty: none was given. */
  phone: string;
  /** Ten-thousandths of the currency unit. */
  amount: bigint;
  currency: string;
  apiKey: string;
}

/** The checkout of this id; `conflict`: it was made by another body. */
export async function createCheckout(
  database: Session,
  { accountId, request, services, phone, amount, currency, apiKey }: NewCheckout,
): Promise<Checkout | 'conflict'> {
  const { id } = request;
  await storeCheckout(
    database,
    {
      accountId,
      id,
      ...newPage(),
      amount,
      currency,
      description: request.description,
      services,
      phone: phone === '' ? null : phone,
      successUrl: request.successRedirectUrl,
      errorUrl: request.errorRedirectUrl,
      language: (request.language ?? null) as Checkout['language'],
      callbackUrl: request.callbackUrl || null,
      callbackKey: hash('sha256', `${id}|${apiKey}`),
      clientData: (request.data ?? null) as Checkout['clientData'],
      link: null,
    },
    {
      fingerprint: fingerprintOf(request),
      minutes: request.expiresInMinutes ?? checkoutMinutes.usual,
      endsAt: null,
    },
  );
  // If two came at the same moment, the other may have been first.
  return (await repeatedCheckout(database, accountId, request))!;
}

/** What a new checkout has: how the gateway names it, and the unguessable part of its address. */
export const newPage = (): Pick<Checkout, 'checkoutId' | 'token'> => ({
  checkoutId: `chk_${environment.randomBytes(12).toString('hex')}`,
  token: environment.randomBytes(16).toString('hex'),
});

/**
 * What was made under this id before; null: nothing. Services that have left the account since
 * change nothing of it.
 */
export async function repeatedCheckout(
  database: Session,
  accountId: number,
  request: CheckoutRequest,
): Promise<Checkout | 'conflict' | null> {
  const checkout = await findCheckout(database, { accountId, id: request.id });
  if (checkout === null) return null;
  return checkout.fingerprint === fingerprintOf(request) ? checkout : 'conflict';
}

/**
 * Two bodies make the same checkout when these are equal: all that the payer or the merchant could
 * see a difference of.
 */
const fingerprintOf = (request: CheckoutRequest): string =>
  hash(
    'sha256',
    JSON.stringify([
      String(parseAmount(request.amount, moneyDecimals)),
      request.currency ?? null,
      request.description,
      request.services ?? null,
      request.customer?.phone ?? null,
      request.successRedirectUrl,
      request.errorRedirectUrl,
      request.expiresInMinutes ?? checkoutMinutes.usual,
      request.language ?? null,
      request.callbackUrl || null,
      request.data ?? null,
    ]),
  );

/** Null: there is none. `paying`, `paid`: it was not ended. */
export function expireCheckout(
  database: Database,
  key: CheckoutKey,
): Promise<Checkout | 'paying' | 'paid' | null> {
  return inTransaction(database, async (session) => {
    const checkout = await findLocked(session, key);
    if (checkout === null) return null;
    switch (statusOf(checkout)) {
      case checkoutStatus.paying:
        return 'paying';
      case checkoutStatus.paid:
        return 'paid';
      case checkoutStatus.open:
        await storeCancellation(session, key);
        return { ...checkout, canceledAt: checkout.now };
      case checkoutStatus.canceled:
      case checkoutStatus.expired:
        return checkout;
    }
  });
}
