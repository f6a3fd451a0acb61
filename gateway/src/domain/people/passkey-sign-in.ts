// How does somebody sign in with a passkey? As the second step after the password, or with nothing else: a passkey that asked for a finger or
// a PIN is two factors in one.

import { inTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { countGuess, guessFrom, noGuess } from './guesses.ts';
import { checkPasskey } from './passkeys.ts';
import { findPerson } from './persons.ts';
import { refuse, refuseTries } from './refusal.ts';
import type { Refused } from './refusal.ts';
import { beginSession } from './sessions.ts';
import type { LiveSession } from './sessions.ts';
import { finishSignIn, personOf, recordFailure } from './sign-in.ts';
import type { PeopleDeps, SignedIn, Visit } from './sign-in.ts';

/** `live`: the session that waits for its second factor; null: there is none, or another one goes on for nothing. */
export async function signInByPasskey(
  deps: PeopleDeps,
  live: LiveSession | null,
  response: Record<string, unknown>,
  visit: Visit,
): Promise<SignedIn | Refused> {
  const { database } = deps;
  const from = guessFrom(visit.address);
  const wait = await countGuess(database, from);
  if (wait !== null) return refuseTries(wait);
  const waiting = live?.stage === 'second-factor' ? live : null;
  const checked = await checkPasskey(deps, { response, purpose: 'sign-in', personId: waiting?.person.id ?? null }, visit);
  const person = checked.ok ? await findPerson(database, checked.personId) : null;
  if (person === null || person.disabled) {
    await recordFailure(database, person, visit, 'passkey');
    return refuse('wrongCode');
  }
  if (waiting !== null) await noGuess(database, [], from);
  if (waiting !== null) return finishSignIn(database, waiting, visit, 'passkey');
  return inTransaction(database, async (session): Promise<SignedIn> => {
    await noGuess(session, [], from);
    const token = await beginSession(session, { personId: person.id, stage: 'done', secondFactor: true, caller: visit }, visit.token);
    await recordAudit(session, {
      who: personOf(person, visit),
      action: 'session.begin',
      subject: `person/${person.id}`,
      new: { by: 'passkey' },
    });
    return { ok: true, token, next: 'done' };
  });
}
