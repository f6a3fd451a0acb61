// Pays a checkout: the attempt is committed first, then its operation is initiated under the
// attempt's external id. Whatever is interrupted, and however many pages are open, an external id
// has one operation (rule O5).

import { defined, toDecimalString } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { environment } from '../../platform/environment.ts';
import type { Account } from '../accounts/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { initiate, type InitiateDeps, type Initiated } from '../operations/index.ts';
import type { PayerCard } from './card-form.ts';
import { externalIdOf, nextNumber, type AttemptRefusal, type Checkout } from './checkout.ts';
import { findLocked, storeAttempt, storeEnd, type NewCheckoutAttempt } from './store.ts';

export interface PayDeps {
  database: Database;
  initiate: InitiateDeps;
  catalogue(): Catalogue;
  refreshCatalogue(): Promise<void>;
  directory: { byId(accountId: number): Promise<Account | null>; forget(accountId?: number): void };
}

const staleTriesMax = 10;
const staleMs = 50;

/**
 * Begins the attempt, unless another page was first or nothing may begin: the page shows what there
 * is then. `pageUrl`: where the payer comes back to. `card`: where the service takes one; it is
 * kept nowhere. Throws as `initiate` does; the attempt stands, and its operation is found under its
 * external id.
 */
export async function payCheckout(
  deps: PayDeps,
  { accountId, id }: Checkout,
  attempt: NewCheckoutAttempt,
  { pageUrl, card }: { pageUrl: string; card: PayerCard | null },
): Promise<void> {
  const key = { accountId, id };
  const begun = await inTransaction(deps.database, async (session) => {
    const checkout = await findLocked(session, key);
    if (checkout === null || nextNumber(checkout) !== attempt.number) return null;
    return { checkout, begunAt: await storeAttempt(session, key, attempt) };
  });
  if (begun === null) return;
  const { checkout, begunAt } = begun;
  const initiated = await initiateAttempt(deps, checkout, attempt, {
    successRedirectUrl: pageUrl,
    errorRedirectUrl: pageUrl,
    ...(card !== null && { ...card, bankAuthRedirectUrl: pageUrl }),
  });
  // What was opened is found by its external id; the number that it was asked for stands there from
  // now on.
  const refusal = initiated === null ? 'closed' : refusalBy(initiated, checkout, attempt.number);
  if (initiated?.type === 'opened') deps.initiate.answers.leave(initiated.operation.terms.id);
  await storeEnd(deps.database, key, { number: attempt.number, begunAt }, refusal);
}

async function initiateAttempt(
  deps: PayDeps,
  checkout: Checkout,
  { number, codeService, phone }: NewCheckoutAttempt,
  members: { [member: string]: string },
): Promise<Exclude<Initiated, { type: 'stale' }> | null> {
  const body = {
    phone,
    amount: toDecimalString(checkout.amount),
    codeService,
    externalTransactionId: externalIdOf(checkout.id, number),
    ...members,
    ...defined({ callbackUrl: checkout.callbackUrl, data: checkout.clientData }),
  };
  for (let tried = 0; tried < staleTriesMax; tried += 1) {
    const account = await deps.directory.byId(checkout.accountId);
    if (account === null) return null;
    const initiated = await initiate(deps.initiate, {
      body,
      account,
      catalogue: deps.catalogue(),
      apiKey: checkout.callbackKey,
      checkout: {
        id: checkout.id,
        attempt: number,
        ...defined({ link: checkout.link }),
      },
    });
    if (initiated.type !== 'stale') return initiated;
    deps.directory.forget(account.id);
    await deps.refreshCatalogue();
    await environment.sleep(staleMs);
  }
  return null;
}

/** Null: there is an operation of this attempt, and its state tells. */
function refusalBy(
  initiated: Exclude<Initiated, { type: 'stale' }>,
  { id }: Checkout,
  number: number,
): AttemptRefusal | null {
  switch (initiated.type) {
    case 'opened':
      return null;
    case 'replayed': {
      const { checkout } = initiated.operation.terms.details;
      return checkout?.id === id && checkout.attempt === number ? null : 'idTaken';
    }
    // An earlier try of this number was opened with other fields, or the merchant has used the id.
    case 'conflict':
      return 'idTaken';
    case 'routeDown':
      return 'routeDown';
    case 'closed':
      return 'closed';
    case 'invalid':
      return initiated.faults.some(({ field }) => field === 'phone') ? 'phone' : 'notPossible';
    case 'unknownService':
    case 'notActivated':
    case 'suspended':
    case 'notListed':
    case 'otherAmount':
    case 'otherAmountThanRecord':
    case 'paid':
      return 'notPossible';
  }
}
