// Creates users by registration, by invitation or as the first operator, and sets new passwords.

import type { Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { createAccountIn, issueKey, loadAccount } from '../../payments/accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { fundAccount } from '../../payments/ledger/index.ts';
import { readEmail } from './email.ts';
import {
  countLoginAttempt,
  loginAttemptsAtUser,
  loginAttemptFrom,
  noLoginAttempt,
  registrationFrom,
} from './login-attempts.ts';
import { endLinks, findLink, takeLink } from './links.ts';
import { hasOperators, storeMembership } from './memberships.ts';
import type { Seat } from './memberships.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { passwordProblem } from './password-rules.ts';
import { findUser, findUserByEmail, storePassword, storeUser, storeTotp } from './users.ts';
import type { Language, UserRow } from './users.ts';
import { dropPasskeys } from './passkey-store.ts';
import { dropRecoveryCodes } from './recovery-codes.ts';
import { endSessions } from './sessions.ts';
import { recordFailure, signInUser } from './sign-in.ts';
import type { UsersDeps, SignedIn } from './sign-in.ts';
import { actorOf, type Visit } from '../../platform/http/portal/caller.ts';
import {
  refuse,
  refuseField,
  refuseTries,
  type Refused,
} from '../../platform/http/portal/refused.ts';

/**
 * What a developer who registers by themselves begins with: everything and some money in the
 * sandbox, nothing in live mode.
 */
export interface Start {
  currency: string;
  activate: 'all' | 'none';
  /** Ten-thousandths of the currency unit. */
  fundMinor: bigint;
  /**
   * In the sandbox, where the portal shows it again. A live key is made, and seen once, by a
   * member.
   */
  withKey: boolean;
}

export interface Registration {
  email: string;
  password: string;
  name: string;
  company: string;
  language: Language;
}

/**
 * Makes the user, a developer account (in the sandbox with a key), and the membership of its owner.
 */
export async function register(
  deps: UsersDeps,
  registration: Registration,
  start: Start,
  visit: Visit,
): Promise<SignedIn | Refused> {
  const { database, secrets } = deps;
  const { password, name, company, language } = registration;
  const email = readEmail(registration.email);
  if (email === null) return refuseField('email', 'notEmail');
  const problem = passwordProblem(password, [email, name, company]);
  if (problem !== null) return refuseField('password', problem);
  const wait = await countLoginAttempt(database, registrationFrom(visit));
  if (wait !== null) return refuseTries(wait);
  const passwordHash = await hashPassword(password);
  const joined = await inTransaction(database, async (session) => {
    const userId = await storeUser(session, { email, name, language, passwordHash });
    if (userId === null) return refuse('emailTaken');
    const created = await createAccountIn(session, secrets, {
      name: company,
      language,
      currency: start.currency,
      activate: start.activate,
    });
    if (!created.ok) throw new Error('an account with all services or none can always be made');
    const { accountId } = created;
    if (start.withKey) await issueKey(session, secrets, accountId);
    await storeMembership(session, userId, {
      side: 'developer',
      role: 'owner',
      accountId,
      countries: null,
    });
    const signedIn = await signInUser(
      session,
      (await findUser(session, userId))!,
      visit,
      'registration',
    );
    const who = actorOf({ id: userId, email }, visit);
    await recordAudit(session, {
      who,
      action: 'account.register',
      accountId,
      subject: `account/${accountId}`,
      new: { company },
    });
    return { ...signedIn, accountId };
  });
  if (!joined.ok) return joined;
  const { accountId, ...signedIn } = joined;
  const { fundMinor: amountMinor, currency } = start;
  if (amountMinor > 0n)
    await fundAccount(database, { accountId, currency, amountMinor, note: 'first funding' });
  return signedIn;
}

/**
 * What an invitation offers, for the page that asks for a name and a password; not whether the
 * address is known.
 */
export async function viewInvitation({ database }: UsersDeps, token: string) {
  const link = await findLink(database, 'invitation', token);
  if (link === null) return refuse('linkNotValid');
  const { email, seat } = link;
  const account = seat.accountId === null ? null : await loadAccount(database, seat.accountId);
  return { ok: true, email, seat, accountName: account?.name ?? null } as const;
}

export interface JoinDeps extends UsersDeps {
  /** Hours until a new member counts as the second person of an approval; 0: at once. */
  newMemberHours: number;
}

/**
 * A new user with this password; whom the address knows already must give the password they have.
 */
export async function acceptInvitation(
  deps: JoinDeps,
  {
    token,
    name,
    password,
    language = 'fr',
  }: { token: string; name: string; password: string; language?: Language | undefined },
  visit: Visit,
): Promise<SignedIn | Refused> {
  const link = await findLink(deps.database, 'invitation', token);
  if (link === null) return refuse('linkNotValid');
  const known = await findUserByEmail(deps.database, link.email);
  const ownWords = [link.email, name, await companyOf(deps, link.seat)];
  const proved = await invitedPassword(deps, { ...link, known, password, ownWords }, visit);
  if (!proved.ok) return proved;
  return inTransaction(deps.database, async (session): Promise<SignedIn | Refused> => {
    // One of two who open the link at once gets it: the row is locked from here on.
    const taken = await takeLink(session, 'invitation', token);
    if (taken === null) return refuse('linkNotValid');
    const { passwordHash } = proved;
    const userId =
      known?.id ?? (await storeUser(session, { email: link.email, name, language, passwordHash }));
    // If two invitations of one address are accepted at once, the other one finds a user with a
    // password of their own.
    if (userId === null) throw new TakenError();
    const { seat, madeBy = null } = taken;
    // Who runs the server brings in the operator's users one by one, and knows them.
    const waitHours = seat.side === 'operator' && madeBy === null ? 0 : deps.newMemberHours;
    return join(session, userId, { seat, givenBy: madeBy, waitHours }, visit);
  }).catch(refuseTaken('conflict'));
}

async function join(
  session: Session,
  userId: number,
  { seat, ...brought }: { seat: Seat; givenBy: number | null; waitHours: number },
  visit: Visit,
): Promise<SignedIn> {
  const membershipId = await storeMembership(session, userId, seat, brought);
  // Whoever has a seat keeps it as it is, and the link, too.
  if (membershipId === null) throw new TakenError();
  // Sessions from before last as long as a developer's may.
  if (seat.side === 'operator') await endSessions(session, userId, null);
  const user = (await findUser(session, userId))!;
  // One comes in where one was invited, whatever else one has.
  const signedIn = await signInUser(session, user, visit, 'link', membershipId);
  await recordAudit(session, {
    who: actorOf(user, visit),
    action: 'member.join',
    accountId: seat.accountId,
    subject: `person/${userId}`,
    new: { membershipId, side: seat.side, role: seat.role, countries: seat.countries },
  });
  return signedIn;
}

/** The name of the account that a seat is of; empty for the operator. */
const companyOf = async ({ database }: UsersDeps, { accountId }: Seat): Promise<string> =>
  accountId === null ? '' : ((await loadAccount(database, accountId))?.name ?? '');

type Proved = { ok: true; passwordHash: string };

async function newPassword(password: string, ownWords: string[]): Promise<Proved | Refused> {
  const problem = passwordProblem(password, ownWords);
  return problem === null
    ? { ok: true, passwordHash: await hashPassword(password) }
    : refuseField('password', problem);
}

/**
 * The password of who follows an invitation: of a known user their own, of others a new one. A
 * password that will not do is refused in the same words and after the same work for both, so that
 * who invites an address does not learn whether it is known.
 */
async function invitedPassword(
  { database }: UsersDeps,
  {
    email,
    known,
    password,
    ownWords,
  }: { email: string; known: UserRow | null; password: string; ownWords: string[] },
  visit: Visit,
): Promise<Proved | Refused> {
  const [atUser, from] = [
    await loginAttemptsAtUser(database, email, visit.countedFrom),
    loginAttemptFrom(visit),
  ];
  const wait = await countLoginAttempt(database, from, ...atUser);
  if (wait !== null) return refuseTries(wait);
  const right = await verifyPassword(password, known?.passwordHash ?? null);
  if (known !== null && right && !known.disabled) {
    await noLoginAttempt(database, atUser, from);
    return { ok: true, passwordHash: known.passwordHash! };
  }
  const problem = passwordProblem(password, ownWords);
  if (problem !== null || known !== null) {
    await recordFailure(database, known, visit, 'password');
    return problem === null ? refuse('wrongCredentials') : refuseField('password', problem);
  }
  await noLoginAttempt(database, atUser, from);
  return { ok: true, passwordHash: await hashPassword(password) };
}

/** Only while the installation has never had an operator, whatever links are about. */
export async function becomeFirstOperator(
  { database }: UsersDeps,
  {
    token,
    name,
    password,
    language = 'fr',
    ...given
  }: {
    token: string;
    email: string;
    name: string;
    password: string;
    language?: Language | undefined;
  },
  visit: Visit,
): Promise<SignedIn | Refused> {
  if ((await findLink(database, 'first-operator', token)) === null) return refuse('linkNotValid');
  const email = readEmail(given.email);
  if (email === null) return refuseField('email', 'notEmail');
  const proved = await newPassword(password, [email, name]);
  if (!proved.ok) return proved;
  return inTransaction(database, async (session): Promise<SignedIn | Refused> => {
    await session.query({
      name: 'lock_first_operator',
      text: 'select one from installation for update',
    });
    if (await hasOperators(session)) return refuse('linkNotValid');
    if ((await takeLink(session, 'first-operator', token)) === null) return refuse('linkNotValid');
    const userId = await storeUser(session, {
      email,
      name,
      language,
      passwordHash: proved.passwordHash,
    });
    if (userId === null) throw new TakenError();
    await endLinks(session, 'first-operator', null);
    return join(
      session,
      userId,
      {
        seat: { side: 'operator', role: 'admin', accountId: null, countries: null },
        givenBy: null,
        waitHours: 0,
      },
      visit,
    );
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

/** A new password by a link that an operator made; all sessions of the user end. */
export async function resetPassword(
  { database, secrets }: UsersDeps,
  { token, password }: { token: string; password: string },
  visit: Visit,
): Promise<SignedIn | Refused> {
  const link = await findLink(database, 'reset', token);
  const user = link === null ? null : await findUser(database, link.userId);
  if (link === null || user === null || user.disabled) return refuse('linkNotValid');
  const proved = await newPassword(password, [user.email, user.name]);
  if (!proved.ok) return proved;
  return inTransaction(database, async (session): Promise<SignedIn | Refused> => {
    const taken = await takeLink(session, 'reset', token);
    if (taken === null) return refuse('linkNotValid');
    await storePassword(session, user.id, proved.passwordHash);
    await endLinks(session, 'reset', user.id);
    await endSessions(session, user.id, null);
    if (taken.secondFactors) {
      await storeTotp(session, secrets, user.id, null);
      await dropPasskeys(session, user.id);
      await dropRecoveryCodes(session, user.id);
    }
    const signedIn = await signInUser(session, (await findUser(session, user.id))!, visit, 'link');
    const subject = `person/${user.id}` as const;
    await recordAudit(session, {
      who: actorOf(user, visit),
      action: 'password.reset',
      subject,
      new: { secondFactorsRemoved: taken.secondFactors },
    });
    return signedIn;
  });
}
