// Opens the checkout on which a payer of a link pays. A link for one payment has one checkout at a
// time that can be paid: the next one is opened only once the one before can never be paid any
// more.

import { hash } from 'node:crypto';
import { checkoutStatus, paymentLinkStatus, type PaymentLinkStatus } from '@jokko/contract';
import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { environment } from '../../platform/environment.ts';
import {
  cannotBePaid,
  findCheckout,
  findNewestOfLinkLocked,
  newPage,
  statusOf as statusOfCheckout,
  storeCancellation,
  storeCheckout,
  storeRenewal,
  type Checkout,
} from '../checkouts/index.ts';
import { statusOf, type OpenedLink } from './payment-link.ts';
import { findOpenedLink, lockPaymentLink } from './store.ts';

/** How long a payer may take on his checkout. */
export const linkCheckoutMinutes = 60;
const digestCharacters = 16;

/** `nonce`: of the form that the payer has sent; a form that is sent twice opens one checkout. */
export interface Opening {
  nonce: string;
  amount: bigint;
}

/** The payer's checkout; else why the link opens none. */
export async function openLinkCheckout(
  database: Database,
  link: OpenedLink,
  opening: Opening,
): Promise<Checkout | Exclude<PaymentLinkStatus, 'ACTIVE'>> {
  return inTransaction(database, async (session) => {
    if (link.singleUse) await lockPaymentLink(session, link);
    const now = (await findOpenedLink(session, link.token)) ?? link;
    const status = statusOf(now);
    if (status !== paymentLinkStatus.active) return status;
    if (!link.singleUse) return ofForm(session, now, opening);
    const { amount } = opening;
    return (await currentOf(session, now, amount)) ?? storeNew(session, now, amount, newDigest());
  });
}

/**
 * The checkout that all payers of a link for one payment share; null: a new one may be opened, and
 * no other can be paid any more.
 */
async function currentOf(
  session: Session,
  link: OpenedLink,
  amount: bigint,
): Promise<Checkout | null> {
  const { accountId, id, expiresAt: endsAt } = link;
  const current = await findNewestOfLinkLocked(session, { accountId, link: id });
  if (current === null) return null;
  const status = statusOfCheckout(current);
  const { open, paying, paid, expired } = checkoutStatus;
  if (status === paying || status === paid) return current;
  if (status === open && current.amount === amount) return current;
  if (cannotBePaid(current)) {
    await storeCancellation(session, current);
    return null;
  }
  // A try of it may still become an operation, however long ago: the number of that try must be
  // used, here.
  if (status === expired)
    await storeRenewal(session, current, { minutes: linkCheckoutMinutes, endsAt }, link);
  return current;
}

/** The form is that of a checkout before, unless nothing can be paid there any more. */
async function ofForm(
  session: Session,
  link: OpenedLink,
  { nonce, amount }: Opening,
): Promise<Checkout> {
  const digest = hash('sha256', `${nonce}|${amount}`).slice(0, digestCharacters);
  const checkout = await storeNew(session, link, amount, digest);
  const { open, paying, paid } = checkoutStatus;
  const status = statusOfCheckout(checkout);
  if (status === open || status === paying || status === paid) return checkout;
  return storeNew(session, link, amount, newDigest());
}

const newDigest = (): string => environment.randomBytes(digestCharacters / 2).toString('hex');

async function storeNew(
  session: Session,
  link: OpenedLink,
  amount: bigint,
  digest: string,
): Promise<Checkout> {
  const { accountId } = link;
  const id = `${link.id}.${digest}`;
  const { currency, description, services, successUrl, errorUrl, language } = link;
  const { callbackUrl, callbackKey, clientData } = link;
  await storeCheckout(
    session,
    {
      accountId,
      id,
      ...newPage(),
      amount,
      currency,
      description,
      services,
      phone: null,
      successUrl,
      errorUrl,
      language,
      callbackUrl,
      callbackKey,
      clientData,
      link: link.id,
    },
    { fingerprint: digest, minutes: linkCheckoutMinutes, endsAt: link.expiresAt },
  );
  const checkout = await findCheckout(session, { accountId, id });
  if (checkout?.link !== link.id) throw new Error(`checkout ${id} is not of its link`);
  return checkout;
}
