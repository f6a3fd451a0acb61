// Signs a user in with the password, and with a code where there is a second factor. Each step
// gives the session a new token.

import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Who } from '../../platform/audit/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import {
  countLoginAttempt,
  loginAttemptAtSecondFactor,
  loginAttemptsAtUser,
  loginAttemptFrom,
  noLoginAttempt,
} from './login-attempts.ts';
import type { LoginAttemptSubject } from './login-attempts.ts';
import { verifyPassword } from './password-hash.ts';
import { findUserByEmail, loadTotp, takeTotpStep } from './users.ts';
import type { UserRow } from './users.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { beginSession, goOnWithSecondFactor } from './sessions.ts';
import { totpStepOf } from './totp.ts';
import {
  actorOf,
  type Caller,
  type LiveSession,
  type Stage,
  type Visit,
} from '../../platform/http/portal/caller.ts';
import { refuse, refuseTries, type Refused } from '../../platform/http/portal/refused.ts';

export interface UsersDeps {
  database: Database;
  secrets: Secrets;
  /** Whether one-time links are sent by e-mail; absent: whoever makes one hands it over. */
  mails?: boolean;
}

/** The token is for the browser's cookie and nothing else. */
export type SignedIn = { ok: true; token: string; next: Stage };

/** What a right password (or one-time link) leads to. */
export function nextAfterPassword(
  user: Pick<UserRow, 'hasTotp' | 'passkeys' | 'mustHaveFactor'>,
): Stage {
  if (user.hasTotp || user.passkeys > 0) return 'second-factor';
  return user.mustHaveFactor ? 'set-up-second-factor' : 'done';
}

/**
 * Begins a session in the caller's transaction, and says so in the audit log. `by` a link or the
 * registration: the password was set, or given for the link, just now, which is proof enough for
 * the first second factor. `membershipId`: works as this one; null: as the user's first.
 */
export async function signInUser(
  session: Session,
  user: Pick<UserRow, 'id' | 'email' | 'hasTotp' | 'passkeys' | 'mustHaveFactor'>,
  visit: Visit,
  by: 'password' | 'link' | 'registration',
  membershipId: number | null = null,
): Promise<SignedIn> {
  const next = nextAfterPassword(user);
  const beginning = {
    userId: user.id,
    stage: next,
    secondFactor: false,
    caller: visit,
    membershipId,
    proofAsked: by !== 'password',
  };
  const token = await beginSession(session, beginning, visit.token);
  await recordAudit(session, {
    who: actorOf(user, visit),
    action: 'session.begin',
    subject: `person/${user.id}`,
    new: { by, next },
  });
  return { ok: true, token, next };
}

/** An unknown address takes the same time and gets the same answer as a wrong password. */
export async function signInByPassword(
  { database }: UsersDeps,
  { email, password }: { email: string; password: string },
  visit: Visit,
): Promise<SignedIn | Refused> {
  const [atUser, from] = [
    await loginAttemptsAtUser(database, email, visit.countedFrom),
    loginAttemptFrom(visit),
  ];
  const wait = await countLoginAttempt(database, from, ...atUser);
  if (wait !== null) return refuseTries(wait);
  const user = await findUserByEmail(database, email);
  const right = await verifyPassword(password, user?.passwordHash ?? null);
  if (!right || user === null || user.disabled) {
    await recordFailure(database, user, visit, 'password');
    return refuse('wrongCredentials');
  }
  return inTransaction(database, async (session) => {
    await noLoginAttempt(session, atUser, from);
    return signInUser(session, user, visit, 'password');
  });
}

/** The second step: a code of the authenticator, or a recovery code. */
export async function signInBySecondFactor(
  deps: UsersDeps,
  live: LiveSession,
  { kind, code }: { kind: 'totp' | 'recovery'; code: string },
  visit: Visit,
): Promise<SignedIn | Refused> {
  if (live.stage !== 'second-factor') return refuse('conflict');
  const proof = await checkCode(
    deps,
    live,
    {
      kind,
      code,
      at: loginAttemptAtSecondFactor(live.user.id),
      from: loginAttemptFrom(visit),
    },
    visit,
  );
  return proof.ok ? finishSignIn(deps.database, live, visit, kind) : proof;
}

/**
 * Whether the code is right; counted as a guess by `at`, and before that by `from` unless it is
 * null. A right one counts once.
 */
export async function checkCode(
  { database, secrets }: UsersDeps,
  { user }: LiveSession,
  {
    kind,
    code,
    at,
    from,
  }: {
    kind: 'totp' | 'recovery';
    code: string;
    at: LoginAttemptSubject;
    from: LoginAttemptSubject | null;
  },
  visit: Visit,
): Promise<{ ok: true } | Refused> {
  const wait = await countLoginAttempt(database, ...(from === null ? [] : [from]), at);
  if (wait !== null) return refuseTries(wait);
  const right =
    kind === 'totp'
      ? await takeTotpCode(database, secrets, user.id, code)
      : await takeRecoveryCode(database, secrets, user.id, code);
  if (right) {
    await noLoginAttempt(database, [at], from);
    return { ok: true };
  }
  await recordFailure(database, user, visit, kind);
  return refuse('wrongCode');
}

async function takeTotpCode(
  database: Session,
  secrets: Secrets,
  userId: number,
  code: string,
): Promise<boolean> {
  const { inForce, nowMs } = await loadTotp(database, secrets, userId);
  const step = inForce === null ? null : totpStepOf(inForce, code, nowMs);
  return step !== null && takeTotpStep(database, userId, step);
}

/** The session goes on under a new token, with everything that the user may do. */
export function finishSignIn(
  database: Database,
  live: LiveSession,
  visit: Visit,
  by: string,
): Promise<SignedIn> {
  const { user } = live;
  return inTransaction(database, async (session): Promise<SignedIn> => {
    const token = await goOnWithSecondFactor(session, live, visit);
    await recordAudit(session, {
      who: actorOf(user, visit),
      action: 'session.second-factor',
      subject: `person/${user.id}`,
      new: { by },
    });
    return { ok: true, token, next: 'done' };
  });
}

/** What was typed is not written down: it may be a password in the wrong field. */
export function recordFailure(
  database: Database,
  user: { id: number; email: string } | null,
  visit: Caller,
  by: string,
): Promise<void> {
  const who: Who = { kind: 'nobody', address: visit.address, agent: visit.agent };
  return inTransaction(database, (session) =>
    recordAudit(session, {
      who,
      action: 'session.refused',
      subject: user === null ? null : `person/${user.id}`,
      new: { by },
    }),
  );
}
