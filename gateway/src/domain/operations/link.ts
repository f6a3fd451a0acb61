// Which operation does a link page's address name? Only one whose token it holds.

import { timingSafeEqual } from 'node:crypto';
import type { Session } from '../../db/database.ts';
import type { Operation } from './operation.ts';
import { findOperations } from './store.ts';

const form = /^(\d{13,16})-([0-9a-z]{1,7})-([0-9a-f]{32})$/;

/** `link`: what follows `/deep/`. Null for a wrong token and an unknown operation alike. */
export async function findByLink(session: Session, link: string): Promise<Operation | null> {
  const parts = form.exec(link);
  if (parts === null) return null;
  const accountId = Number.parseInt(parts[2]!, 36);
  if (accountId > 2_147_483_647) return null;
  const [operation] = await findOperations(session, [{ accountId, id: parts[1]! }]);
  const token = operation?.facts.linkToken;
  if (operation === undefined || token === null || token === undefined) return null;
  return timingSafeEqual(Buffer.from(token), Buffer.from(parts[3]!)) ? operation : null;
}
