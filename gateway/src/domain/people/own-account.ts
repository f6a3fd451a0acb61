// What can a signed-in person change about themselves? Profile, password, sessions, and as what they work.

import { inTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { endLinks } from './links.ts';
import { hashPassword } from './password-hash.ts';
import { passwordProblem } from './password-rules.ts';
import { storePassword, storeProfile } from './persons.ts';
import type { Profile } from './persons.ts';
import { checkOwnPassword } from './prove.ts';
import { refuse, refuseField } from './refusal.ts';
import type { Refused } from './refusal.ts';
import { beginSession, endSession, endSessions, switchMembership } from './sessions.ts';
import type { LiveSession } from './sessions.ts';
import { personOf } from './sign-in.ts';
import type { PeopleDeps, Visit } from './sign-in.ts';

export function changeProfile(
  { database }: PeopleDeps,
  { person }: LiveSession,
  profile: Profile,
  visit: Visit,
): Promise<{ ok: true } | Refused> {
  if (profile.timeZone !== undefined && !isTimeZone(profile.timeZone)) return Promise.resolve(refuseField('timeZone', 'notTimeZone'));
  return inTransaction(database, async (session): Promise<{ ok: true }> => {
    await storeProfile(session, person.id, profile);
    const { name, language, theme, timeZone } = person;
    const values = { old: { name, language, theme, timeZone }, new: profile };
    await recordAudit(session, { who: personOf(person, visit), action: 'person.change', subject: `person/${person.id}`, ...values });
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
  deps: PeopleDeps,
  live: LiveSession,
  { present, password }: { present: string; password: string },
  visit: Visit,
): Promise<{ ok: true; token: string } | Refused> {
  const { person, membership, secondFactor } = live;
  const checked = await checkOwnPassword(deps, live, present, visit);
  if (!checked.ok) return checked;
  const problem = passwordProblem(password, [person.email, person.name, membership?.accountName ?? '']);
  if (problem !== null) return refuseField('password', problem);
  const passwordHash = await hashPassword(password);
  return inTransaction(deps.database, async (session): Promise<{ ok: true; token: string }> => {
    await storePassword(session, person.id, passwordHash);
    await endLinks(session, 'reset', person.id);
    await endSessions(session, person.id, null);
    const beginning = { personId: person.id, stage: 'done', secondFactor, caller: visit, membershipId: membership?.id ?? null } as const;
    const token = await beginSession(session, beginning, null);
    await recordAudit(session, { who: personOf(person, visit), action: 'password.change', subject: `person/${person.id}` });
    return { ok: true, token };
  });
}

/** Ends one of the person's own sessions, or all others. Answers how many. */
export function endOwnSessions(
  { database }: PeopleDeps,
  live: LiveSession,
  which: number | 'others',
  visit: Visit,
): Promise<{ ok: true; ended: number } | Refused> {
  const { person } = live;
  return inTransaction(database, async (session): Promise<{ ok: true; ended: number } | Refused> => {
    const one = which !== 'others';
    if (one && !(await endSession(session, BigInt(which), person.id))) return refuse('notFound');
    const ended = one ? 1 : await endSessions(session, person.id, live.id);
    await recordAudit(session, {
      who: personOf(person, visit),
      action: 'session.end',
      subject: `person/${person.id}`,
      new: { which, ended },
    });
    return { ok: true, ended };
  });
}

export function signOut({ database }: PeopleDeps, live: LiveSession, visit: Visit): Promise<void> {
  return inTransaction(database, async (session) => {
    await endSession(session, live.id, live.person.id);
    await recordAudit(session, { who: personOf(live.person, visit), action: 'session.sign-out', subject: `person/${live.person.id}` });
  });
}

/** From here on the session works as another of the person's memberships. */
export function workAs({ database }: PeopleDeps, live: LiveSession, membershipId: number, visit: Visit): Promise<{ ok: true } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true } | Refused> => {
    if (!(await switchMembership(session, live.id, membershipId))) return refuse('notFound');
    const values = { old: { membershipId: live.membership?.id ?? null }, new: { membershipId } };
    await recordAudit(session, {
      who: personOf(live.person, visit),
      action: 'session.work-as',
      subject: `person/${live.person.id}`,
      ...values,
    });
    return { ok: true };
  });
}
