// How are wishes stored?

import type { Session, Statement } from '../../db/database.ts';

export type WishState = 'open' | 'approved' | 'done' | 'failed' | 'refused' | 'withdrawn' | 'expired';

export interface Wish {
  id: number;
  kind: string;
  accountId: number | null;
  parameters: unknown;
  reason: string;
  /** `expired`: open, and nobody decided within seven days. */
  state: WishState;
  askedBy: number;
  askedByName: string;
  askedAt: Date;
  expiresAt: Date;
  decidedBy: number | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  note: string | null;
  result: unknown;
  closedAt: Date | null;
}

const wishDays = 7;
/** How long one node has to carry a wish out before another one tries (T05: within 45 s). */
const holdSeconds = 30;

const columns = `w.id, w.kind, w.account_id as "accountId", w.parameters, w.reason,
  case when w.state = 'open' and w.expires_at <= jokko_now() then 'expired' else w.state end as state,
  w.asked_by as "askedBy", a.name as "askedByName", w.asked_at as "askedAt", w.expires_at as "expiresAt",
  w.decided_by as "decidedBy", d.name as "decidedByName", w.decided_at as "decidedAt", w.note, w.result, w.closed_at as "closedAt"`;
const from = 'from wish w join person a on a.id = w.asked_by left join person d on d.id = w.decided_by';
const insertWish: Statement = {
  name: 'insert_wish',
  text: `insert into wish (kind, side, account_id, parameters, reason, asked_by, ask_key, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, jokko_now() + interval '${wishDays} days')
    on conflict (asked_by, ask_key) where ask_key is not null do nothing returning id`,
};
const selectByKey: Statement = {
  name: 'select_wish_by_key',
  text: 'select id, kind, account_id as "accountId", parameters, reason from wish where asked_by = $1 and ask_key = $2',
};
const selectWish: Statement = { name: 'select_wish', text: `select ${columns} ${from} where w.id = $1` };
const lockWish: Statement = { name: 'lock_wish', text: 'select id from wish where id = $1 for update' };
const decide: Statement = {
  name: 'decide_wish',
  text: `update wish set state = $2, decided_by = $3, decided_at = jokko_now(), note = $4,
    closed_at = case when $2 = 'approved' then null else jokko_now() end where id = $1`,
};
const close: Statement = {
  name: 'close_wish',
  text: `update wish set state = $2, result = $3, closed_at = jokko_now(), held_until = null where id = $1 and state = 'approved' returning 1`,
};
// Real time: who holds it is a matter of nodes, not of the sandbox's clock.
const hold: Statement = {
  name: 'hold_wish',
  text: `update wish set held_until = now() + interval '${holdSeconds} seconds', tries = tries + 1
    where id = $1 and state = 'approved' and (held_until is null or held_until < now()) returning 1`,
};
const listApproved: Statement = {
  name: 'list_approved_wishes',
  text: `select id from wish where state = 'approved' and (held_until is null or held_until < now()) order by id limit 20`,
};
const listAccount: Statement = {
  name: 'list_wishes_of_account',
  text: `select ${columns} ${from} where coalesce(w.account_id, 0) = $1 and w.side = 'operator' and w.id < $2 order by w.id desc limit $3`,
};
const listState: Statement = {
  name: 'list_wishes_of_state',
  text: `select ${columns} ${from} where w.side = 'operator' and w.state = $1 and w.id < $2 order by w.id desc limit $3`,
};
const listAll: Statement = {
  name: 'list_wishes',
  text: `select ${columns} ${from} where w.side = 'operator' and w.id < $1 order by w.id desc limit $2`,
};
const listOpen: Statement = {
  name: 'list_open_wishes_of_kinds',
  text: `select ${columns} ${from} where w.state = 'open' and w.expires_at > jokko_now() and w.kind = any($1::text[]) order by w.expires_at desc limit $2`,
};
const selectAbout: Statement = {
  name: 'select_open_wish_about_transaction',
  text: `select id from wish where coalesce(account_id, 0) = $1 and state = 'open' and expires_at > jokko_now() and kind = any($2::text[])
    and parameters ->> 'transactionId' = $3 order by id desc limit 1`,
};
const listKind: Statement = {
  name: 'list_wishes_of_account_and_kind',
  text: `select ${columns} ${from} where coalesce(w.account_id, 0) = $1 and w.kind = $2 and w.id < $3 order by w.id desc limit $4`,
};
const openMax = 1_000;
const idMax = 2_147_483_647;

