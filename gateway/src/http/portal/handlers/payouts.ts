// Routes of bulk payouts. The account is always the membership's; who is limited to countries sees and touches batches within them alone.

import { createHash } from 'node:crypto';
import type { RouteQuery } from '@jokko/contract/portal';
import type { Account } from '../../../domain/accounts/index.ts';
import { refuseWish, withdrawWish, type Decider, type WishKinds } from '../../../domain/approvals/index.ts';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import { loadBalances } from '../../../domain/ledger/index.ts';
import type { QuoteDeps } from '../../../domain/operations/index.ts';
import {
  approvePayouts,
  cancelPayouts,
  discardPayouts,
  findListedBatch,
  findSameFile,
  listBatches,
  listLines,
  pausePayouts,
  resumePayouts,
  retryPayouts,
  rowsMax,
  submitPayouts,
  sumLines,
  sumRetry,
  uploadPayouts,
  type BatchFilter,
  type Controlled,
  type LineContext,
  type ListedBatch,
} from '../../../domain/payouts/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused, SignedInPerson, Visit } from '../../../domain/people/index.ts';
import { readTable } from '../../../spreadsheet/index.ts';
import type { Handlers } from '../handler.ts';
import { payoutFile } from './payout-file.ts';
import { detailsOf, lineOf, summaryOf } from './payout-words.ts';

export interface PayoutDeps {
  people: PeopleDeps;
  catalogue(): Catalogue;
  wishKinds: WishKinds;
  payouts: { quote: QuoteDeps; accountOf(accountId: number): Promise<Account | null> };
}

interface Member {
  accountId: number;
  countries: readonly string[] | null;
}
interface Calling {
  caller: { live: { person: SignedInPerson }; membership: Member };
  visit: Visit;
}

const pageRows = 50;
const notFound: Refused = { ok: false, refusal: 'notFound' };
const conflict: Refused = { ok: false, refusal: 'conflict' };

export function payoutHandlers(deps: PayoutDeps) {
  return {
    ...readingHandlers(deps),
    ...makingHandlers(deps),
    ...decidingHandlers(deps),
    ...holdingHandlers(deps),
  } satisfies Partial<Handlers>;
}

const deciderOf = ({ caller, visit }: Calling): Decider => ({
  who: personOf(caller.live.person, visit),
  personId: caller.live.person.id,
  accountId: caller.membership.accountId,
});

/** The batch when the member may see it. */
const seen = (deps: PayoutDeps, id: number, member: Member): Promise<ListedBatch | null> =>
  findListedBatch(deps.people.database, id, member);

function readingHandlers(deps: PayoutDeps) {
  const { database } = deps.people;
  return {
    async 'GET payouts'({ query, caller: { membership } }) {
      const before = query.after === undefined ? null : Number(query.after);
      const { accountId, countries } = membership;
      const filter = batchFilter(query);
      if (filter === null) return noSuchTime;
      const batches = await listBatches(database, { accountId, countries, before, limit: pageRows + 1 }, filter);
      const items = batches.slice(0, pageRows).map(summaryOf);
      return { ok: true, answer: { items, next: batches.length > pageRows ? String(items.at(-1)!.id) : null } };
    },
    async 'GET payouts/:id'({ params: { id }, caller: { live, membership } }) {
      const batch = await seen(deps, Number(id), membership);
      if (batch === null) return notFound;
      const available = membership.countries === null ? await availableOf(deps, batch) : null;
      return { ok: true, answer: detailsOf(batch, live.person.id, { ...(await factsOf(deps, batch, membership)), available }) };
    },
    async 'GET payouts/:id/lines'({ params: { id }, query, caller: { live, membership } }) {
      const batch = await seen(deps, Number(id), membership);
      if (batch === null) return notFound;
      return { ok: true, answer: await linesPage(deps, batch.id, query, live.person) };
    },
    async 'GET payouts/:id/export'({ params: { id }, query: { form = 'plain' }, caller: { live, membership } }) {
      const batch = await seen(deps, Number(id), membership);
      if (batch === null) return notFound;
      const { language, timeZone } = live.person;
      const content = payoutFile(database, batch, { catalogue: deps.catalogue(), language, style: { form, timeZone } });
      return { ok: true, file: { name: `payouts-${batch.id}.csv`, type: 'text/csv; charset=utf-8', content } };
    },
    async 'GET payout-services'({ caller: { membership } }) {
      const account = await deps.payouts.accountOf(membership.accountId);
      const { countries } = membership;
      const services = deps
        .catalogue()
        .services.filter(({ kind, code, off }) => (kind === 'payout' || kind === 'airtime') && !off && account?.services.has(code) === true)
        .filter(({ country }) => countries === null || (country !== null && countries.includes(country)));
      return { ok: true, answer: { services: services.map(({ code, name, currency }) => ({ code, name, currency })) } };
    },
  } satisfies Partial<Handlers>;
}

