// How often may somebody guess? A few times at once, then with waits that double. A try is counted before its secret is looked at, in one
// statement, so that many at once are not more than one after the other.

import { hash } from 'node:crypto';
import type { Session, Statement } from '../../db/database.ts';
import { addressGroup } from '../lookups/index.ts';
import { emailKey } from './email.ts';

/** Tries that are free, for a day; then each one locks for twice as long as the one before. */
export interface Guessable {
  key: string;
  free: number;
}

const firstLockSeconds = 30;
const lockSecondsMax = 900;
const rememberedHours = 24;
/** Beyond which doubling has reached the longest wait. */
const doublingsMax = 6;

/** Of one person from all places where they have never signed in: days of tries from one address, which no address may use up for them. */
const fromAnywhereFree = 1_000;
/** Sessions whose addresses count as the person's own places. */
const sessionsLookedAt = 200;
const selectPlaces: Statement = {
  name: 'list_places_of_person',
  text: `select distinct address from (
      select s.address from person p join portal_session s on s.person_id = p.id
        where p.email_key = $1 and s.stage = 'done' and s.address is not null order by s.id desc limit ${sessionsLookedAt}) as newest`,
};

/**
 * The password of a person, known or not, from one address: who guesses locks their own way to that person and nobody else's. Guesses from many
 * addresses are counted together, too, but not for places where the person has signed in before. Counted behind `guessFrom`.
 */
export async function guessesAtPerson(session: Session, email: string, address: string | null): Promise<Guessable[]> {
  const [person, place] = [hash('sha256', emailKey(email)), addressGroup(address)];
  const places = await session.query<{ address: string }>(selectPlaces, [emailKey(email)]);
  const here = { key: `place/${person}/${place}`, free: 5 };
  const ownPlace = places.some((known) => addressGroup(known.address) === place);
  return ownPlace ? [here] : [here, { key: `person/${person}`, free: fromAnywhereFree }];
}
export const guessAtSecondFactor = (personId: number): Guessable => ({ key: `second/${personId}`, free: 5 });
/** Of who is signed in already and proves it again: nobody else can use these tries up. */
export const guessInSession = (sessionId: bigint): Guessable => ({ key: `session/${sessionId}`, free: 5 });
/** Many people may share one address. */
export const guessFrom = (address: string | null): Guessable => ({ key: `address/${addressGroup(address)}`, free: 30 });
export const registrationFrom = (address: string | null): Guessable => ({ key: `register/${addressGroup(address)}`, free: 20 });

// The row is left alone while it is locked, and then comes back empty.
const countTry: Statement = {
  name: 'count_guess',
  text: `insert into guess as g (key, tries, last_at) values ($1, 1, jokko_now())
    on conflict (key) do update set
      tries = case when g.last_at < jokko_now() - interval '${rememberedHours} hours' then 1 else g.tries + 1 end,
      last_at = jokko_now(),
      locked_until = case when g.last_at >= jokko_now() - interval '${rememberedHours} hours' and g.tries + 1 >= $2 then
        jokko_now() + least(${lockSecondsMax}, ${firstLockSeconds} * power(2, least(${doublingsMax}, g.tries + 1 - $2))) * interval '1 second' end
      where g.locked_until is null or g.locked_until <= jokko_now()
    returning tries`,
};
const selectWait: Statement = {
  name: 'select_guess_wait',
  text: 'select ceil(extract(epoch from locked_until - jokko_now()))::integer as seconds from guess where key = $1 and locked_until > jokko_now()',
};
const forget: Statement = { name: 'forget_guess', text: 'delete from guess where key = $1' };
const giveBack: Statement = {
  name: 'give_back_guess',
  text: 'update guess set tries = greatest(tries - 1, 0), locked_until = null where key = $1',
};

/** Counts in this order, and stops at the first key that is locked: what comes behind it is not touched. Null: try. Else the seconds until the next try. */
export async function countGuess(session: Session, ...keys: Guessable[]): Promise<number | null> {
  for (const { key, free } of keys) {
    if ((await session.query(countTry, [key, free])).length > 0) continue;
    const [row] = await session.query<{ seconds: number }>(selectWait, [key]);
    return Math.max(row?.seconds ?? 1, 1);
  }
  return null;
}

/** It was no guess: the person's tries are forgotten, and the address (null: none was counted) gets its own one back. */
export async function noGuess(session: Session, known: readonly Guessable[], address: Guessable | null): Promise<void> {
  for (const { key } of known) await session.query(forget, [key]);
  if (address !== null) await session.query(giveBack, [address.key]);
}

// No more rows than this, whoever fills them from however many addresses: the oldest go first.
const rowsMax = 200_000;
const forgetOld: Statement = {
  name: 'forget_guesses',
  text: `delete from guess where key in (
      select key from guess where last_at < jokko_now() - interval '${rememberedHours + 1} hours' order by last_at limit $1) returning 1`,
};
const forgetBeyond: Statement = {
  name: 'forget_guesses_beyond',
  text: `delete from guess where key in (
      select key from guess order by last_at limit least($1, greatest(0, (select count(*) from guess) - $2))) returning 1`,
};

/** Removes what does not count any more, and the oldest beyond `keep` rows. Answers how many. */
export async function forgetGuesses(session: Session, max: number, keep = rowsMax): Promise<number> {
  const old = (await session.query(forgetOld, [max])).length;
  return Math.max(old, (await session.query(forgetBeyond, [max, keep])).length);
}
