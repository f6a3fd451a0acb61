// Makes a payment link, once for each id of the merchant.

import { hash } from 'node:crypto';
import { paymentLinkUses, parseAmount, type PaymentLinkRequest } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import type { LinkAmount, PaymentLink } from './payment-link.ts';
import { findLink, storeLink } from './store.ts';

/** As amounts are stored, whatever the currency. */
const moneyDecimals = 4;

export interface NewPaymentLink {
  accountId: number;
  /** Its form is right. */
  request: PaymentLinkRequest;
  amount: LinkAmount;
  currency: string;
  /** Those that are offered; null: all of the account. */
  services: readonly string[] | null;
  /** Empty: a user makes it, and receivers verify the signature of the callbacks alone. */
  apiKey: string;
}

/**
 * The link of this id; `conflict`: it was made by another body. `isNew`: it was made now, by this
 * call.
 */
export async function createPaymentLink(
  database: Session,
  { accountId, request, amount, currency, services, apiKey }: NewPaymentLink,
): Promise<{ link: PaymentLink | 'conflict'; isNew: boolean }> {
  const { id } = request;
  const isNew = await storeLink(
    database,
    {
      accountId,
      id,
      linkId: `lnk_${environment.randomBytes(12).toString('hex')}`,
      token: environment.randomBytes(16).toString('hex'),
      singleUse: request.uses === paymentLinkUses.one,
      ...amount,
      currency,
      description: request.description,
      services,
      successUrl: request.successRedirectUrl || null,
      errorUrl: request.errorRedirectUrl || null,
      language: (request.language ?? null) as PaymentLink['language'],
      callbackUrl: request.callbackUrl || null,
      callbackKey: hash('sha256', `${id}|${apiKey}`),
      clientData: (request.data ?? null) as PaymentLink['clientData'],
    },
    { fingerprint: fingerprintOf(request), minutes: request.expiresInMinutes ?? null },
  );
  // If two came at the same moment, the other may have been first.
  return { link: (await repeatedLink(database, accountId, request))!, isNew };
}

/** What was made under this id before; null: nothing. */
export async function repeatedLink(
  database: Session,
  accountId: number,
  request: PaymentLinkRequest,
): Promise<PaymentLink | 'conflict' | null> {
  const link = await findLink(database, { accountId, id: request.id });
  if (link === null) return null;
  return link.fingerprint === fingerprintOf(request) ? link : 'conflict';
}

/** Two bodies make the same link when these are equal. */
const fingerprintOf = ({ amountRange, ...request }: PaymentLinkRequest): string =>
  hash(
    'sha256',
    JSON.stringify([
      request.uses ?? paymentLinkUses.many,
      ...[request.amount, amountRange?.minimum, amountRange?.maximum].map((amount) =>
        String(parseAmount(amount, moneyDecimals)),
      ),
      request.currency ?? null,
      request.description,
      request.services ?? null,
      request.successRedirectUrl || null,
      request.errorRedirectUrl || null,
      request.expiresInMinutes ?? null,
      request.language ?? null,
      request.callbackUrl || null,
      request.data ?? null,
    ]),
  );