export interface NewWish {
  kind: string;
  accountId: number | null;
  parameters: object;
  reason: string;
  askedBy: number;
}

/** Answers its id; null: the asker has stored one with this key before. One that another transaction is storing is waited for. */
export async function storeWish(
  session: Session,
  side: 'operator' | 'account',
  wish: NewWish,
  key: string | null = null,
): Promise<number | null> {
  const { kind, accountId, parameters, reason, askedBy } = wish;
  const values = [kind, side, accountId, JSON.stringify(parameters), reason, askedBy, key];
  return (await session.query<{ id: number }>(insertWish, values))[0]?.id ?? null;
}

/** The wish that a person stored with a key. */
export async function findByKey(
  session: Session,
  askedBy: number,
  key: string,
): Promise<(Omit<NewWish, 'askedBy'> & { id: number }) | null> {
  return (await session.query<Omit<NewWish, 'askedBy'> & { id: number }>(selectByKey, [askedBy, key]))[0] ?? null;
}

/** Null when there is none. */
export async function findWish(session: Session, id: number): Promise<Wish | null> {
  return (await session.query<Wish>(selectWish, [id]))[0] ?? null;
}

/** The wish, whose row stays locked until the transaction ends. */
export async function lockAndFind(session: Session, id: number): Promise<Wish | null> {
  await session.query(lockWish, [id]);
  return findWish(session, id);
}

export async function storeDecision(
  session: Session,
  decision: { id: number; state: 'approved' | 'refused' | 'withdrawn'; decidedBy: number; note: string | null },
): Promise<void> {
  await session.query(decide, [decision.id, decision.state, decision.decidedBy, decision.note]);
}

/** False when somebody has closed it meanwhile. */
export async function storeOutcome(session: Session, id: number, done: boolean, result: object): Promise<boolean> {
  return (await session.query(close, [id, done ? 'done' : 'failed', JSON.stringify(result)])).length > 0;
}

/** True for the one who may carry it out now. */
export async function holdWish(session: Session, id: number): Promise<boolean> {
  return (await session.query(hold, [id])).length > 0;
}

/** Approved wishes that nobody is carrying out. */
export async function listLeft(session: Session): Promise<number[]> {
  return (await session.query<{ id: number }>(listApproved)).map(({ id }) => id);
}

/** The operator's, newest first; `accountId` undefined: of all. `before`: those with smaller ids alone. */
export function listWishes(
  session: Session,
  { accountId, state, before, limit }: { accountId?: number | null; state?: Exclude<WishState, 'expired'>; before?: number; limit: number },
): Promise<Wish[]> {
  const values = [before ?? idMax, limit];
  if (accountId !== undefined) return session.query<Wish>(listAccount, [accountId ?? 0, ...values]);
  return state === undefined ? session.query<Wish>(listAll, values) : session.query<Wish>(listState, [state, ...values]);
}

/** Wishes of these kinds that wait for a decision, newest first. */
export function listOpenWishes(session: Session, kinds: readonly string[]): Promise<Wish[]> {
  return session.query<Wish>(listOpen, [kinds, openMax]);
}

/** The wish of one of these kinds that waits for a decision about a transaction; null: none does. */
export async function findOpenWishAbout(
  session: Session,
  { accountId, transactionId, kinds }: { accountId: number; transactionId: string; kinds: readonly string[] },
): Promise<number | null> {
  return (await session.query<{ id: number }>(selectAbout, [accountId, kinds, transactionId]))[0]?.id ?? null;
}

/** Those of one kind about an account, whoever's persons decide on them. Newest first; `before`: those with smaller ids alone. */
export function listWishesOfKind(
  session: Session,
  { accountId, kind, before, limit }: { accountId: number; kind: string; before: number | null; limit: number },
): Promise<Wish[]> {
  return session.query<Wish>(listKind, [accountId, kind, before ?? idMax, limit]);
}