export const noSuchTime: Refused = { ok: false, refusal: 'invalid', fields: [{ field: 'from', problem: 'notAllowed' }] };

/** Null: a time that there is not, such as the 99th of a month. */
export function batchFilter({ state, q, from, until }: Omit<RouteQuery<'GET operator/payouts'>, 'account' | 'after'>): BatchFilter | null {
  const times = [from, until].map((time) => (time === undefined ? null : new Date(time)));
  if (times.some((time) => time !== null && Number.isNaN(time.getTime()))) return null;
  return { state: state ?? null, name: q?.trim() || null, from: times[0] ?? null, until: times[1] ?? null };
}

/** What is read beside the batch itself. */
export async function factsOf(
  { people: { database } }: Pick<PayoutDeps, 'people'>,
  batch: ListedBatch,
  { countries }: Pick<Member, 'countries'>,
) {
  const [sums, sameFile, retry] = await Promise.all([
    sumLines(database, batch.id),
    findSameFile(database, batch.id, countries),
    sumRetry(database, batch),
  ]);
  return { sums, sameFile, retry };
}

export async function linesPage(
  { people, catalogue }: Pick<PayoutDeps, 'people' | 'catalogue'>,
  batchId: number,
  { show, after, q }: RouteQuery<'GET payouts/:id/lines'>,
  { language }: SignedInPerson,
) {
  const limit = pageRows + 1;
  const lines = await listLines(people.database, batchId, { show: show ?? 'all', after: Number(after ?? 0), limit, q: q?.trim() || null });
  const present = catalogue();
  const items = lines.slice(0, pageRows).map((line) => lineOf(line, present, language));
  return { items, next: lines.length > pageRows ? String(items.at(-1)!.number) : null };
}

async function availableOf({ people }: PayoutDeps, { accountId, currency }: ListedBatch): Promise<bigint | null> {
  if (currency === null) return null;
  const balances = await loadBalances(people.database, [accountId]);
  return balances.find((balance) => balance.currency === currency)?.available ?? 0n;
}

/** What lines are checked against; null: the account is not there any more. */
async function contextOf({ payouts, catalogue }: PayoutDeps, { accountId, countries }: Member): Promise<LineContext | null> {
  const account = await payouts.accountOf(accountId);
  return account === null ? null : { quote: payouts.quote, account, catalogue: catalogue(), countries };
}

const fileProblem = { noColumns: 'no_columns', empty: 'empty', tooManyLines: 'too_many_rows' } as const;

