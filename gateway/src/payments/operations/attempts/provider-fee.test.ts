// I-51 on a real database: what a provider keeps for itself leaves the float when it is told, once,
// and no developer sees it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runDoctor } from '../../../node/doctor/index.ts';
import { registerNodes } from '../../../node/doctor/testing/nodes.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../../node/doctor/testing/postgres.ts';
import { readFloats } from '../../ledger/index.ts';
import type { OperationEvent } from '../model/commands.ts';
import type { ExecuteDeps } from './job.ts';
import type { Attempt, Operation } from '../model/operation.ts';
import type { Provider } from './providers.ts';
import { operationEventOf } from './read-outcome.ts';
import { attemptReference } from '../model/reference.ts';
import { testAdvance, testAttempt, testNow, testOpening, testTerms, units } from '../testing.ts';
import { startWriter, type Writer } from '../writer/writer.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let writer: Writer;
let count = 0;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('a', '');
    insert into catalogue (document) values ('{}')`);
  await registerNodes(db, 7);
  writer = startWriter({
    database: db.database,
    node: 7,
    composeCallback: () => assert.fail('nobody is called back'),
    onCallbacks: () => {},
  });
});
after(async () => {
  await writer.close();
  await db.close();
  await postgres.close();
});

/** A collection of 100 XOF under way over a route of its own, and its attempt. */
async function collecting(): Promise<{ terms: Operation['terms']; attempt: Attempt }> {
  const id = String(1_000_000_000_000 + ++count);
  const terms = testTerms({ id, externalId: id, direction: 'CREDIT', route: `R${count}` });
  const refs = { ours: attemptReference(id, 1) };
  const { sentAt: _, ...attempt } = testAttempt({
    route: terms.route,
    refs,
    prepared: { ...testAttempt().prepared, refs },
  });
  const opened = await writer.open(testOpening(terms, { attempt }));
  assert.ok(opened.type === 'opened');
  return { terms, attempt: opened.attempt! };
}

/** What the core makes of a success with this fee. */
function successOf(attempt: Attempt, fee: bigint, logged: string[] = []): OperationEvent {
  const deps = {
    log: (_level: string, message: string) => logged.push(message),
    now: () => testNow.getTime(),
  } as unknown as ExecuteDeps;
  const refs = { ...attempt.refs, theirs: `P${count}` };
  const job = { operation: { terms: testTerms() } as Operation, attempt, fresh: false };
  return operationEventOf(deps, job, attempt, {} as Provider, { kind: 'succeeded', refs, fee });
}

const floatOf = async (route: string) =>
  (await readFloats(db.database)).find((float) => float.route === route)?.amount;
const transfersOf = (id: string) =>
  db.database.query<{ account: number; line: string }>(
    {
      name: 'transfers',
      text: `select account_id as account, concat_ws(' ', verb, debit, credit, amount) as line
        from transfer where operation_id = $1 order by account_id, id`,
    },
    [id],
  );

test('I-51 a fee leaves the float and what we earn, with the success, and is not the developer’s', async () => {
  const { terms, attempt } = await collecting();
  const event = successOf(attempt, units(2));
  await writer.advance(testAdvance(event, attempt, terms));
  assert.equal(await floatOf(terms.route), units(98));
  assert.deepEqual(await transfersOf(terms.id), [
    { account: 0, line: `provider_fee fees provider:${terms.route} ${units(2)}` },
    { account: 1, line: `credit provider:${terms.route} available ${units(100)}` },
  ]);
  // A notice that says it once more.
  await writer.advance(testAdvance(event, attempt, terms));
  assert.equal(await floatOf(terms.route), units(98));
});

test('I-51 a refund has a fee of its own, and the payment’s stays with the provider', async () => {
  const { terms, attempt } = await collecting();
  await writer.advance(testAdvance(successOf(attempt, units(2)), attempt, terms));
  const refs = { ours: attemptReference(terms.id, 2) };
  const { sentAt: _, ...refund } = testAttempt({ number: 2, purpose: 'refund', refs });
  const begun = await writer.advance(
    testAdvance({ type: 'refund', attempt: { ...refund, route: terms.route } }, attempt, terms),
  );
  assert.ok(begun.type === 'advanced');
  const { attempt: second } = begun;
  await writer.advance(testAdvance(successOf(second!, units(1)), second, terms));
  assert.equal(await floatOf(terms.route), -units(3));
});

test('no fee, and what cannot be one, books nothing', async () => {
  const logged: string[] = [];
  for (const fee of [0n, -1n, 2n ** 62n]) {
    const { terms, attempt } = await collecting();
    await writer.advance(testAdvance(successOf(attempt, fee, logged), attempt, terms));
    assert.equal(await floatOf(terms.route), units(100));
  }
  assert.equal(logged.length, 2);
});

test('I-51 the doctor finds each fee booked and each float explained', async () => {
  const { checks } = await runDoctor(db.database);
  for (const { id, violations, examples } of checks)
    if (['I-01', 'I-03', 'I-05', 'I-06', 'I-07', 'I-45', 'I-51'].includes(id))
      assert.deepEqual([id, violations, examples], [id, 0, []]);
});
