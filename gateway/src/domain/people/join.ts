// How does a person come to be? By registering, by an invitation, or as the first operator; and how does one get a new password?

import type { Session } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { createAccountIn, loadAccount } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { fundAccount } from '../ledger/index.ts';
import { readEmail } from './email.ts';
import { countGuess, guessesAtPerson, guessFrom, noGuess, registrationFrom } from './guesses.ts';
import { endLinks, findLink, takeLink } from './links.ts';
import { hasOperators, storeMembership } from './memberships.ts';
import type { Seat } from './memberships.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { passwordProblem } from './password-rules.ts';
import { findPerson, findPersonByEmail, storePassword, storePerson, storeTotp } from './persons.ts';
import type { Language, PersonRow } from './persons.ts';
import { dropPasskeys } from './passkey-store.ts';
import { dropRecoveryCodes } from './recovery-codes.ts';
import { refuse, refuseField, refuseTries } from './refusal.ts';
import type { Refused } from './refusal.ts';
import { endSessions } from './sessions.ts';
import { personOf, recordFailure, signInPerson } from './sign-in.ts';
import type { PeopleDeps, SignedIn, Visit } from './sign-in.ts';

/** What a developer who registers by themselves begins with: everything and some money in the sandbox, nothing in live mode. */
export interface Start {
  currency: string;
  activate: 'all' | 'none';
  /** Ten-thousandths of the currency unit. */
  fundMinor: bigint;
}

export interface Registration {
  email: string;
  password: string;
  name: string;
  company: string;
  language: Language;
}

/** Makes the person, a developer account with its key, and the membership of its owner. */
export async function register(deps: PeopleDeps, registration: Registration, start: Start, visit: Visit): Promise<SignedIn | Refused> {
  const { database, secrets } = deps;
  const { password, name, company, language } = registration;
  const email = readEmail(registration.email);
  if (email === null) return refuseField('email', 'notEmail');
  const problem = passwordProblem(password, [email, name, company]);
  if (problem !== null) return refuseField('password', problem);
  const wait = await countGuess(database, registrationFrom(visit.address));
  if (wait !== null) return refuseTries(wait);
  const passwordHash = await hashPassword(password);
  const joined = await inTransaction(database, async (session) => {
    const personId = await storePerson(session, { email, name, language, passwordHash });
    if (personId === null) return refuse('emailTaken');
    const created = await createAccountIn(session, secrets, {
      name: company,
      language,
      currency: start.currency,
      activate: start.activate,
    });
    if (!created.ok) throw new Error('an account with all services or none can always be made');
    const { accountId } = created;
    await storeMembership(session, personId, { side: 'developer', role: 'owner', accountId, countries: null });
    const signedIn = await signInPerson(session, (await findPerson(session, personId))!, visit, 'password');
    const who = personOf({ id: personId, email }, visit);
    await recordAudit(session, { who, action: 'account.register', accountId, subject: `account/${accountId}`, new: { company } });
    return { ...signedIn, accountId };
  });
  if (!joined.ok) return joined;
  const { accountId, ...signedIn } = joined;
  const { fundMinor: amountMinor, currency } = start;
  if (amountMinor > 0n) await fundAccount(database, { accountId, currency, amountMinor, note: 'first funding' });
  return signedIn;
}

/** What an invitation offers, for the page that asks for a name and a password. */
export async function lookAtInvitation({ database }: PeopleDeps, token: string) {
  const link = await findLink(database, 'invitation', token);
  if (link === null) return refuse('linkNotValid');
  const { email, seat } = link;
  const known = (await findPersonByEmail(database, email)) !== null;
  const account = seat.accountId === null ? null : await loadAccount(database, seat.accountId);
  return { ok: true, email, seat, accountName: account?.name ?? null, known } as const;
}

/** A new person with this password; whom the address knows already must give the password they have. */
export async function acceptInvitation(
  deps: PeopleDeps,
  { token, name, password, language = 'fr' }: { token: string; name: string; password: string; language?: Language | undefined },
  visit: Visit,
): Promise<SignedIn | Refused> {
  const link = await findLink(deps.database, 'invitation', token);
  if (link === null) return refuse('linkNotValid');
  const known = await findPersonByEmail(deps.database, link.email);
  const proved = known === null ? await newPassword(password, [link.email, name]) : await knownPassword(deps, known, password, visit);
  if (!proved.ok) return proved;
  return inTransaction(deps.database, async (session): Promise<SignedIn | Refused> => {
    // Of two who open the link at once, one gets it: the row is locked from here on.
    const taken = await takeLink(session, 'invitation', token);
    if (taken === null) return refuse('linkNotValid');
    const { passwordHash } = proved;
    const personId = known?.id ?? (await storePerson(session, { email: link.email, name, language, passwordHash }));
    // Of two invitations of one address that are accepted at once, the other one finds a person with a password of their own.
    if (personId === null) throw new TakenError();
    return join(session, personId, taken, visit);
  }).catch(refuseTaken('conflict'));
}

