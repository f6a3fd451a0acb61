// Throttles attempts to guess a secret: a few at once, then with waits that double. An attempt is
// counted before its secret is checked, in one statement, so that parallel attempts gain nothing
// over sequential ones.

import { defined } from '@jokko/contract';
import { hash } from 'node:crypto';
import type { Session, Statement } from '../../platform/db/database.ts';
import { addressGroup } from '../../payments/status-limits/index.ts';
import { countedBy, type CountedFrom } from '../../platform/http/guards/counted-by.ts';
import { emailKey } from './email.ts';
import { challengesOfAddressMax } from './passkey-store.ts';

/** Tries that are free, for a day; then each one locks for twice as long as the one before. */
export interface LoginAttemptSubject {
  key: string;
  free: number;
  /**
   * The address of the connection, where the caller said that it speaks for another: counted first,
   * since what is said is not proven.
   */
  behind?: LoginAttemptSubject;
}

function countedAt(what: string, from: CountedFrom, free: number): LoginAttemptSubject {
  const [subject, behind] = countedBy(from)
    .map(({ address, prefix, times }) => ({
      key: `${prefix}${what}/${addressGroup(address)}`,
      free: free * times,
    }))
    .toReversed();
  return { ...subject!, ...defined({ behind }) };
}

const firstLockSeconds = 30;
const lockSecondsMax = 900;
const rememberedHours = 24;
/** Beyond which doubling has reached the longest wait. */
const doublingsMax = 6;

/**
 * The free tries of one user from all places where they have never signed in: days of tries from
 * one address, which no address may use up for them.
 */
const fromAnywhereFree = 1_000;
/** Sessions whose addresses count as the user's own places. */
const sessionsChecked = 200;
const selectPlaces: Statement = {
  name: 'list_places_of_user',
  text: `select distinct address from (
      select s.address from portal_user p join portal_session s on s.user_id = p.id
        where p.email_key = $1 and s.stage = 'done' and s.address is not null order by s.id desc
          limit ${sessionsChecked}) as newest`,
};

/**
 * The password of a user, known or not, from one address: an attacker locks out only their own
 * address for that user. Guesses from many addresses are counted together, too, but not for places
 * where the user has signed in before. Counted behind `loginAttemptFrom`.
 */
export async function loginAttemptsAtUser(
  session: Session,
  email: string,
  address: string | null,
): Promise<LoginAttemptSubject[]> {
  const [user, place] = [hash('sha256', emailKey(email)), addressGroup(address)];
  const places = await session.query<{ address: string }>(selectPlaces, [emailKey(email)]);
  const here = { key: `place/${user}/${place}`, free: 5 };
  const ownPlace = places.some((known) => addressGroup(known.address) === place);
  return ownPlace ? [here] : [here, { key: `person/${user}`, free: fromAnywhereFree }];
}
export const loginAttemptAtSecondFactor = (userId: number): LoginAttemptSubject => ({
  key: `second/${userId}`,
  free: 5,
});
/** Attempts of a signed-in user who proves their identity again; others cannot use them up. */
export const loginAttemptInSession = (sessionId: bigint): LoginAttemptSubject => ({
  key: `session/${sessionId}`,
  free: 5,
});
/** Many people may share one address. */
export const loginAttemptFrom = (from: CountedFrom): LoginAttemptSubject =>
  countedAt('address', from, 30);
export const registrationFrom = (from: CountedFrom): LoginAttemptSubject =>
  countedAt('register', from, 20);
/** Each costs what a message costs. */
export const alertTestBy = (userId: number): LoginAttemptSubject => ({
  key: `alert-test/${userId}`,
  free: 10,
});
/** Challenges of passkeys are counted as they are stored, but for who holds the connection. */
export const challengeBehind = (from: CountedFrom): LoginAttemptSubject[] => {
  const { behind } = countedAt('challenge', from, challengesOfAddressMax);
  return behind === undefined ? [] : [behind];
};
/** Each sends an e-mail to somebody. */
export const subscriptionFrom = (from: CountedFrom): LoginAttemptSubject =>
  countedAt('subscribe', from, 10);

// The row is left alone while it is locked, and then comes back empty.
const countTry: Statement = {
  name: 'count_guess',
  text: `insert into login_attempt as g (key, tries, last_at) values ($1, 1, jokko_now())
    on conflict (key) do update set
      tries = case when g.last_at < jokko_now() - interval '${rememberedHours} hours' then 1
        else g.tries + 1 end,
      last_at = jokko_now(),
      locked_until = case when g.last_at >= jokko_now() - interval '${rememberedHours} hours'
        and g.tries + 1 >= $2 then
        jokko_now() + least(${lockSecondsMax}, ${firstLockSeconds} * power(2,
          least(${doublingsMax}, g.tries + 1 - $2))) * interval '1 second' end
      where g.locked_until is null or g.locked_until <= jokko_now()
    returning tries`,
};
const selectWait: Statement = {
  name: 'select_guess_wait',
  text: 'select ceil(extract(epoch from locked_until - jokko_now()))::integer as seconds from login_attempt where key = $1 and locked_until > jokko_now()',
};
const forget: Statement = {
  name: 'forget_guess',
  text: 'delete from login_attempt where key = $1',
};
const giveBack: Statement = {
  name: 'give_back_guess',
  text: 'update login_attempt set tries = greatest(tries - 1, 0), locked_until = null where key = $1',
};

const withBehind = (subject: LoginAttemptSubject): LoginAttemptSubject[] =>
  subject.behind === undefined ? [subject] : [subject.behind, subject];

/**
 * Counts in this order, and stops at the first key that is locked: what comes behind it is not
 * touched. Null: try. Else the seconds until the next try.
 */
export async function countLoginAttempt(
  session: Session,
  ...keys: LoginAttemptSubject[]
): Promise<number | null> {
  for (const { key, free } of keys.flatMap(withBehind)) {
    if ((await session.query(countTry, [key, free])).length > 0) continue;
    const [row] = await session.query<{ seconds: number }>(selectWait, [key]);
    return Math.max(row?.seconds ?? 1, 1);
  }
  return null;
}

/**
 * After a right secret: the user's attempts are cleared, and the one counted for the address (null:
 * none) is returned.
 */
export async function noLoginAttempt(
  session: Session,
  known: readonly LoginAttemptSubject[],
  address: LoginAttemptSubject | null,
): Promise<void> {
  for (const { key } of known) await session.query(forget, [key]);
  for (const { key } of address === null ? [] : withBehind(address))
    await session.query(giveBack, [key]);
}

// At most this many rows, from however many addresses; the oldest are removed first.
const rowsMax = 200_000;
const purge: Statement = {
  name: 'forget_guesses',
  text: `delete from login_attempt where key in (
      select key from login_attempt where last_at < jokko_now() -
        interval '${rememberedHours + 1} hours' order by last_at limit $1) returning 1`,
};
const forgetBeyond: Statement = {
  name: 'forget_guesses_beyond',
  text: `delete from login_attempt where key in (
      select key from login_attempt order by last_at limit least($1,
        greatest(0, (select count(*) from login_attempt) - $2))) returning 1`,
};

/** Removes what does not count any more, and the oldest beyond `keep` rows. Answers how many. */
export async function clearLoginAttempts(
  session: Session,
  max: number,
  keep = rowsMax,
): Promise<number> {
  const old = (await session.query(purge, [max])).length;
  return Math.max(old, (await session.query(forgetBeyond, [max, keep])).length);
}
