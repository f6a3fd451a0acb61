// Admits the first operator by a one-time link that the first start prints, since there is no
// default password.

import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { makeLink } from './links.ts';
import { hasOperators } from './memberships.ts';
import type { UsersDeps } from './sign-in.ts';

/** The token of a new link; null once there is, or has been, an operator. */
export async function offerFirstOperator({ database }: UsersDeps): Promise<string | null> {
  if (await hasOperators(database)) return null;
  return inTransaction(database, async (session) => {
    const { id, token } = await makeLink(session, { kind: 'first-operator' }, null);
    await recordAudit(session, {
      who: { kind: 'system' },
      action: 'first-operator.offer',
      subject: `link/${id}`,
    });
    return token;
  });
}
