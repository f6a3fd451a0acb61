// Sets up, renews and removes second factors. The first one brings recovery codes; the last one of
// a user who must have one cannot be removed.

import type { Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { countLoginAttempt, loginAttemptInSession, noLoginAttempt } from './login-attempts.ts';
import { checkNewPasskey, takeNewPasskey } from './passkeys.ts';
import { dropPasskey } from './passkey-store.ts';
import { findUser, loadTotp, storePendingTotp, storeTotp } from './users.ts';
import { dropRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts';
import { dropSecondFactor, endSessions, goOnWithSecondFactor } from './sessions.ts';
import type { UsersDeps } from './sign-in.ts';
import { makeTotpSecret, totpStepOf, totpUri } from './totp.ts';
import { actorOf, type LiveSession, type Visit } from '../../platform/http/portal/caller.ts';
import { refuse, refuseTries, type Refused } from '../../platform/http/portal/refused.ts';

const issuer = 'Jokko';

/** The session goes on under the new token. `recoveryCodes` come with the first factor alone. */
export type FactorAdded = { ok: true; token: string; recoveryCodes: string[] | null };

const had = ({ user }: LiveSession): boolean => user.totp || user.passkeys > 0;

/** A new secret; it is in force once a code of it has been confirmed. */
export async function beginTotp(
  { database, secrets }: UsersDeps,
  { user }: LiveSession,
): Promise<{ secret: string; uri: string }> {
  const secret = makeTotpSecret();
  await storePendingTotp(database, secrets, user.id, secret);
  return { secret, uri: totpUri(secret, user.email, issuer) };
}

export async function confirmTotp(
  deps: UsersDeps,
  live: LiveSession,
  code: string,
  visit: Visit,
): Promise<FactorAdded | Refused> {
  const { database, secrets } = deps;
  const inSession = loginAttemptInSession(live.id);
  const wait = await countLoginAttempt(database, inSession);
  if (wait !== null) return refuseTries(wait);
  const { pending, nowMs } = await loadTotp(database, secrets, live.user.id);
  if (pending === null) return refuse('conflict');
  const step = totpStepOf(pending, code, nowMs);
  if (step === null) return refuse('wrongCode');
  return inTransaction(database, async (session) => {
    await noLoginAttempt(session, [inSession], null);
    await storeTotp(session, secrets, live.user.id, { secret: pending, step });
    return added(session, secrets, live, visit, 'totp');
  });
}

export async function addFirstOrFurtherPasskey(
  { database, secrets }: UsersDeps,
  live: LiveSession,
  passkey: { name: string; response: Record<string, unknown> },
  visit: Visit,
): Promise<(FactorAdded & { id: number }) | Refused> {
  const checked = await checkNewPasskey(database, live.user.id, passkey, visit);
  if (!checked.ok) return checked;
  return inTransaction(
    database,
    async (session): Promise<(FactorAdded & { id: number }) | Refused> => {
      await lockUser(session, live.user.id);
      const taken = await takeNewPasskey(session, checked.passkey);
      return taken.ok
        ? { ...(await added(session, secrets, live, visit, 'passkey')), id: taken.id }
        : taken;
    },
  );
}

/**
 * A session in which a factor was just shown counts as signed in with it, under a new token. All
 * others end: they are from before the factor.
 */
async function added(
  session: Session,
  secrets: Secrets,
  live: LiveSession,
  visit: Visit,
  factor: string,
): Promise<FactorAdded> {
  const { user } = live;
  const recoveryCodes = had(live) ? null : await renewRecoveryCodes(session, secrets, user.id);
  await endSessions(session, user.id, null);
  const token = await goOnWithSecondFactor(session, live, visit);
  await recordAudit(session, {
    who: actorOf(user, visit),
    action: 'second-factor.add',
    subject: `person/${user.id}`,
    new: { factor },
  });
  return { ok: true, token, recoveryCodes };
}

/**
 * `passkeyId` null: the authenticator app. All other sessions end, and this one has no second
 * factor any more when it was the last.
 */
export function removeFactor(
  { database, secrets }: UsersDeps,
  { id: sessionId, user }: LiveSession,
  passkeyId: number | null,
  visit: Visit,
): Promise<{ ok: true } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true } | Refused> => {
    // Locks the user: of the last two factors only one can go at a time.
    await lockUser(session, user.id);
    const now = (await findUser(session, user.id))!;
    if (passkeyId === null && !now.hasTotp) return refuse('notFound');
    const left = now.passkeys + (now.hasTotp ? 1 : 0) - 1;
    if (left === 0 && now.mustHaveFactor) return refuse('lastOne');
    const name = passkeyId === null ? null : await dropPasskey(session, passkeyId, user.id);
    if (passkeyId === null) await storeTotp(session, secrets, user.id, null);
    else if (name === null) return refuse('notFound');
    if (left === 0) await dropRecoveryCodes(session, user.id);
    if (left === 0) await dropSecondFactor(session, sessionId);
    await endSessions(session, user.id, sessionId);
    const old = { factor: passkeyId === null ? 'totp' : 'passkey', name };
    await recordAudit(session, {
      who: actorOf(user, visit),
      action: 'second-factor.remove',
      subject: `person/${user.id}`,
      old,
    });
    return { ok: true };
  });
}

const lockUser = (session: Session, userId: number) =>
  session.query(
    { name: 'lock_user', text: 'select id from portal_user where id = $1 for update' },
    [userId],
  );

export function newRecoveryCodes(
  { database, secrets }: UsersDeps,
  live: LiveSession,
  visit: Visit,
): Promise<{ ok: true; recoveryCodes: string[] } | Refused> {
  const { user } = live;
  if (!had(live)) return Promise.resolve(refuse('secondFactorMissing'));
  return inTransaction(
    database,
    async (session): Promise<{ ok: true; recoveryCodes: string[] }> => {
      const recoveryCodes = await renewRecoveryCodes(session, secrets, user.id);
      await recordAudit(session, {
        who: actorOf(user, visit),
        action: 'recovery-codes.renew',
        subject: `person/${user.id}`,
      });
      return { ok: true, recoveryCodes };
    },
  );
}
