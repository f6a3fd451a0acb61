// Proves that two nodes working on one account of one real PostgreSQL have one winner, and that
// nothing happens twice.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { registerNodes } from '../../../node/doctor/testing/nodes.ts';
import { startTestPostgres } from '../../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../../node/doctor/testing/postgres.ts';
import type { CallbackSource, CallbackWrite } from '../../callbacks/index.ts';
import type { AdvanceResult, OperationEvent, OpenCommand, OpenResult } from '../model/commands.ts';
import type { Attempt, OperationTerms, Operation } from '../model/operation.ts';
import { testAdvance, testAttempt, testOpening, units } from '../testing.ts';
import { startWriter, type Writer } from './writer.ts';

const callbackUrl = 'https://shop.example/';
const nodes = [7, 8] as const;
let postgres: TestPostgres;
let db: TestDatabase;
let writers: [Writer, Writer];
let reported: CallbackWrite[];
let accountId = 0;
let count = 0;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`insert into catalogue (document) values ('{}')`);
  await registerNodes(db, ...nodes);
  const writer = (node: number) =>
    startWriter({
      database: db.database,
      node,
      composeCallback: ({ terms, state }: CallbackSource) => ({
        terms,
        second: false,
        destination: 'https://shop.example:443',
        url: terms.callbackUrl!,
        status: state.state,
        body: '{}',
        leaseOwner: node,
      }),
      onCallbacks: (callbacks) => reported.push(...callbacks),
    });
  writers = [writer(nodes[0]), writer(nodes[1])];
});
/** Each test has an account of its own with 1000 units. */
beforeEach(async () => {
  reported = [];
  accountId++;
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('a', '');
    insert into balance (account_id, currency, available)
      values (${accountId}, 'XOF', ${units(1_000)})`);
});
after(async () => {
  await Promise.all(writers.map((writer) => writer.close()));
  await db.close();
  await postgres.close();
});

/** An opening of this test's account under an id of its own. */
function opening(
  terms: Partial<OperationTerms> = {},
  changes: Partial<OpenCommand> = {},
): OpenCommand {
  const id = String(1_000_000_000_000 + ++count);
  return testOpening({ accountId, id, externalId: id, ...terms }, changes);
}
async function opened(writer: Writer, command: OpenCommand): Promise<Operation> {
  const result = await writer.open(command);
  if (result.type !== 'opened') assert.fail(result.type);
  return result.operation;
}
const advance = (
  writer: Writer,
  { terms }: { terms: OperationTerms },
  operationEvent: OperationEvent,
  attempt: Attempt | null,
): Promise<AdvanceResult> => writer.advance(testAdvance(operationEvent, attempt, terms));

async function numberOf(sql: string): Promise<number> {
  const [row] = await db.database.query<{ number: bigint }>({
    name: `number ${++count}`,
    text: `select (${sql})::bigint as number`,
  });
  return Number(row!.number);
}
const availableOf = async () =>
  (await numberOf(`select available from balance where account_id = ${accountId}`)) / 10_000;
const heldOf = async () =>
  (await numberOf(`select held from balance where account_id = ${accountId}`)) / 10_000;
const rowsOf = (table: string) =>
  numberOf(`select count(*) from ${table} where account_id = ${accountId}`);
const tally = (values: string[]) =>
  Object.fromEntries(
    [...new Set(values)]
      .toSorted()
      .map((value) => [value, values.filter((each) => each === value).length]),
  );
const stateOf = (result: OpenResult) =>
  'operation' in result ? result.operation.state.state : result.type;

test('O5 the same id at the same moment on two nodes is one operation: one opens it, the other answers it again', async () => {
  for (let round = 0; round < 20; round++) {
    const externalId = `order-${round}`;
    const results = await Promise.all(
      writers.map((writer) => writer.open(opening({ externalId, amount: units(1) }))),
    );
    assert.deepEqual(results.map(({ type }) => type).toSorted(), ['opened', 'replayed']);
    const ids = results.map((result) => ('operation' in result ? result.operation.terms.id : null));
    assert.equal(ids[0], ids[1]);
  }
  assert.equal(await rowsOf('operation'), 20);
  assert.equal(await availableOf(), 980);
});

test('O5 the same id for another operation on two nodes is a conflict for one', async () => {
  const commands = ['00', '01'].map((fingerprint) => opening({ externalId: 'order', fingerprint }));
  const results = await Promise.all(writers.map((writer, index) => writer.open(commands[index]!)));
  assert.deepEqual(results.map(({ type }) => type).toSorted(), ['conflict', 'opened']);
});

test('F46 of many debits of the last hundred on two nodes exactly one is opened, the others are FAILED', async () => {
  await opened(writers[0], opening({ amount: units(900) }));
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      writers[index % 2]!.open(opening({ amount: units(100) })),
    ),
  );
  assert.deepEqual(tally(results.map(stateOf)), { FAILED: 19, READY: 1 });
  assert.deepEqual([await availableOf(), await heldOf()], [0, 1_000]);
  assert.equal(await rowsOf('transfer'), 2);
});

test('F18 one attempt leaves, from the node that holds the lease, however many want to send', async () => {
  const operation = await opened(writers[0], opening());
  const send: OperationEvent = { type: 'send', attempt: testAttempt() };
  const results = await Promise.all(
    writers.flatMap((writer) => [
      advance(writer, operation, send, null),
      advance(writer, operation, send, null),
    ]),
  );
  assert.deepEqual(
    results.map(({ type }) => type),
    ['advanced', 'ignored', 'ignored', 'ignored'],
  );
  assert.equal(await rowsOf('attempt'), 1);
});

test('F41 a cancellation on one node and a sending on another: exactly one of the two happens', async () => {
  for (let round = 0; round < 20; round++) {
    const operation = await opened(writers[0], opening({ amount: units(1) }));
    const cancel: OperationEvent = { type: 'cancel', proof: 'never_sent' };
    const [sent, canceled] = await Promise.all([
      advance(writers[0], operation, { type: 'send', attempt: testAttempt() }, null),
      advance(writers[1], operation, cancel, null),
    ]);
    assert.deepEqual([sent.type, canceled.type].toSorted(), ['advanced', 'ignored']);
    const state = sent.type === 'advanced' ? 'SENDING' : 'CANCELED';
    assert.equal(
      await numberOf(
        `select count(*) from operation where id = ${operation.terms.id} and state = '${state}'`,
      ),
      1,
    );
  }
});

test('F25 a notice on one node and a status query on another book one result and tell it once', async () => {
  const operation = await opened(
    writers[0],
    opening({ callbackUrl, commission: units(5) }, { attempt: testAttempt() }),
  );
  const succeed: OperationEvent = { type: 'succeed', refs: { ours: 'ref-1', theirs: 'P1' } };
  const results = await Promise.all(
    writers.map((writer) => advance(writer, operation, succeed, testAttempt())),
  );
  assert.deepEqual(results.map(({ type }) => type).toSorted(), ['advanced', 'ignored']);
  assert.deepEqual([await availableOf(), await heldOf()], [895, 0]);
  assert.deepEqual(
    [await rowsOf('transfer'), await rowsOf('callback'), reported.length],
    [3, 1, 1],
  );
});

test('F25 success on one node and failure on another: one is booked, the contradiction is shown to a human', async () => {
  const operation = await opened(writers[0], opening({}, { attempt: testAttempt() }));
  const [success, failure] = await Promise.all([
    advance(writers[0], operation, { type: 'succeed', refs: { ours: 'ref-1' } }, testAttempt()),
    advance(
      writers[1],
      operation,
      {
        type: 'fail',
        refs: { ours: 'ref-1' },
        refusal: { errorId: 44, message: null },
        proof: 'provider_failed',
      },
      testAttempt(),
    ),
  ]);
  assert.deepEqual([success.type, failure.type].toSorted(), ['advanced', 'ignored']);
  assert.equal(await availableOf(), success.type === 'advanced' ? 900 : 1_000);
  assert.deepEqual([await heldOf(), await rowsOf('operation_case')], [0, 1]);
});

test('F43 F45 a refund asked for on two nodes holds the money once', async () => {
  const operation = await opened(
    writers[0],
    opening({ direction: 'CREDIT' }, { attempt: testAttempt() }),
  );
  await advance(writers[0], operation, { type: 'succeed', refs: { ours: 'ref-1' } }, testAttempt());
  const refund: OperationEvent = {
    type: 'refund',
    attempt: testAttempt({ number: 2, purpose: 'refund' }),
  };
  const done = testAttempt({ state: 'SUCCEEDED' });
  const results = await Promise.all(
    writers.map((writer) => advance(writer, operation, refund, done)),
  );
  assert.deepEqual(results.map(({ type }) => type).toSorted(), ['advanced', 'ignored']);
  assert.deepEqual([await availableOf(), await heldOf()], [1_000, 100]);
});

test('O8 the same amount to the same recipient at the same moment on two nodes: the second is refused', async () => {
  const rules = {
    duplicateWindowSeconds: 60,
    dailyMaximum: null,
    weeklyMaximum: null,
    monthlyMaximum: null,
  };
  const results = await Promise.all(
    writers.map((writer) => writer.open(opening({ ruled: true }, { rules }))),
  );
  assert.deepEqual(results.map(stateOf).toSorted(), ['FAILED', 'READY']);
});

test('O8 what ended without success counts no more for the rules', async () => {
  const rules = {
    duplicateWindowSeconds: 60,
    dailyMaximum: units(100),
    weeklyMaximum: null,
    monthlyMaximum: null,
  };
  const operation = await opened(writers[0], opening({ ruled: true }, { rules }));
  await advance(writers[0], operation, { type: 'cancel', proof: 'never_sent' }, null);
  assert.equal(stateOf(await writers[1].open(opening({ ruled: true }, { rules }))), 'READY');
});

test('S6 two accounts that pay one bill at the same moment: exactly one pays', async () => {
  const payers = [accountId, ++accountId];
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('b', '');
    insert into balance (account_id, currency, available)
      values (${accountId}, 'XOF', ${units(1_000)})`);
  const bill = { accountNumber: '77', reference: 'B1' };
  const details = {
    ...opening().terms.details,
    extra: { type: 'bill' as const, accountNumber: '77', billReference: 'B1' },
  };
  const commands = payers.map((payer) => opening({ accountId: payer, details }, { bill }));
  const results = await Promise.all(writers.map((writer, index) => writer.open(commands[index]!)));
  assert.deepEqual(results.map(({ type }) => type).toSorted(), ['billPaid', 'opened']);
});

