// Signs a test in as a member, with a second factor that was just verified.

import type { OperatorRole } from '@jokko/contract/portal';
import { storeMembership, type Seat } from '../../../backoffice/users/memberships.ts';
import { storeUser, storeTotp } from '../../../backoffice/users/users.ts';
import { beginSession } from '../../../backoffice/users/sessions.ts';
import { makeTotpSecret } from '../../../backoffice/users/totp.ts';
import type { Browser, Portal } from './portal.ts';

export function operatorBrowser(
  portal: Portal,
  name: string,
  { role = 'admin', countries = null }: { role?: OperatorRole; countries?: string[] | null } = {},
): Promise<Browser> {
  return seatedBrowser(portal, name, { side: 'operator', role, accountId: null, countries });
}

/** Somebody new of an account, or of the operator. */
export async function seatedBrowser(portal: Portal, name: string, seat: Seat): Promise<Browser> {
  const { database, secrets } = portal.users;
  const userId = (await storeUser(database, {
    email: `${name}@x.sn`,
    name,
    language: 'fr',
    passwordHash: 'none',
  }))!;
  await storeMembership(database, userId, seat);
  await storeTotp(database, secrets, userId, { secret: makeTotpSecret(), step: 0 });
  const caller = { address: '127.0.0.1', agent: 'test' };
  return portal.browser(
    await beginSession(database, { userId, stage: 'done', secondFactor: true, caller }, null),
  );
}
