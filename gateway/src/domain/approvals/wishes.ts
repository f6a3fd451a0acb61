// How do two persons agree? One asks, another one decides within seven days, and only then the wish is carried out, once.

import { isDeepStrictEqual } from 'node:util';
import type { Database, Session } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import type { AuditEntry, Who } from '../audit/index.ts';
import { twoPersonsRefusal } from '../people/index.ts';
import type { ApprovedWish, Outcome, WishKinds } from './kinds.ts';
import { findByKey, findWish, holdWish, listLeft, lockAndFind, storeDecision, storeOutcome, storeWish } from './store.ts';
import type { NewWish, Wish } from './store.ts';

export interface WishDeps {
  database: Database;
  kinds: WishKinds;
}

export type WishRefused = { ok: false; refusal: 'notFound' | 'conflict' | 'ownWish' | 'askerLeft' | 'notTwoPersons' };
export type Decided = { ok: true; state: Wish['state']; result: unknown } | WishRefused;
/** Who decides: `who` for the audit log, `personId` for the rule that nobody approves a wish of their own. */
export interface Decider {
  who: Who;
  personId: number;
  /** The account whose person it is; absent: the operator's. */
  accountId?: number;
}

const entry = (who: Who, action: string, wish: Pick<Wish, 'id' | 'accountId'>, values: Pick<AuditEntry, 'old' | 'new'>): AuditEntry => ({
  who,
  action,
  accountId: wish.accountId,
  subject: `wish/${wish.id}`,
  ...values,
});

/** Stores a wish; what is wrong with its parameters is answered in words for the log of developers, since forms check before. */
export function askFor(
  { database, kinds }: WishDeps,
  who: Who,
  wish: NewWish,
): Promise<{ ok: true; id: number } | { ok: false; problem: string }> {
  const problem = kindOf(kinds, wish.kind).check(wish.parameters);
  if (problem !== null) return Promise.resolve({ ok: false, problem });
  return inTransaction(database, async (session) => ({ ok: true, id: await askIn(session, kinds, who, wish) }));
}

/** Stores a wish whose parameters are known to be right, within the transaction of what it is about. Answers its id. */
export async function askIn(session: Session, kinds: WishKinds, who: Who, wish: NewWish): Promise<number> {
  const id = await storeWish(session, kindOf(kinds, wish.kind).side ?? 'operator', wish);
  if (id === null) throw new Error('a wish without key was not stored');
  await noteAsked(session, who, wish, id);
  return id;
}

/** `repeated`: this very wish was stored before under the same key, and its first answer was lost. `keyUsed`: another one was. */
export type AskedOnce = { ok: true; id: number; repeated: boolean } | { ok: false; problem: string } | { ok: false; keyUsed: true };

/** As `askFor`, at most once for each key of the asker: who asks again because no answer came gets the wish that there is. */
export function askOnce({ database, kinds }: WishDeps, who: Who, wish: NewWish, key: string): Promise<AskedOnce> {
  const kind = kindOf(kinds, wish.kind);
  const problem = kind.check(wish.parameters);
  if (problem !== null) return Promise.resolve({ ok: false, problem });
  return inTransaction(database, async (session): Promise<AskedOnce> => {
    const id = await storeWish(session, kind.side ?? 'operator', wish, key);
    if (id !== null) {
      await noteAsked(session, who, wish, id);
      return { ok: true, id, repeated: false };
    }
    const { id: known, ...stored } = (await findByKey(session, wish.askedBy, key))!;
    const { askedBy: _asker, ...asked } = wish;
    return isDeepStrictEqual(stored, asked) ? { ok: true, id: known, repeated: true } : { ok: false, keyUsed: true };
  });
}

function noteAsked(session: Session, who: Who, wish: NewWish, id: number): Promise<void> {
  const { kind, parameters, reason } = wish;
  return recordAudit(session, entry(who, 'wish.ask', { ...wish, id }, { new: { kind, parameters, reason } }));
}

function kindOf(kinds: WishKinds, name: string) {
  if (!Object.hasOwn(kinds, name)) throw new Error(`there is no kind of wish called ${name}`);
  return kinds[name]!;
}

/** Approves and carries out. What cannot be carried out at once (a node that stops, say) is done by `carryOutLeft`. */
export async function approve(deps: WishDeps, decider: Decider, id: number, note: string | null): Promise<Decided> {
  const decided = await inTransaction(deps.database, async (session): Promise<Decided & { later?: boolean }> => {
    const wish = await lockAndFind(session, id);
    const refusal = refusalOf(wish, decider, { by: 'other', purpose: 'approve', kinds: deps.kinds });
    if (wish === null || refusal !== null) return refusal!;
    const { askedBy, askedAt } = wish;
    const seats = { askedBy, askedAt, decidedBy: decider.personId, accountId: decider.accountId ?? null };
    const notTwo = await twoPersonsRefusal(session, seats);
    if (notTwo !== null) return { ok: false, refusal: notTwo };
    await storeDecision(session, { id, state: 'approved', decidedBy: decider.personId, note });
    const kind = kindOf(deps.kinds, wish.kind);
    const outcome = 'within' in kind ? await kind.within(session, approved(wish, decider.personId)) : null;
    if (outcome !== null) await storeOutcome(session, id, outcome.done, outcome.result);
    await recordAudit(session, entry(decider.who, 'wish.approve', wish, { new: { note, ...outcome } }));
    if (outcome === null) return { ok: true, state: 'approved', result: null, later: true };
    return { ok: true, state: outcome.done ? 'done' : 'failed', result: outcome.result };
  });
  if (!decided.ok || decided.later !== true) return decided;
  await carryOut(deps, id);
  const wish = (await findWish(deps.database, id))!;
  return { ok: true, state: wish.state, result: wish.result };
}