function makingHandlers(deps: PayoutDeps) {
  const { database } = deps.people;
  return {
    async 'POST payouts/upload'({ query: { name, fileName, service, replaces }, body, ...call }) {
      const { live, membership } = call.caller;
      const context = await contextOf(deps, membership);
      if (context === null) return notFound;
      if (replaces !== undefined && (await seen(deps, Number(replaces), membership)) === null) return notFound;
      if (name.trim() === '') return { ok: false, refusal: 'invalid', fields: [{ field: 'name', problem: 'empty' }] };
      const read = await readTable(body, { rowsMax });
      if (!read.ok) return { ok: true, answer: { problem: read.problem, id: null } };
      const uploaded = await uploadPayouts(database, personOf(live.person, call.visit), context, {
        ...{ accountId: membership.accountId, madeBy: live.person.id, name: name.trim(), fileName, table: read.table },
        fileHash: createHash('sha256').update(body).digest(),
        ...{ codeService: service ?? null, replaces: replaces === undefined ? null : Number(replaces) },
      });
      if (uploaded.ok) return { ok: true, answer: { problem: null, id: uploaded.id } };
      const { refusal } = uploaded;
      if (refusal === 'notFound' || refusal === 'conflict') return { ok: false, refusal };
      return { ok: true, answer: { problem: fileProblem[refusal], id: null } };
    },
    'POST payouts/discard': ({ body, ...call }) => control(deps, discardPayouts, body.id, call),
    async 'POST payouts/submit'({ body: { id }, ...call }) {
      const { membership } = call.caller;
      const context = await contextOf(deps, membership);
      if (context === null || (await seen(deps, id, membership)) === null) return notFound;
      const of = { batchId: id, accountId: membership.accountId };
      const submitted = await submitPayouts({ database, kinds: deps.wishKinds }, deciderOf(call), context, of);
      if (submitted.ok) return { ok: true, answer: { refused: null } };
      const { refusal } = submitted;
      return refusal === 'notFound' || refusal === 'conflict' ? { ok: false, refusal } : { ok: true, answer: { refused: refusal } };
    },
    async 'POST payouts/retry'({ body: { id }, ...call }) {
      const { membership } = call.caller;
      const context = await contextOf(deps, membership);
      if (context === null || (await seen(deps, id, membership)) === null) return notFound;
      const of = { batchId: id, accountId: membership.accountId };
      const retried = await retryPayouts({ database, kinds: deps.wishKinds }, deciderOf(call), context, of);
      if (retried.ok) return { ok: true, answer: { lines: retried.lines, approval: retried.approval, nothing: false, doubts: false } };
      const { refusal } = retried;
      if (refusal === 'notFound' || refusal === 'conflict') return { ok: false, refusal };
      return { ok: true, answer: { lines: 0, approval: false, nothing: refusal === 'nothing', doubts: refusal === 'doubts' } };
    },
  } satisfies Partial<Handlers>;
}

function decidingHandlers(deps: PayoutDeps) {
  const wishes = { database: deps.people.database, kinds: deps.wishKinds };
  const wishOf = async (id: number, { membership }: Calling['caller']): Promise<number | Refused> => {
    const batch = await seen(deps, id, membership);
    if (batch === null) return notFound;
    return batch.state === 'awaiting_approval' && batch.wishId !== null ? batch.wishId : conflict;
  };
  return {
    async 'POST payouts/approve'({ body: { id, wish: seenWish, note }, ...call }) {
      const wish = await wishOf(id, call.caller);
      if (typeof wish !== 'number') return wish;
      if (wish !== seenWish) return conflict;
      const decided = await approvePayouts(wishes, deciderOf(call), { batchId: id, wishId: wish }, note.trim() || null);
      const doubts = !decided.ok && decided.refusal === 'doubts';
      if (!decided.ok && decided.refusal !== 'doubts') return { ok: false, refusal: decided.refusal };
      const batch = await seen(deps, id, call.caller.membership);
      return batch === null ? notFound : { ok: true, answer: { state: batch.state, doubts } };
    },
    async 'POST payouts/refuse'({ body: { id, wish: seenWish, note }, ...call }) {
      const wish = await wishOf(id, call.caller);
      if (typeof wish !== 'number') return wish;
      if (wish !== seenWish) return conflict;
      const decided = await refuseWish(wishes, deciderOf(call), wish, note.trim() || null);
      return decided.ok ? { ok: true, answer: {} } : decided;
    },
    async 'POST payouts/withdraw'({ body: { id }, ...call }) {
      const wish = await wishOf(id, call.caller);
      if (typeof wish !== 'number') return wish;
      const decided = await withdrawWish(wishes, deciderOf(call), wish);
      return decided.ok ? { ok: true, answer: {} } : decided;
    },
  } satisfies Partial<Handlers>;
}

function holdingHandlers(deps: PayoutDeps) {
  return {
    'POST payouts/pause': ({ body, ...call }) => control(deps, pausePayouts, body.id, call),
    'POST payouts/resume': ({ body, ...call }) => control(deps, resumePayouts, body.id, call),
    'POST payouts/cancel': ({ body, ...call }) => control(deps, cancelPayouts, body.id, call),
  } satisfies Partial<Handlers>;
}

async function control(deps: PayoutDeps, change: typeof pausePayouts, id: number, call: Calling) {
  const { membership, live } = call.caller;
  if ((await seen(deps, id, membership)) === null) return notFound;
  const of = { batchId: id, accountId: membership.accountId };
  const changed: Controlled = await change(deps.people.database, personOf(live.person, call.visit), of);
  return changed.ok ? { ok: true as const, answer: {} } : changed;
}