test('one command that the database refuses does not fail its neighbours', async () => {
  const good = Array.from({ length: 10 }, () => opening({ amount: units(1) }));
  const poison = opening({ phoneGiven: 'no text\u0000' });
  const commands = [...good.slice(0, 5), poison, ...good.slice(5)];
  const results = await Promise.allSettled(commands.map((command) => writers[0].open(command)));
  assert.deepEqual(tally(results.map(({ status }) => status)), { fulfilled: 10, rejected: 1 });
  assert.equal(results[5]!.status, 'rejected');
  assert.deepEqual([await rowsOf('operation'), await availableOf()], [10, 990]);
});

test('an opening on a copy of the account that has changed since is stale on every node', async () => {
  await db.sql(`update account set version = version + 1 where id = ${accountId}`);
  const results = await Promise.all(writers.map((writer) => writer.open(opening())));
  assert.deepEqual(
    results.map(({ type }) => type),
    ['stale', 'stale'],
  );
  assert.equal(await rowsOf('operation'), 0);
});

test('what is stored is what was answered, to the last member', async () => {
  const details = {
    extra: { type: 'wallet' as const, link: 'qr' as const },
    successUrl: 'https://shop.example/ok',
    errorUrl: null,
    sender: 'É',
  };
  const terms = {
    details,
    clientData: { z: '"\\', a: [1, null] },
    callbackUrl,
    callbackHash: 'ab'.repeat(32),
    paymentPageToken: 'cd'.repeat(16),
    fingerprint: '0f',
  };
  const first = await opened(writers[0], opening(terms));
  const again = await writers[1].open({ ...opening(terms), terms: first.terms });
  assert.ok(again.type === 'replayed');
  assert.deepEqual(again.operation, first);
});

