// Is it still the same person? Sensitive actions want another proof within five minutes: the second factor, or the password of who has none.

import { inTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { countGuess, guessInSession, noGuess } from './guesses.ts';
import { checkPasskey } from './passkeys.ts';
import { verifyPassword } from './password-hash.ts';
import { findPerson } from './persons.ts';
import { refuse, refuseTries } from './refusal.ts';
import type { Refused } from './refusal.ts';
import { proveSession } from './sessions.ts';
import type { LiveSession, SignedInPerson } from './sessions.ts';
import { checkCode, personOf, recordFailure } from './sign-in.ts';
import type { PeopleDeps, Visit } from './sign-in.ts';

export type Proof = { password: string } | { code: string } | { passkey: Record<string, unknown> };

/** How a person can prove who they are. */
export function proofsOf(person: Pick<SignedInPerson, 'totp' | 'passkeys'>): ('password' | 'code' | 'passkey')[] {
  if (!person.totp && person.passkeys === 0) return ['password'];
  return [...(person.totp ? (['code'] as const) : []), ...(person.passkeys > 0 ? (['passkey'] as const) : [])];
}

/** Answers until when the session counts as proved: `proofMinutes` from now. */
export async function stepUp(
  deps: PeopleDeps,
  live: LiveSession,
  proof: Proof,
  visit: Visit,
  proofMinutes: number,
): Promise<{ ok: true; until: Date } | Refused> {
  const by = 'password' in proof ? 'password' : 'code' in proof ? 'code' : 'passkey';
  if (!proofsOf(live.person).includes(by)) return refuse(by === 'password' ? 'secondFactorNeeded' : 'wrongCode');
  const checked = await check(deps, live, proof, visit);
  if (!checked.ok) return checked;
  return inTransaction(deps.database, async (session): Promise<{ ok: true; until: Date }> => {
    const at = await proveSession(session, live.id, by !== 'password');
    await recordAudit(session, {
      who: personOf(live.person, visit),
      action: 'session.prove',
      subject: `person/${live.person.id}`,
      new: { by },
    });
    return { ok: true, until: new Date(at.getTime() + proofMinutes * 60_000) };
  });
}

function check(deps: PeopleDeps, live: LiveSession, proof: Proof, visit: Visit): Promise<{ ok: true } | Refused> {
  if ('password' in proof) return checkOwnPassword(deps, live, proof.password, visit);
  if ('code' in proof) return checkCode(deps, live, { kind: 'totp', code: proof.code, at: guessInSession(live.id), from: null }, visit);
  return checkPasskey(deps, { response: proof.passkey, purpose: 'step-up', personId: live.person.id }, visit);
}

/** Whether it is the person's password; counted as a guess in this session. */
export async function checkOwnPassword(
  { database }: PeopleDeps,
  { id: sessionId, person }: Pick<LiveSession, 'id' | 'person'>,
  password: string,
  visit: Visit,
): Promise<{ ok: true } | Refused> {
  const inSession = guessInSession(sessionId);
  const wait = await countGuess(database, inSession);
  if (wait !== null) return refuseTries(wait);
  const stored = (await findPerson(database, person.id))?.passwordHash ?? null;
  if (await verifyPassword(password, stored)) {
    await noGuess(database, [inSession], null);
    return { ok: true };
  }
  await recordFailure(database, person, visit, 'password');
  return refuse('wrongCredentials');
}
