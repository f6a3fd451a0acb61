// Routes of what two persons of the operator must agree on.

import { currencyDecimals, parseAmount, unreadAmountProblem, type FieldProblem } from '@jokko/contract';
import { documentKinds, type RouteAnswer, type RouteBody } from '@jokko/contract/portal';
import { loadAccount, loadAccountNames } from '../../../domain/accounts/index.ts';
import { approve, askOnce, listWishes, refuseWish, withdrawWish } from '../../../domain/approvals/index.ts';
import type { Decider, Wish, WishKinds } from '../../../domain/approvals/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused, SignedInPerson, Visit } from '../../../domain/people/index.ts';
import { refundLimitWish, type RefundLimitWish } from '../../../domain/refunds/index.ts';
import type { Handlers } from '../handler.ts';
import { accountWishWords, priceWished } from './wish-account.ts';
import { failureOf, onceAnswer, wishFacts } from './wish-facts.ts';
import { moneyFacts } from './wish-money.ts';

type Item = RouteAnswer<'GET operator/wishes'>['items'][number];
type MoneyWish = RouteBody<'POST operator/fund'>;

const pageRows = 50;
const wrong = (field: string, problem: FieldProblem): Refused => ({
  ok: false,
  refusal: 'invalid',
  fields: [{ field, problem }],
});
const done = (decided: { ok: true } | Refused) => (decided.ok ? { ok: true as const, answer: {} } : decided);

export function wishHandlers({ database }: PeopleDeps, kinds: WishKinds) {
  const deps = { database, kinds };
  const deciderOf = (person: SignedInPerson, visit: Visit): Decider => ({ personId: person.id, who: personOf(person, visit) });

  async function ask(kind: 'fund' | 'adjust', { key, accountId, currency, amount, reason }: MoneyWish, { personId, who }: Decider) {
    const decimals = Object.entries(currencyDecimals).find(([code]) => code === currency)?.[1];
    if (decimals === undefined) return wrong('currency', 'notAllowed');
    const minor = parseAmount(amount, decimals);
    if (minor === null) return wrong('amount', unreadAmountProblem(amount, decimals));
    if (minor === 0n || (kind === 'fund' && minor < 0n)) return wrong('amount', 'notPositive');
    if ((await loadAccount(database, accountId)) === null) return { ok: false, refusal: 'notFound' } as const;
    const wish = { kind, accountId, parameters: { currency, amount }, reason: reason.trim(), askedBy: personId };
    return onceAnswer(await askOnce(deps, who, wish, key), wrong('amount', 'notAllowed'));
  }

  return {
    async 'GET operator/wishes'({ query: { state, after }, caller: { live } }) {
      const page = { ...(state && { state }), ...(after && { before: Number(after) }), limit: pageRows + 1 };
      const wishes = await listWishes(database, page);
      const shown = wishes.slice(0, pageRows);
      const names = await loadAccountNames(
        database,
        shown.flatMap(({ accountId }) => accountId ?? []),
      );
      const money = await moneyFacts(database, shown);
      const items = shown.map((wish) => ({ ...itemOf(wish, names, live.person.id), ...money(wish) }));
      return { ok: true, answer: { items, next: wishes.length > pageRows ? String(items.at(-1)!.id) : null } };
    },
    'POST operator/fund': ({ body, caller: { live }, visit }) => ask('fund', body, deciderOf(live.person, visit)),
    'POST operator/adjust': ({ body, caller: { live }, visit }) => ask('adjust', body, deciderOf(live.person, visit)),
    async 'POST operator/wishes/approve'({ body: { id, note }, caller: { live }, visit }) {
      const decided = await approve(deps, deciderOf(live.person, visit), id, note.trim() || null);
      return decided.ok ? { ok: true, answer: { state: decided.state, failure: failureOf(decided.result) } } : decided;
    },
    'POST operator/wishes/refuse': async ({ body: { id, note }, caller: { live }, visit }) =>
      done(await refuseWish(deps, deciderOf(live.person, visit), id, note.trim() || null)),
    'POST operator/wishes/withdraw': async ({ body: { id }, caller: { live }, visit }) =>
      done(await withdrawWish(deps, deciderOf(live.person, visit), id)),
  } satisfies Partial<Handlers>;
}

function itemOf(wish: Wish, names: ReadonlyMap<number, string>, personId: number): Omit<Item, 'settlement' | 'bookedBefore'> {
  const { kind, accountId } = wish;
  const {
    amount = null,
    currency = null,
    transactionId = null,
  } = wish.parameters as { amount?: string; currency?: string; transactionId?: string };
  return {
    ...wishFacts(wish, personId),
    ...{
      kind,
      accountId,
      amount,
      currency,
      transactionId,
      what: accountWishWords(wish) ?? whatOf(wish),
      price: priceWished(wish),
      draft: draftOf(wish),
    },
    accountName: accountId === null ? null : (names.get(accountId) ?? null),
  };
}

/** Which way the wish goes, where its kind has several. */
function whatOf({ kind, accountId, parameters }: Wish): string | null {
  const { outcome, reference, ground, how, bearer, route, settlementId, valueDate } = parameters as Record<
    string,
    string | null | undefined
  >;
  if (kind === refundLimitWish) return limitWords(accountId, parameters as RefundLimitWish);
  if (kind === 'float') return `${route} · ${reference} · ${valueDate}`;
  if (settlementId !== undefined) return String(settlementId);
  const parts = kind === 'resolve' ? [outcome, reference ?? ground] : kind === 'close-case' ? [how, bearer] : [];
  return parts.length === 0 ? null : parts.filter((part) => part !== null && part !== undefined).join(' ');
}

/** Words apart by spaces, which the page translates. */
function limitWords(accountId: number | null, { limit, inForce }: RefundLimitWish): string {
  return `${accountId === null ? 'all_accounts ' : ''}${inForce} raised_to ${limit ?? 'no_limit'}`;
}

function draftOf({ kind, parameters }: Wish): Item['draft'] {
  const { draft } = parameters as { draft?: number };
  return draft === undefined || !documentKinds.some((each) => each === kind) ? null : { kind, id: draft };
}
