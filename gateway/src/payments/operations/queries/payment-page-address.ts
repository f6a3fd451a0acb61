// Finds the operation of a payment page's address. Only one whose token the address holds.

import { timingSafeEqual } from 'node:crypto';
import { environment } from '../../../platform/environment.ts';
import type { Session } from '../../../platform/db/database.ts';
import type { Operation } from '../model/operation.ts';
import { findOperations } from './store.ts';

const form = /^(\d{13,16})-([0-9a-z]{1,7})-([0-9a-f]{32})$/;

/** Unguessable: whoever has it may act as the payer. */
export const newPaymentPageToken = (): string => environment.randomBytes(16).toString('hex');

/** `address`: what follows `/deep/`. Null for a wrong token and an unknown operation alike. */
export async function findByPaymentPage(
  session: Session,
  address: string,
): Promise<Operation | null> {
  const parts = form.exec(address);
  if (parts === null) return null;
  const accountId = Number.parseInt(parts[2]!, 36);
  if (accountId > 2_147_483_647) return null;
  const [operation] = await findOperations(session, [{ accountId, id: parts[1]! }]);
  const token = operation?.terms.paymentPageToken;
  if (operation === undefined || token === null || token === undefined) return null;
  return timingSafeEqual(Buffer.from(token), Buffer.from(parts[3]!)) ? operation : null;
}
