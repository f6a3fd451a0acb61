// How does somebody sign in? With the password, and with a code where there is a second factor. Each step gives the session a new token.

import type { Database, Session } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import type { Who } from '../audit/index.ts';
import type { Secrets } from '../secrets/index.ts';
import { countGuess, guessAtSecondFactor, guessesAtPerson, guessFrom, noGuess } from './guesses.ts';
import type { Guessable } from './guesses.ts';
import { verifyPassword } from './password-hash.ts';
import { findPersonByEmail, loadTotp, takeTotpStep } from './persons.ts';
import type { PersonRow } from './persons.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { refuse, refuseTries } from './refusal.ts';
import type { Refused } from './refusal.ts';
import { beginSession, goOnWithSecondFactor } from './sessions.ts';
import type { Caller, LiveSession, Stage } from './sessions.ts';
import { totpStepOf } from './totp.ts';

export interface PeopleDeps {
  database: Database;
  secrets: Secrets;
}

/** A request from a browser: where it comes from, and the session's token it brought. */
export interface Visit extends Caller {
  token: string | null;
  /** `scheme://host[:port]` of the page; null where it said nothing. */
  origin: string | null;
}

/** The token is for the browser's cookie and nothing else. */
export type SignedIn = { ok: true; token: string; next: Stage };

export const personOf = (person: { id: number; email: string }, { address, agent }: Caller): Who => ({
  kind: 'person',
  personId: person.id,
  email: person.email,
  address,
  agent,
});

/** What a right password (or one-time link) leads to. */
export function nextAfterPassword(person: Pick<PersonRow, 'hasTotp' | 'passkeys' | 'isOperator'>): Stage {
  if (person.hasTotp || person.passkeys > 0) return 'second-factor';
  return person.isOperator ? 'set-up-second-factor' : 'done';
}

/** Begins a session in the caller's transaction, and says so in the audit log. `membershipId`: works as this one; null: as the person's first. */
export async function signInPerson(
  session: Session,
  person: Pick<PersonRow, 'id' | 'email' | 'hasTotp' | 'passkeys' | 'isOperator'>,
  visit: Visit,
  by: 'password' | 'link',
  membershipId: number | null = null,
): Promise<SignedIn> {
  const next = nextAfterPassword(person);
  const beginning = { personId: person.id, stage: next, secondFactor: false, caller: visit, membershipId };
  const token = await beginSession(session, beginning, visit.token);
  await recordAudit(session, { who: personOf(person, visit), action: 'session.begin', subject: `person/${person.id}`, new: { by, next } });
  return { ok: true, token, next };
}

/** An unknown address takes the same time and gets the same answer as a wrong password. */
export async function signInByPassword(
  { database }: PeopleDeps,
  { email, password }: { email: string; password: string },
  visit: Visit,
): Promise<SignedIn | Refused> {
  const [atPerson, from] = [await guessesAtPerson(database, email, visit.address), guessFrom(visit.address)];
  const wait = await countGuess(database, from, ...atPerson);
  if (wait !== null) return refuseTries(wait);
  const person = await findPersonByEmail(database, email);
  const right = await verifyPassword(password, person?.passwordHash ?? null);
  if (!right || person === null || person.disabled) {
    await recordFailure(database, person, visit, 'password');
    return refuse('wrongCredentials');
  }
  return inTransaction(database, async (session) => {
    await noGuess(session, atPerson, from);
    return signInPerson(session, person, visit, 'password');
  });
}

/** The second step: a code of the authenticator, or a recovery code. */
export async function signInBySecondFactor(
  deps: PeopleDeps,
  live: LiveSession,
  { kind, code }: { kind: 'totp' | 'recovery'; code: string },
  visit: Visit,
): Promise<SignedIn | Refused> {
  if (live.stage !== 'second-factor') return refuse('conflict');
  const proof = await checkCode(deps, live, { kind, code, at: guessAtSecondFactor(live.person.id), from: guessFrom(visit.address) }, visit);
  return proof.ok ? finishSignIn(deps.database, live, visit, kind) : proof;
}

/** Whether the code is right; counted as a guess by `at`, and before that by `from` unless it is null. A right one counts once. */
export async function checkCode(
  { database, secrets }: PeopleDeps,
  { person }: LiveSession,
  { kind, code, at, from }: { kind: 'totp' | 'recovery'; code: string; at: Guessable; from: Guessable | null },
  visit: Visit,
): Promise<{ ok: true } | Refused> {
  const wait = await countGuess(database, ...(from === null ? [] : [from]), at);
  if (wait !== null) return refuseTries(wait);
  const right =
    kind === 'totp' ? await takeTotpCode(database, secrets, person.id, code) : await takeRecoveryCode(database, secrets, person.id, code);
  if (right) {
    await noGuess(database, [at], from);
    return { ok: true };
  }
  await recordFailure(database, person, visit, kind);
  return refuse('wrongCode');
}

async function takeTotpCode(database: Session, secrets: Secrets, personId: number, code: string): Promise<boolean> {
  const { inForce } = await loadTotp(database, secrets, personId);
  // Real time, whatever the sandbox's clock says: phones know no other.
  const step = inForce === null ? null : totpStepOf(inForce, code, Date.now());
  return step !== null && takeTotpStep(database, personId, step);
}

/** The session goes on under a new token, with everything that the person may do. */
export function finishSignIn(database: Database, live: LiveSession, visit: Visit, by: string): Promise<SignedIn> {
  const { person } = live;
  return inTransaction(database, async (session): Promise<SignedIn> => {
    const token = await goOnWithSecondFactor(session, live, visit);
    await recordAudit(session, {
      who: personOf(person, visit),
      action: 'session.second-factor',
      subject: `person/${person.id}`,
      new: { by },
    });
    return { ok: true, token, next: 'done' };
  });
}

/** What was typed is not written down: it may be a password in the wrong field. */
export function recordFailure(database: Database, person: { id: number; email: string } | null, visit: Caller, by: string): Promise<void> {
  const who: Who = { kind: 'nobody', address: visit.address, agent: visit.agent };
  return inTransaction(database, (session) =>
    recordAudit(session, { who, action: 'session.refused', subject: person === null ? null : `person/${person.id}`, new: { by } }),
  );
}
