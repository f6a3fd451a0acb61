// Re-authenticates a user for sensitive actions, which need a proof less than five minutes old:
// the second factor, or the password of a user who has none.

import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { countLoginAttempt, loginAttemptInSession, noLoginAttempt } from './login-attempts.ts';
import { checkPasskey } from './passkeys.ts';
import { verifyPassword } from './password-hash.ts';
import { findUser } from './users.ts';
import { proveSession } from './sessions.ts';
import { checkCode, recordFailure } from './sign-in.ts';
import type { UsersDeps } from './sign-in.ts';
import {
  actorOf,
  type LiveSession,
  type SignedInUser,
  type Visit,
} from '../../platform/http/portal/caller.ts';
import { refuse, refuseTries, type Refused } from '../../platform/http/portal/refused.ts';

export type Proof = { password: string } | { code: string } | { passkey: Record<string, unknown> };

/** How a user can prove who they are. */
export function proofsOf(
  user: Pick<SignedInUser, 'totp' | 'passkeys'>,
): ('password' | 'code' | 'passkey')[] {
  if (!user.totp && user.passkeys === 0) return ['password'];
  return [
    ...(user.totp ? (['code'] as const) : []),
    ...(user.passkeys > 0 ? (['passkey'] as const) : []),
  ];
}

/** Answers until when the session counts as proved: `proofMinutes` from now. */
export async function stepUp(
  deps: UsersDeps,
  live: LiveSession,
  proof: Proof,
  visit: Visit,
  proofMinutes: number,
): Promise<{ ok: true; until: Date } | Refused> {
  const by = 'password' in proof ? 'password' : 'code' in proof ? 'code' : 'passkey';
  if (!proofsOf(live.user).includes(by))
    return refuse(by === 'password' ? 'secondFactorNeeded' : 'wrongCode');
  const checked = await check(deps, live, proof, visit);
  if (!checked.ok) return checked;
  return inTransaction(deps.database, async (session): Promise<{ ok: true; until: Date }> => {
    const at = await proveSession(session, live.id, by !== 'password');
    await recordAudit(session, {
      who: actorOf(live.user, visit),
      action: 'session.prove',
      subject: `person/${live.user.id}`,
      new: { by },
    });
    return { ok: true, until: new Date(at.getTime() + proofMinutes * 60_000) };
  });
}

function check(
  deps: UsersDeps,
  live: LiveSession,
  proof: Proof,
  visit: Visit,
): Promise<{ ok: true } | Refused> {
  if ('password' in proof) return checkOwnPassword(deps, live, proof.password, visit);
  if ('code' in proof)
    return checkCode(
      deps,
      live,
      { kind: 'totp', code: proof.code, at: loginAttemptInSession(live.id), from: null },
      visit,
    );
  return checkPasskey(
    deps,
    { response: proof.passkey, purpose: 'step-up', userId: live.user.id },
    visit,
  );
}

/** Whether it is the user's password; counted as a guess in this session. */
export async function checkOwnPassword(
  { database }: UsersDeps,
  { id: sessionId, user }: Pick<LiveSession, 'id' | 'user'>,
  password: string,
  visit: Visit,
): Promise<{ ok: true } | Refused> {
  const inSession = loginAttemptInSession(sessionId);
  const wait = await countLoginAttempt(database, inSession);
  if (wait !== null) return refuseTries(wait);
  const stored = (await findUser(database, user.id))?.passwordHash ?? null;
  if (await verifyPassword(password, stored)) {
    await noLoginAttempt(database, [inSession], null);
    return { ok: true };
  }
  await recordFailure(database, user, visit, 'password');
  return refuse('wrongCredentials');
}
