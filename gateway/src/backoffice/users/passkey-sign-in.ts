// Signs a user in with a passkey, as the second step after the password or alone: a passkey that
// asked for a fingerprint or a PIN is two factors in one.

import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { countLoginAttempt, loginAttemptFrom, noLoginAttempt } from './login-attempts.ts';
import { checkPasskey } from './passkeys.ts';
import { findUser } from './users.ts';
import { beginSession } from './sessions.ts';
import { finishSignIn, recordFailure } from './sign-in.ts';
import type { UsersDeps, SignedIn } from './sign-in.ts';
import { actorOf, type LiveSession, type Visit } from '../../platform/http/portal/caller.ts';
import { refuse, refuseTries, type Refused } from '../../platform/http/portal/refused.ts';

/**
 * `live`: the session that waits for its second factor; null: there is none, or another one goes on
 * for nothing.
 */
export async function signInByPasskey(
  deps: UsersDeps,
  live: LiveSession | null,
  response: Record<string, unknown>,
  visit: Visit,
): Promise<SignedIn | Refused> {
  const { database } = deps;
  const from = loginAttemptFrom(visit);
  const wait = await countLoginAttempt(database, from);
  if (wait !== null) return refuseTries(wait);
  const waiting = live?.stage === 'second-factor' ? live : null;
  const checked = await checkPasskey(
    deps,
    { response, purpose: 'sign-in', userId: waiting?.user.id ?? null },
    visit,
  );
  const user = checked.ok ? await findUser(database, checked.userId) : null;
  if (user === null || user.disabled) {
    await recordFailure(database, user, visit, 'passkey');
    return refuse('wrongCode');
  }
  if (waiting !== null) await noLoginAttempt(database, [], from);
  if (waiting !== null) return finishSignIn(database, waiting, visit, 'passkey');
  return inTransaction(database, async (session): Promise<SignedIn> => {
    await noLoginAttempt(session, [], from);
    const token = await beginSession(
      session,
      { userId: user.id, stage: 'done', secondFactor: true, caller: visit },
      visit.token,
    );
    await recordAudit(session, {
      who: actorOf(user, visit),
      action: 'session.begin',
      subject: `person/${user.id}`,
      new: { by: 'passkey' },
    });
    return { ok: true, token, next: 'done' };
  });
}