async function join(
  session: Session,
  personId: number,
  { seat, madeBy = null }: { seat: Seat; madeBy?: number | null },
  visit: Visit,
): Promise<SignedIn> {
  const membershipId = await storeMembership(session, personId, seat, madeBy);
  // Whoever has a seat keeps it as it is, and the link, too.
  if (membershipId === null) throw new TakenError();
  // Sessions from before last as long as a developer's may.
  if (seat.side === 'operator') await endSessions(session, personId, null);
  const person = (await findPerson(session, personId))!;
  // One comes in where one was invited, whatever else one has.
  const signedIn = await signInPerson(session, person, visit, 'link', membershipId);
  await recordAudit(session, {
    who: personOf(person, visit),
    action: 'member.join',
    accountId: seat.accountId,
    subject: `person/${personId}`,
    new: { membershipId, side: seat.side, role: seat.role, countries: seat.countries },
  });
  return signedIn;
}

type Proved = { ok: true; passwordHash: string };

async function newPassword(password: string, ownWords: string[]): Promise<Proved | Refused> {
  const problem = passwordProblem(password, ownWords);
  return problem === null ? { ok: true, passwordHash: await hashPassword(password) } : refuseField('password', problem);
}

async function knownPassword({ database }: PeopleDeps, person: PersonRow, password: string, visit: Visit): Promise<Proved | Refused> {
  const [atPerson, from] = [await guessesAtPerson(database, person.email, visit.address), guessFrom(visit.address)];
  const wait = await countGuess(database, from, ...atPerson);
  if (wait !== null) return refuseTries(wait);
  if (person.disabled || !(await verifyPassword(password, person.passwordHash))) {
    await recordFailure(database, person, visit, 'password');
    return refuse('wrongCredentials');
  }
  await noGuess(database, atPerson, from);
  return { ok: true, passwordHash: person.passwordHash! };
}

/** Only while the installation has never had an operator, whatever links are about. */
export async function becomeFirstOperator(
  { database }: PeopleDeps,
  {
    token,
    name,
    password,
    language = 'fr',
    ...given
  }: { token: string; email: string; name: string; password: string; language?: Language | undefined },
  visit: Visit,
): Promise<SignedIn | Refused> {
  if ((await findLink(database, 'first-operator', token)) === null) return refuse('linkNotValid');
  const email = readEmail(given.email);
  if (email === null) return refuseField('email', 'notEmail');
  const proved = await newPassword(password, [email, name]);
  if (!proved.ok) return proved;
  return inTransaction(database, async (session): Promise<SignedIn | Refused> => {
    await session.query({ name: 'lock_first_operator', text: 'select one from installation for update' });
    if (await hasOperators(session)) return refuse('linkNotValid');
    if ((await takeLink(session, 'first-operator', token)) === null) return refuse('linkNotValid');
    const personId = await storePerson(session, { email, name, language, passwordHash: proved.passwordHash });
    if (personId === null) throw new TakenError();
    await endLinks(session, 'first-operator', null);
    return join(session, personId, { seat: { side: 'operator', role: 'admin', accountId: null, countries: null } }, visit);
  }).catch(refuseTaken('emailTaken'));
}

/** Thrown inside a transaction so that the link stays as it is. */
class TakenError extends Error {}

const refuseTaken =
  (refusal: 'emailTaken' | 'conflict') =>
  (error: unknown): Refused => {
    if (error instanceof TakenError) return refuse(refusal);
    throw error;
  };

/** A new password by a link that an operator made; all sessions of the person end. */
export async function resetPassword(
  { database, secrets }: PeopleDeps,
  { token, password }: { token: string; password: string },
  visit: Visit,
): Promise<SignedIn | Refused> {
  const link = await findLink(database, 'reset', token);
  const person = link === null ? null : await findPerson(database, link.personId);
  if (link === null || person === null || person.disabled) return refuse('linkNotValid');
  const proved = await newPassword(password, [person.email, person.name]);
  if (!proved.ok) return proved;
  return inTransaction(database, async (session): Promise<SignedIn | Refused> => {
    const taken = await takeLink(session, 'reset', token);
    if (taken === null) return refuse('linkNotValid');
    await storePassword(session, person.id, proved.passwordHash);
    await endLinks(session, 'reset', person.id);
    await endSessions(session, person.id, null);
    if (taken.secondFactors) {
      await storeTotp(session, secrets, person.id, null);
      await dropPasskeys(session, person.id);
      await dropRecoveryCodes(session, person.id);
    }
    const signedIn = await signInPerson(session, (await findPerson(session, person.id))!, visit, 'link');
    const subject = `person/${person.id}`;
    await recordAudit(session, {
      who: personOf(person, visit),
      action: 'password.reset',
      subject,
      new: { secondFactorsRemoved: taken.secondFactors },
    });
    return signedIn;
  });
}
