// Changes what a signed-in user may change about themselves: profile, password, sessions, and the
// membership they work under.

import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { endLinks } from './links.ts';
import { hashPassword } from './password-hash.ts';
import { passwordProblem } from './password-rules.ts';
import { storePassword, storeProfile } from './users.ts';
import type { Profile } from './users.ts';
import { checkOwnPassword } from './prove.ts';
import { beginSession, endSession, endSessions, switchMembership } from './sessions.ts';
import type { UsersDeps } from './sign-in.ts';
import { actorOf, type LiveSession, type Visit } from '../../platform/http/portal/caller.ts';
import { refuse, refuseField, type Refused } from '../../platform/http/portal/refused.ts';

export function changeProfile(
  { database }: UsersDeps,
  { user }: LiveSession,
  profile: Profile,
  visit: Visit,
): Promise<{ ok: true } | Refused> {
  if (profile.timeZone !== undefined && !isTimeZone(profile.timeZone))
    return Promise.resolve(refuseField('timeZone', 'notTimeZone'));
  return inTransaction(database, async (session): Promise<{ ok: true }> => {
    await storeProfile(session, user.id, profile);
    const { name, language, theme, timeZone } = user;
    const values = { old: { name, language, theme, timeZone }, new: profile };
    await recordAudit(session, {
      who: actorOf(user, visit),
      action: 'person.change',
      subject: `person/${user.id}`,
      ...values,
    });
    return { ok: true };
  });
}

/** A name of the IANA list: offsets such as `+05:00` mean the opposite to the database. */
function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** All other sessions end; this one goes on under the new token. */
export async function changePassword(
  deps: UsersDeps,
  live: LiveSession,
  { present, password }: { present: string; password: string },
  visit: Visit,
): Promise<{ ok: true; token: string } | Refused> {
  const { user, membership, secondFactor } = live;
  const checked = await checkOwnPassword(deps, live, present, visit);
  if (!checked.ok) return checked;
  const problem = passwordProblem(password, [user.email, user.name, membership?.accountName ?? '']);
  if (problem !== null) return refuseField('password', problem);
  const passwordHash = await hashPassword(password);
  return inTransaction(deps.database, async (session): Promise<{ ok: true; token: string }> => {
    await storePassword(session, user.id, passwordHash);
    await endLinks(session, 'reset', user.id);
    await endSessions(session, user.id, null);
    const beginning = {
      userId: user.id,
      stage: 'done',
      secondFactor,
      caller: visit,
      membershipId: membership?.id ?? null,
      // The password is no proof for a new factor where an older one is there to be asked for.
      proofAsked: live.proofAsked || !(user.totp || user.passkeys > 0),
    } as const;
    const token = await beginSession(session, beginning, null);
    await recordAudit(session, {
      who: actorOf(user, visit),
      action: 'password.change',
      subject: `person/${user.id}`,
    });
    return { ok: true, token };
  });
}

/** Ends one of the user's own sessions, or all others. Answers how many. */
export function endOwnSessions(
  { database }: UsersDeps,
  live: LiveSession,
  which: number | 'others',
  visit: Visit,
): Promise<{ ok: true; ended: number } | Refused> {
  const { user } = live;
  return inTransaction(
    database,
    async (session): Promise<{ ok: true; ended: number } | Refused> => {
      const one = which !== 'others';
      if (one && !(await endSession(session, BigInt(which), user.id))) return refuse('notFound');
      const ended = one ? 1 : await endSessions(session, user.id, live.id);
      await recordAudit(session, {
        who: actorOf(user, visit),
        action: 'session.end',
        subject: `person/${user.id}`,
        new: { which, ended },
      });
      return { ok: true, ended };
    },
  );
}

export function signOut({ database }: UsersDeps, live: LiveSession, visit: Visit): Promise<void> {
  return inTransaction(database, async (session) => {
    await endSession(session, live.id, live.user.id);
    await recordAudit(session, {
      who: actorOf(live.user, visit),
      action: 'session.sign-out',
      subject: `person/${live.user.id}`,
    });
  });
}

/** From here on the session works as another of the user's memberships. */
export function workAs(
  { database }: UsersDeps,
  live: LiveSession,
  membershipId: number,
  visit: Visit,
): Promise<{ ok: true } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true } | Refused> => {
    if (!(await switchMembership(session, live.id, membershipId))) return refuse('notFound');
    const values = { old: { membershipId: live.membership?.id ?? null }, new: { membershipId } };
    await recordAudit(session, {
      who: actorOf(live.user, visit),
      action: 'session.work-as',
      subject: `person/${live.user.id}`,
      ...values,
    });
    return { ok: true };
  });
}
