// How does a test work as somebody with a seat? Signed in with a second factor, just now.

import type { OperatorRole } from '@jokko/contract/portal';
import { storeMembership, type Seat } from '../../../domain/people/memberships.ts';
import { storePerson, storeTotp } from '../../../domain/people/persons.ts';
import { beginSession } from '../../../domain/people/sessions.ts';
import { makeTotpSecret } from '../../../domain/people/totp.ts';
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
  const { database, secrets } = portal.people;
  const personId = (await storePerson(database, { email: `${name}@x.sn`, name, language: 'fr', passwordHash: 'none' }))!;
  await storeMembership(database, personId, seat);
  await storeTotp(database, secrets, personId, { secret: makeTotpSecret(), step: 0 });
  const caller = { address: '127.0.0.1', agent: 'test' };
  return portal.browser(await beginSession(database, { personId, stage: 'done', secondFactor: true, caller }, null));
}
