// S02: above the limit a refund waits for another person of the same side, is carried out once, and goes the way of every refund; below it nobody waits.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { startTestPostgres } from '../../doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../doctor/testing/postgres.ts';
import { approve, carryOutLeft, findWish, refuseWish, type DecidedWish, type Decider, type WishDeps } from '../approvals/index.ts';
import { listAudit } from '../audit/index.ts';
import { decider, openCaseDesk, refs, type CaseDesk } from '../cases/testing.ts';
import type { Operation } from '../operations/operation.ts';
import { units } from '../operations/testing.ts';
import { createWishKinds } from '../../wish-kinds.ts';
import { carryOutRefund, limitInForce, readRefundLimits, refundAsPerson, setRefundLimit, type Undo } from './index.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let desk: CaseDesk;
let deps: WishDeps & { undo: Undo };
/** How often a provider was asked. */
let asked: number;
/** Whether the provider gives the money back. */
let agrees: boolean;
const ofAccount = (personId: number) => ({ ...decider(personId), accountId: 1 });

before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());
beforeEach(async () => {
  db = await postgres.database();
  desk = await openCaseDesk(db);
  [asked, agrees] = [0, true];
  const { database } = db;
  const kinds = createWishKinds({
    documents: [],
    resolve: () => Promise.reject(new Error('no outcome is decided here')),
    refund: (wish) => carryOutRefund({ database, undo }, wish),
  });
  deps = { database, kinds, undo };
});
afterEach(async () => {
  await desk.close();
  await db.close();
});

/** A provider that answers at once, through the writer. */
const undo: Undo = async ({ accountId, id }) => {
  asked++;
  const operation = operations.get(id)!;
  const executed = (await desk.attemptOf(operation))!;
  const attempt = { ...executed, number: executed.number + 1, purpose: 'refund' as const, state: 'SENDING' as const };
  await desk.advance(operation, { type: 'refund', attempt }, executed);
  const refusal = { errorId: 44, message: null };
  await desk.advance(operation, agrees ? { type: 'succeed', refs } : { type: 'fail', refs, refusal, proof: 'provider_refused' }, attempt);
  assert.equal(accountId, 1);
  return { type: agrees ? 'refunded' : 'notPossible', operation };
};
const operations = new Map<string, Operation>();

async function succeeded(amount: bigint): Promise<{ accountId: number; id: string; services: null; reason: string }> {
  const operation = await desk.open({ amount });
  operations.set(operation.facts.id, operation);
  await desk.advance(operation, { type: 'succeed', refs }, (await desk.attemptOf(operation))!);
  return { accountId: 1, id: operation.facts.id, services: null, reason: 'erreur de montant' };
}
async function waiting(order: Parameters<typeof refundAsPerson>[2], asker: Decider = ofAccount(1)): Promise<number> {
  const refunded = await refundAsPerson(deps, asker, order);
  if (refunded?.type !== 'waiting') assert.fail(String(refunded?.type));
  return refunded.wishId;
}
const available = async () =>
  Number((await db.database.query<{ n: bigint }>({ name: 'available', text: 'select available as n from balance' }))[0]!.n) / 10_000;

test('without a limit, and below it, one person refunds; it is written down', async () => {
  assert.deepEqual(await refundAsPerson(deps, ofAccount(1), await succeeded(units(300))), { type: 'refunded' });
  await setRefundLimit(db.database, { kind: 'command' }, null, units(100));
  assert.deepEqual(await refundAsPerson(deps, decider(1), await succeeded(units(100))), { type: 'refunded' });
  assert.deepEqual([asked, await available()], [2, 1_000]);
  const actions = (await listAudit(db.database, { accountId: 1, limit: 10 })).map(({ action }) => action);
  assert.equal(actions.filter((action) => action === 'transaction.undo').length, 2);
});