export function refuseWish(deps: WishDeps, decider: Decider, id: number, note: string | null): Promise<Decided> {
  return end(deps, decider, id, { state: 'refused', by: 'other', note });
}

/** By the person who asked. */
export function withdrawWish(deps: WishDeps, decider: Decider, id: number): Promise<Decided> {
  return end(deps, decider, id, { state: 'withdrawn', by: 'asker', note: null });
}

/** A wish whose matter is put away by somebody, in that transaction; one that is closed already is left alone. Its row is locked before (`lockWish`). */
export async function withdrawIn(session: Session, kinds: WishKinds, { who, personId }: Decider, id: number): Promise<void> {
  const wish = await lockAndFind(session, id);
  if (wish === null || (wish.state !== 'open' && wish.state !== 'expired')) return;
  await kindOf(kinds, wish.kind).ended?.(session, wish, 'withdrawn');
  await storeDecision(session, { id, state: 'withdrawn', decidedBy: personId, note: null });
  await recordAudit(session, entry(who, 'wish.withdraw', wish, { new: { note: null } }));
}

function end(
  { database, kinds }: WishDeps,
  decider: Decider,
  id: number,
  { state, by, note }: { state: 'refused' | 'withdrawn'; by: 'asker' | 'other'; note: string | null },
): Promise<Decided> {
  return inTransaction(database, async (session): Promise<Decided> => {
    const wish = await lockAndFind(session, id);
    const refusal = refusalOf(wish, decider, { by, purpose: 'end', kinds });
    if (wish === null || refusal !== null) return refusal!;
    await kindOf(kinds, wish.kind).ended?.(session, wish, state);
    await storeDecision(session, { id, state, decidedBy: decider.personId, note });
    await recordAudit(session, entry(decider.who, state === 'refused' ? 'wish.refuse' : 'wish.withdraw', wish, { new: { note } }));
    return { ok: true, state, result: null };
  });
}

function refusalOf(
  wish: Wish | null,
  { personId, accountId }: Decider,
  { by, purpose, kinds }: { by: 'asker' | 'other'; purpose: 'approve' | 'end'; kinds: WishKinds },
): WishRefused | null {
  if (wish === null) return { ok: false, refusal: 'notFound' };
  const ofAccount = kindOf(kinds, wish.kind).side === 'account';
  // Persons of an account decide on its own wishes, and nobody else does.
  if (ofAccount ? accountId === undefined || accountId !== wish.accountId : accountId !== undefined)
    return { ok: false, refusal: 'notFound' };
  // What nobody decided in time can still be put away.
  if (wish.state !== 'open' && !(purpose === 'end' && wish.state === 'expired')) return { ok: false, refusal: 'conflict' };
  const own = wish.askedBy === personId;
  if (by === 'other' && own) return { ok: false, refusal: 'ownWish' };
  return by === 'asker' && !own ? { ok: false, refusal: 'notFound' } : null;
}

const approved = ({ id, accountId, parameters, reason, askedBy }: Wish, decidedBy: number): ApprovedWish => ({
  ...{ id, accountId, parameters, reason, askedBy, decidedBy },
});

/** One node at a time; a failure leaves the wish approved, for the next round. */
async function carryOut({ database, kinds }: WishDeps, id: number): Promise<void> {
  if (!(await holdWish(database, id))) return;
  const wish = (await findWish(database, id))!;
  const kind = kindOf(kinds, wish.kind);
  if (!('after' in kind)) throw new Error(`wish ${id} is approved and was not carried out`);
  const outcome = await kind.after({ ...approved(wish, wish.decidedBy!), decidedAt: wish.decidedAt! });
  await inTransaction(database, (session) => closeWish(session, wish, outcome));
}

async function closeWish(session: Session, wish: Wish, { done, result }: Outcome): Promise<void> {
  if (!(await storeOutcome(session, wish.id, done, result))) return;
  await recordAudit(session, entry({ kind: 'system' }, 'wish.carry-out', wish, { new: { done, result } }));
}

/** Carries out what was approved and left over. */
export async function carryOutLeft(deps: WishDeps): Promise<void> {
  for (const id of await listLeft(deps.database)) await carryOut(deps, id);
}
