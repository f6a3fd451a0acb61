// How does a person set up, renew and remove second factors? The first one brings recovery codes; an operator's last one cannot go.

import type { Session } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import type { Secrets } from '../secrets/index.ts';
import { countGuess, guessInSession, noGuess } from './guesses.ts';
import { checkNewPasskey, takeNewPasskey } from './passkeys.ts';
import { dropPasskey } from './passkey-store.ts';
import { findPerson, loadTotp, storePendingTotp, storeTotp } from './persons.ts';
import { dropRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts';
import { refuse, refuseTries } from './refusal.ts';
import type { Refused } from './refusal.ts';
import { dropSecondFactor, endSessions, goOnWithSecondFactor } from './sessions.ts';
import type { LiveSession } from './sessions.ts';
import { personOf } from './sign-in.ts';
import type { PeopleDeps, Visit } from './sign-in.ts';
import { makeTotpSecret, totpStepOf, totpUri } from './totp.ts';

const issuer = 'Jokko';

/** The session goes on under the new token. `recoveryCodes` come with the first factor alone. */
export type FactorAdded = { ok: true; token: string; recoveryCodes: string[] | null };

const had = ({ person }: LiveSession): boolean => person.totp || person.passkeys > 0;

/** A new secret; it is in force once a code of it has been confirmed. */
export async function beginTotp({ database, secrets }: PeopleDeps, { person }: LiveSession): Promise<{ secret: string; uri: string }> {
  const secret = makeTotpSecret();
  await storePendingTotp(database, secrets, person.id, secret);
  return { secret, uri: totpUri(secret, person.email, issuer) };
}

export async function confirmTotp(deps: PeopleDeps, live: LiveSession, code: string, visit: Visit): Promise<FactorAdded | Refused> {
  const { database, secrets } = deps;
  const inSession = guessInSession(live.id);
  const wait = await countGuess(database, inSession);
  if (wait !== null) return refuseTries(wait);
  const { pending } = await loadTotp(database, secrets, live.person.id);
  if (pending === null) return refuse('conflict');
  const step = totpStepOf(pending, code, Date.now());
  if (step === null) return refuse('wrongCode');
  return inTransaction(database, async (session) => {
    await noGuess(session, [inSession], null);
    await storeTotp(session, secrets, live.person.id, { secret: pending, step });
    return added(session, secrets, live, visit, 'totp');
  });
}

export async function addFirstOrFurtherPasskey(
  { database, secrets }: PeopleDeps,
  live: LiveSession,
  passkey: { name: string; response: Record<string, unknown> },
  visit: Visit,
): Promise<(FactorAdded & { id: number }) | Refused> {
  const checked = await checkNewPasskey(database, live.person.id, passkey, visit);
  if (!checked.ok) return checked;
  return inTransaction(database, async (session): Promise<(FactorAdded & { id: number }) | Refused> => {
    await lockPerson(session, live.person.id);
    const taken = await takeNewPasskey(session, checked.passkey);
    return taken.ok ? { ...(await added(session, secrets, live, visit, 'passkey')), id: taken.id } : taken;
  });
}

/** A session in which a factor was just shown counts as signed in with it, under a new token. All others end: they are from before the factor. */
async function added(session: Session, secrets: Secrets, live: LiveSession, visit: Visit, factor: string): Promise<FactorAdded> {
  const { person } = live;
  const recoveryCodes = had(live) ? null : await renewRecoveryCodes(session, secrets, person.id);
  await endSessions(session, person.id, null);
  const token = await goOnWithSecondFactor(session, live, visit);
  await recordAudit(session, {
    who: personOf(person, visit),
    action: 'second-factor.add',
    subject: `person/${person.id}`,
    new: { factor },
  });
  return { ok: true, token, recoveryCodes };
}

/** `passkeyId` null: the authenticator app. All other sessions end, and this one has no second factor any more when it was the last. */
export function removeFactor(
  { database, secrets }: PeopleDeps,
  { id: sessionId, person }: LiveSession,
  passkeyId: number | null,
  visit: Visit,
): Promise<{ ok: true } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true } | Refused> => {
    // Locks the person: of the last two factors only one can go at a time.
    await lockPerson(session, person.id);
    const now = (await findPerson(session, person.id))!;
    if (passkeyId === null && !now.hasTotp) return refuse('notFound');
    const left = now.passkeys + (now.hasTotp ? 1 : 0) - 1;
    if (left === 0 && now.isOperator) return refuse('lastOne');
    const name = passkeyId === null ? null : await dropPasskey(session, passkeyId, person.id);
    if (passkeyId === null) await storeTotp(session, secrets, person.id, null);
    else if (name === null) return refuse('notFound');
    if (left === 0) await dropRecoveryCodes(session, person.id);
    if (left === 0) await dropSecondFactor(session, sessionId);
    await endSessions(session, person.id, sessionId);
    const old = { factor: passkeyId === null ? 'totp' : 'passkey', name };
    await recordAudit(session, { who: personOf(person, visit), action: 'second-factor.remove', subject: `person/${person.id}`, old });
    return { ok: true };
  });
}

const lockPerson = (session: Session, personId: number) =>
  session.query({ name: 'lock_person', text: 'select id from person where id = $1 for update' }, [personId]);

export function newRecoveryCodes(
  { database, secrets }: PeopleDeps,
  live: LiveSession,
  visit: Visit,
): Promise<{ ok: true; recoveryCodes: string[] } | Refused> {
  const { person } = live;
  if (!had(live)) return Promise.resolve(refuse('secondFactorMissing'));
  return inTransaction(database, async (session): Promise<{ ok: true; recoveryCodes: string[] }> => {
    const recoveryCodes = await renewRecoveryCodes(session, secrets, person.id);
    await recordAudit(session, { who: personOf(person, visit), action: 'recovery-codes.renew', subject: `person/${person.id}` });
    return { ok: true, recoveryCodes };
  });
}