test('above it another person of the account approves, once; asking again finds the same wish', async () => {
  await setRefundLimit(db.database, { kind: 'command' }, 1, units(100));
  const order = await succeeded(units(101));
  const wishId = await waiting(order);
  assert.equal(await waiting(order, ofAccount(2)), wishId);
  assert.equal(asked, 0);
  assert.deepEqual(await approve(deps, ofAccount(1), wishId, null), { ok: false, refusal: 'ownWish' });
  assert.deepEqual(await approve(deps, decider(2), wishId, null), { ok: false, refusal: 'notFound' });
  assert.deepEqual(await approve(deps, { ...decider(2), accountId: 9 }, wishId, null), { ok: false, refusal: 'notFound' });
  const answers = await Promise.all([1, 2].map(() => approve(deps, ofAccount(2), wishId, null)));
  assert.deepEqual(answers.map((answer) => (answer.ok ? answer.state : answer.refusal)).toSorted(), ['conflict', 'done']);
  assert.deepEqual([asked, await available()], [1, 1_000]);
});

/** The wish is approved on a node that dies when it has carried it out and not yet said so; another one goes on with it. */
async function approveOnDyingNode(wishId: number) {
  const died = () => Promise.reject(new Error('the node died'));
  const refund = (wish: DecidedWish) => carryOutRefund({ database: db.database, undo }, wish).then(died);
  await assert.rejects(
    approve({ ...deps, kinds: createWishKinds({ documents: [], resolve: died, refund }) }, decider(2), wishId, null),
    /died/,
  );
  await db.sql(`update wish set held_until = now() - interval '1 second'`);
  await carryOutLeft(deps);
  const { state, result } = (await findWish(db.database, wishId))!;
  return { state, result };
}

test('a node that dies over it asks the provider once; what the provider did, or refused, is said', async () => {
  await setRefundLimit(db.database, { kind: 'command' }, null, 0n);
  const given = await waiting(await succeeded(units(5)), decider(1));
  assert.deepEqual(await approveOnDyingNode(given), { state: 'done', result: { outcome: 'refunded' } });
  assert.equal(asked, 1);
  agrees = false;
  const refused = await waiting(await succeeded(units(6)), decider(1));
  assert.deepEqual(await approveOnDyingNode(refused), { state: 'failed', result: { refusal: 'notPossible' } });
  assert.equal(asked, 2);
});

test('what came of it before the approval is not the work of the wish, and no reason against it', async () => {
  await setRefundLimit(db.database, { kind: 'command' }, null, 0n);
  agrees = false;
  const order = await succeeded(units(5));
  const wishId = await waiting(order, decider(1));
  await undo(order);
  agrees = true;
  assert.deepEqual(await approve(deps, decider(2), wishId, null), { ok: true, state: 'done', result: { outcome: 'refunded' } });
  assert.equal(asked, 2);
});

test('what was refused moves nothing; an account’s own limit counts before the installation’s, and both are audited', async () => {
  const { database } = db;
  await setRefundLimit(database, { kind: 'command' }, null, units(1));
  await setRefundLimit(database, { kind: 'command' }, 1, units(50));
  assert.equal(await setRefundLimit(database, { kind: 'command' }, 99, units(50)), false);
  assert.equal(limitInForce(await readRefundLimits(database, 1)), units(50));
  assert.deepEqual(await refundAsPerson(deps, ofAccount(1), await succeeded(units(50))), { type: 'refunded' });
  const wishId = await waiting(await succeeded(units(51)));
  assert.ok((await refuseWish(deps, ofAccount(2), wishId, 'non')).ok);
  assert.equal(asked, 1);
  const [last] = await listAudit(database, { action: 'refund.limit', limit: 10 });
  assert.deepEqual([last!.accountId, JSON.parse(JSON.stringify(last!.new))], [1, { limit: '500000' }]);
  assert.equal(await refundAsPerson(deps, ofAccount(1), { accountId: 1, id: '99', services: null, reason: '' }), null);
});
