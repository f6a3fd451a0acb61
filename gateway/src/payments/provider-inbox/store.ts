// Stores provider events that could not be applied when they came.

import { createHash } from 'node:crypto';
import type { ProviderEvent } from '@jokko/connectors/kit';
import { plainArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import { joinRequest, type OperationKey } from '../operations/index.ts';

/**
 * The most of one route, so that its provider fills nobody else's part. Beyond this it is told to
 * keep its notices and send them again.
 */
const waitingMax = 10_000;
/** Retries begin quickly, since the answer that names an attempt often is on its way. */
const firstRetry = `interval '5 seconds'`;
const lastRetry = `interval '10 minutes'`;
/**
 * By then the answer that names an attempt has come, and so has the end of a refund that was under
 * way.
 */
export const waitingDaysMax = 7;
/** The most of one route and round, so that no route waits for another one's. */
const youngLeasedMax = 20;
/**
 * The most of those that were tried often already: they neither hold up the young, nor wait for
 * them to end.
 */
const oldLeasedMax = 5;
/** Some 20 minutes. */
const triesOfOld = 8;
const retentionDays = 30;
const purgedMax = 1_000;

/**
 * What is kept of a notice: whom it names and what it claims, for matching and for users. No body,
 * no voucher, no phone.
 */
export interface InboxEvent {
  id: string;
  route: string;
  /** Our reference, as the notice repeats it. */
  ours: string | null;
  /** The provider's own reference. */
  theirs: string | null;
  /** What it said; null where it said nothing, or did not prove its sender. */
  outcome: string | null;
  /** Ten-thousandths. */
  amount: bigint | null;
  currency: string | null;
  /** It has waited for ${waitingDaysMax} days: this try is the last. */
  isLast: boolean;
}

const insert: Statement = {
  name: 'insert_provider_inbox',
  text: `
    insert into provider_inbox (route, payload_hash, our_reference, provider_reference, outcome,
      amount, currency)
    select $1, $2, $3, $4, $5, $6, $7
    where (select count(*) from (select from provider_inbox where state = 'waiting' and route = $1
      limit ${waitingMax}) as w) < ${waitingMax}
      or exists (select from provider_inbox where route = $1 and payload_hash = $2)
    on conflict (route, payload_hash) do update set repeats = provider_inbox.repeats + 1
    returning 1`,
};
// Unlike a notice it is not refused where many wait: it is one of ours.
const insertQuestion: Statement = {
  name: 'insert_question_into_provider_inbox',
  text: `
    insert into provider_inbox (route, payload_hash, our_reference)
    select a.route, $3, r.prepared->'refs'->>'ours' from attempt a ${joinRequest}
      where a.account_id = $1 and a.operation_id = $2 and a.purpose = 'execute'
        and a.state = 'SUCCEEDED'
      order by a.number desc limit 1
    on conflict (route, payload_hash) do nothing`,
};
// By arrays of ids, which are found by key whatever the plan was made for: a join would compare
// each event with each.
export const leaseEventsStatement: Statement = {
  name: 'lease_provider_inbox',
  text: `
    with due as (
      select id, tries >= ${triesOfOld} as is_old,
        row_number() over (partition by route, tries >= ${triesOfOld}
          order by next_try_at, id) as place
      from provider_inbox where state = 'waiting' and next_try_at <= now()
    ), leased as (
      select id from provider_inbox
      where id = any(array(select id from due where place <= case when is_old then ${oldLeasedMax}
        else ${youngLeasedMax} end))
        and state = 'waiting' and next_try_at <= now()
      for update skip locked
    )
    update provider_inbox set tries = tries + 1,
      next_try_at = now() + least(${lastRetry}, ${firstRetry} * (2 ^ least(tries, 10)))
    where id = any(array(select id from leased))
    returning id::text as id, route, our_reference as ours, provider_reference as theirs, outcome,
      amount, currency,
      received_at < jokko_now() - interval '${waitingDaysMax} days' as "isLast"`,
};
const giveBack: Statement = {
  name: 'give_back_provider_inbox',
  text: `update provider_inbox set tries = greatest(tries - 1, 0), next_try_at = now()
    where id = any($1::bigint[]) and state = 'waiting'`,
};
const setMatched: Statement = {
  name: 'match_provider_inbox',
  text: `update provider_inbox set state = 'matched', account_id = $2, operation_id = $3,
    decided_at = jokko_now()
    where id = $1 and state = 'waiting'`,
};
const setIgnored: Statement = {
  name: 'ignore_provider_inbox',
  text: `update provider_inbox set state = 'ignored', reason = $2, decided_at = jokko_now()
    where id = $1 and state = 'waiting' returning route`,
};
const purgeOld: Statement = {
  name: 'purge_provider_inbox',
  text: `
    with old as (
      delete from provider_inbox where id in (select id from provider_inbox
        where state <> 'waiting' and decided_at < jokko_now() - interval '${retentionDays} days'
        order by decided_at limit ${purgedMax}) returning 1)
    select count(*)::integer as purged from old`,
};

/**
 * Keeps an event once, however often it comes. Throws when ${waitingMax} of its route wait already:
 * the provider must send it again.
 */
export async function keepEvent(
  session: Session,
  route: string,
  { match, claims, outcome, authenticated }: ProviderEvent,
): Promise<void> {
  const { ours = null, theirs = null } = match;
  const amount = claims?.amount === undefined ? null : String(claims.amount);
  const word = authenticated ? (outcome?.kind ?? null) : null;
  const said = [ours, theirs, word, amount, claims?.currency ?? null];
  const hash = createHash('sha256').update(JSON.stringify(said)).digest();
  const kept = await session.query(insert, [route, hash, ...said]);
  if (kept.length === 0) throw new Error('the provider inbox is full');
}

/**
 * Has the provider of a payment asked about it, since it refuses refund number `refund`. Once for
 * each refund.
 */
export async function keepQuestion(
  session: Session,
  { accountId, id }: OperationKey,
  refund: number,
): Promise<void> {
  const hash = createHash('sha256').update(`refund ${id} ${refund}`).digest();
  await session.query(insertQuestion, [accountId, id, hash]);
}

/** Some events of each route that are due; whoever gets them tries them. */
export const leaseEvents = (session: Session): Promise<InboxEvent[]> =>
  session.query<InboxEvent>(leaseEventsStatement);

/** Gives back those that could not be tried in their round. */
export async function giveBackEvents(
  session: Session,
  events: readonly InboxEvent[],
): Promise<void> {
  if (events.length > 0) await session.query(giveBack, [plainArray(events.map(({ id }) => id))]);
}

export async function markMatched(
  session: Session,
  id: string,
  operation: OperationKey,
): Promise<void> {
  await session.query(setMatched, [id, operation.accountId, operation.id]);
}

/** The route of the event that is ignored now; null when it does not wait (any more). */
export async function markIgnored(
  session: Session,
  id: string,
  reason: string,
): Promise<string | null> {
  const [row] = await session.query<{ route: string }>(setIgnored, [id, reason]);
  return row?.route ?? null;
}

/** True when there may be more. */
export async function purgeInbox(session: Session): Promise<boolean> {
  const [row] = await session.query<{ purged: number }>(purgeOld);
  return row?.purged === purgedMax;
}