test('a crowd on both nodes: the balance is what the transfers say, and nothing is overdrawn', async () => {
  const work = Array.from({ length: 200 }, async (_, index) => {
    const writer = writers[index % 2]!;
    const result = await writer.open(
      opening({ amount: units(1 + (index % 17)), commission: 5_000n }, { attempt: testAttempt() }),
    );
    if (result.type !== 'opened' || result.operation.state.state === 'FAILED') return;
    const refs = { ours: 'ref-1' };
    const event: OperationEvent =
      index % 3 === 0
        ? { type: 'fail', refs, refusal: { errorId: 29, message: null }, proof: 'provider_failed' }
        : { type: 'succeed', refs };
    await advance(writers[(index + 1) % 2]!, result.operation, event, testAttempt());
  });
  await Promise.all(work);
  const sum = (side: string, account: string) =>
    `coalesce((select sum(amount) from transfer where account_id = ${accountId}
      and ${side} = '${account}'), 0)`;
  const moved = await numberOf(`${sum('credit', 'available')} - ${sum('debit', 'available')}`);
  assert.equal(await availableOf(), 1_000 + moved / 10_000);
  assert.equal(await heldOf(), 0);
  const wrong = `select count(*) from (
      select available_after, ${units(1_000)} + sum(case when credit = 'available' then amount
        when debit = 'available' then -amount else 0 end)
        over (order by id) as expected from transfer where account_id = ${accountId}) t
          where available_after <> expected`;
  assert.equal(await numberOf(wrong), 0, 'each transfer tells the balance after it');
});
