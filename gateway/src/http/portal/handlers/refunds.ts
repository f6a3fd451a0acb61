// Routes of refunds that persons make, on both sides.

import { parseAmount, toDecimalString, unreadAmountProblem } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import { approve, findWish, listWishesOfKind, refuseWish, withdrawWish } from '../../../domain/approvals/index.ts';
import type { Decider, Wish, WishKinds } from '../../../domain/approvals/index.ts';
import { findOperations } from '../../../domain/operations/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { LiveSession, Membership, Refused, Visit } from '../../../domain/people/index.ts';
import { changeRefundLimit, readRefundLimits, refundAsPerson, refundKinds, type Undo } from '../../../domain/refunds/index.ts';
import type { Handlers } from '../handler.ts';
import { servicesSeenBy } from './transaction-filter.ts';
import { findSeen, type ReadingDeps } from './transaction-reading.ts';
import { failureOf, wishFacts } from './wish-facts.ts';

export interface RefundDeps extends ReadingDeps {
  wishKinds: WishKinds;
  undo: Undo;
}

interface Caller {
  live: LiveSession;
  membership: Membership;
}

const pageRows = 50;
const amountDecimals = 4;
const notFound: Refused = { ok: false, refusal: 'notFound' };
const transactionOf = ({ parameters }: Wish): string => (parameters as { transactionId: string }).transactionId;
const amountOrNull = (amount: bigint | null): string | null => (amount === null ? null : toDecimalString(amount));

/** What a person may refund, as far as their seat reaches. */
export async function refundSeen(
  deps: RefundDeps,
  { live, membership }: Caller,
  visit: Visit,
  order: { accountId: number; id: string; reason: string },
): Promise<{ ok: true; answer: RouteAnswer<'POST transactions/refund'> } | Refused> {
  const services = servicesSeenBy(membership, deps.catalogue());
  const asker = deciderOf(live, membership, visit);
  const { database } = deps.people;
  const wishes = { database, kinds: deps.wishKinds, undo: deps.undo };
  const refunded = await refundAsPerson(wishes, asker, { ...order, services: services === null ? null : new Set(services) });
  if (refunded === null) return notFound;
  return { ok: true, answer: { outcome: refunded.type, wishId: refunded.type === 'waiting' ? refunded.wishId : null } };
}

function deciderOf({ person }: LiveSession, { accountId }: Membership, visit: Visit): Decider {
  return { personId: person.id, who: personOf(person, visit), ...(accountId === null ? {} : { accountId }) };
}

export function refundHandlers(deps: RefundDeps) {
  const { database } = deps.people;
  const wishes = { database, kinds: deps.wishKinds };
  /** A refund of the caller's account that their seat lets them see. */
  async function findRefund(id: number, membership: Membership): Promise<Wish | null> {
    const wish = await findWish(database, id);
    if (wish === null || wish.kind !== refundKinds.account || wish.accountId === null || wish.accountId !== membership.accountId)
      return null;
    const seen = await findSeen(deps, { accountId: wish.accountId, id: transactionOf(wish) }, membership);
    return seen === null ? null : wish;
  }
  return {
    async 'GET refunds'({ query: { after }, caller: { live, membership } }) {
      const page = { accountId: membership.accountId, kind: refundKinds.account, before: after === undefined ? null : Number(after) };
      const rows = await listWishesOfKind(database, { ...page, limit: pageRows + 1 });
      const shown = await seenBy(deps, rows.slice(0, pageRows), membership);
      const next = rows.length > pageRows ? String(rows[pageRows - 1]!.id) : null;
      return { ok: true, answer: { items: shown.map((wish) => itemOf(wish, live.person.id)), next } };
    },
    async 'POST refunds/approve'({ body: { id, note }, caller: { live, membership }, visit }) {
      if ((await findRefund(id, membership)) === null) return notFound;
      const decided = await approve(wishes, deciderOf(live, membership, visit), id, note.trim() || null);
      if (!decided.ok) return decided;
      const state = decided.state === 'done' || decided.state === 'failed' ? decided.state : 'approved';
      return { ok: true, answer: { state, failure: failureOf(decided.result) } };
    },
    async 'POST refunds/refuse'({ body: { id, note }, caller: { live, membership }, visit }) {
      if ((await findRefund(id, membership)) === null) return notFound;
      const decided = await refuseWish(wishes, deciderOf(live, membership, visit), id, note.trim() || null);
      return decided.ok ? { ok: true, answer: {} } : decided;
    },
    async 'POST refunds/withdraw'({ body: { id }, caller: { live, membership }, visit }) {
      if ((await findRefund(id, membership)) === null) return notFound;
      const decided = await withdrawWish(wishes, deciderOf(live, membership, visit), id);
      return decided.ok ? { ok: true, answer: {} } : decided;
    },
    'POST operator/refund'({ body, caller, visit }) {
      const reason = body.reason.trim();
      if (reason === '') return { ok: false, refusal: 'invalid', fields: [{ field: 'reason', problem: 'empty' }] };
      return refundSeen(deps, caller, visit, { ...body, reason });
    },
    ...limitHandlers(deps),
  } satisfies Partial<Handlers>;
}

function limitHandlers({ people: { database }, wishKinds: kinds }: RefundDeps) {
  return {
    async 'GET operator/refund-limit'({ query: { account } }) {
      const limits = await readRefundLimits(database, account === undefined ? null : Number(account));
      return { ok: true, answer: { account: amountOrNull(limits.account), installation: amountOrNull(limits.installation) } };
    },
    async 'POST operator/refund-limit'({ body: { accountId, limit, reason }, caller: { live }, visit }) {
      const amount = limit === null ? null : parseAmount(limit, amountDecimals);
      if (limit !== null && amount === null) {
        return { ok: false, refusal: 'invalid', fields: [{ field: 'limit', problem: unreadAmountProblem(limit, amountDecimals) }] };
      }
      const asker = { personId: live.person.id, who: personOf(live.person, visit) };
      const changed = await changeRefundLimit({ database, kinds }, asker, { accountId, limit: amount, reason: reason.trim() });
      if (changed.ok) return { ok: true, answer: { wishId: changed.wishId } };
      if (changed.refusal === 'not found') return notFound;
      return { ok: false, refusal: 'invalid', fields: [{ field: 'reason', problem: 'empty' }] };
    },
  } satisfies Partial<Handlers>;
}

async function seenBy({ people, catalogue }: RefundDeps, rows: Wish[], membership: Membership): Promise<Wish[]> {
  const services = servicesSeenBy(membership, catalogue());
  if (services === null) return rows;
  const keys = rows.map((wish) => ({ accountId: wish.accountId!, id: transactionOf(wish) }));
  const operations = await findOperations(people.database, keys);
  const seen = new Set(operations.filter(({ facts }) => services.includes(facts.codeService)).map(({ facts }) => facts.id));
  return rows.filter((wish) => seen.has(transactionOf(wish)));
}

function itemOf(wish: Wish, personId: number): RouteAnswer<'GET refunds'>['items'][number] {
  const { amount, currency } = wish.parameters as { amount: string; currency: string };
  return { ...wishFacts(wish, personId), transactionId: transactionOf(wish), amount, currency };
}
