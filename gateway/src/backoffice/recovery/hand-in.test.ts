// F54: what a send journal knows and the database has forgotten becomes an operation again, with
// its hold, by the writer; what cannot waits, and is made again when it can.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { noNode } from '../../platform/db/commit-fate.ts';
import { firstIdOf } from '../../platform/db/scattered-ids.ts';
import { isForgottenTransaction } from '../../payments/operations/queries/forgotten.ts';
import {
  createStatusReader,
  startWriter,
  type SentAttempt,
  type Writer,
} from '../../payments/operations/index.ts';
import { testAttempt, testOpening, testTerms, units } from '../../payments/operations/testing.ts';
import { findForgottenEntries, type JournalEntry } from '../../payments/send-journal/index.ts';
import { handIn, listForgotten, resolveForgotten, retryForgotten } from './index.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let writer: Writer;
let count = 0;

before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());

/** Account 1 with 250 XOF. */
async function withBooks(work: () => Promise<void>): Promise<void> {
  db = await postgres.database();
  writer = startWriter({
    database: db.database,
    node: noNode,
    composeCallback: () => assert.fail('nothing ends here'),
    onCallbacks: () => {},
  });
  try {
    await db.sql(`
      insert into account (name, webhook_secret_sealed) values ('a', '');
      insert into catalogue (document) values ('{}');
      insert into balance (account_id, currency, available) values (1, 'XOF', ${units(250)})`);
    await work();
  } finally {
    await writer.close();
    await db.close();
  }
}

/** 100 XOF. */
function sent(
  changes: Partial<SentAttempt> = {},
  terms: Parameters<typeof testTerms>[0] = {},
): JournalEntry {
  const id = terms.id ?? String(1_000_000_000_000 + ++count);
  const { purpose, route, prepared, sentAt } = testAttempt({
    prepared: {
      refs: { ours: `ref-${id}-${changes.number ?? 1}` },
      method: 'POST',
      path: '/',
      body: '{}',
    },
  });
  return {
    terms: testTerms({ id, externalId: `order-${id}`, ...terms }),
    attempt: { number: 1, purpose, route, prepared, sentAt, ...changes },
  };
}

const give = (...entries: JournalEntry[]) =>
  handIn(
    { database: db.database, writer },
    entries.map((entry) => ({ ...entry, read: async () => entry })),
  );

test('F54 what was sent in a month that the backup did not know exists again, too', async () => {
  await withBooks(async () => {
    const id = String(firstIdOf(4) + 5n);
    assert.deepEqual(await give(sent({}, { id })), { restored: 1, waiting: 0 });
    const periods = await db.database.query<{ period: number; months: number }>({
      name: 'periods',
      text: `
        select p.period, extract(month from
          age(p.begins_at at time zone 'UTC', date_trunc('month',
            i.created_at at time zone 'UTC')))::integer as months
        from id_period p cross join installation i where p.period > 1 order by 1`,
    });
    assert.deepEqual(periods, [
      { period: 2, months: 1 },
      { period: 3, months: 2 },
      { period: 4, months: 3 },
    ]);
    const [attempt] = await db.database.query<{ place: string }>({
      name: 'place',
      text: 'select tableoid::regclass::text as place from attempt',
    });
    assert.equal(attempt!.place, 'attempt_p4');
  });
});

const stored = (id: string) =>
  db.database.query<{ state: string; attempts: number; path: string[]; numbers: string[] }>(
    {
      name: 'stored',
      text: `
        select state, attempts,
          array(select from_state || '>' || to_state from operation_transition
            where operation_id = o.id order by id) as path,
          array(select number || ' ' || state || ' ' || coalesce(cause, '') from attempt
            where operation_id = o.id order by number) as numbers
        from operation o where id = $1`,
    },
    [id],
  );
const balance = async () => {
  const [row] = await db.database.query<{ available: bigint; held: bigint }>({
    name: 'balance',
    text: 'select available, held from balance',
  });
  return [row!.available, row!.held];
};

test('F54 a forgotten payment exists again with its hold, unknown, once', () =>
  withBooks(async () => {
    const entry = sent({ number: 2 });
    assert.deepEqual(await give(entry), { restored: 1, waiting: 0 });
    assert.deepEqual(await stored(entry.terms.id), [
      {
        state: 'UNKNOWN',
        attempts: 2,
        path: ['SENDING>UNKNOWN'],
        numbers: ['1 NOT_SENT restored', '2 UNKNOWN restored'],
      },
    ]);
    assert.deepEqual(await balance(), [units(150), units(100)]);
    assert.equal(
      (await db.database.query({ name: 'b', text: 'select block from id_block' })).length,
      1,
    );
    // The client's repeat finds it.
    const opened = await writer.open(testOpening({ ...entry.terms, id: '1000000009999' }));
    assert.equal(opened.type, 'replayed');
    // Another machine knows the same.
    assert.equal((await give(entry)).restored, 0);
    assert.deepEqual(await balance(), [units(150), units(100)]);
  }));

test('F54 an operation that waited when the backup was made gets the attempt that was sent since', () =>
  withBooks(async () => {
    const entry = sent();
    await writer.open(testOpening(entry.terms, { keepLease: false }));
    assert.deepEqual(await give(entry), { restored: 1, waiting: 0 });
    const [row] = await stored(entry.terms.id);
    assert.deepEqual([row!.state, row!.path], ['UNKNOWN', ['READY>SENDING', 'SENDING>UNKNOWN']]);
    assert.deepEqual(await balance(), [units(150), units(100)]);
  }));

test('F54 an operation that was being sent when the backup was made gets the attempt that followed', () =>
  withBooks(async () => {
    const entry = sent({ number: 2 });
    const first = testAttempt({ refs: { ours: 'first' } });
    await writer.open(testOpening(entry.terms, { attempt: first }));
    assert.deepEqual(await give(entry), { restored: 1, waiting: 0 });
    const [row] = await stored(entry.terms.id);
    assert.deepEqual(
      [row!.state, row!.numbers],
      ['UNKNOWN', ['1 NOT_SENT restored', '2 UNKNOWN restored']],
    );
    assert.deepEqual(await balance(), [units(150), units(100)]);
  }));

test('F54 a payer’s step that was sent since the backup is asked about, however much of the payment is known', () =>
  withBooks(async () => {
    await db.sql(`update balance set available = ${units(1_000)}`);
    const path = ['SENDING>ACCEPTED', 'ACCEPTED>SENDING', 'SENDING>UNKNOWN'];
    const numbers = ['1 CONTINUED restored', '2 UNKNOWN restored'];
    const stepOf = ({ terms, attempt: { prepared } }: JournalEntry): JournalEntry => {
      const step = sent({ number: 2 }, terms);
      const continues = { number: 1, refs: prepared.refs };
      return {
        terms,
        attempt: { ...step.attempt, prepared: { ...step.attempt.prepared, continues } },
      };
    };
    const accepted = sent();
    const { sentAt: _, ...attempt } = testAttempt({ refs: accepted.attempt.prepared.refs });
    await writer.open(testOpening(accepted.terms, { attempt }));
    await writer.advance({
      type: 'advance',
      terms: accepted.terms,
      attempt: testAttempt(attempt),
      operationEvent: {
        type: 'accept',
        refs: attempt.refs,
        stage: 'payer',
        challenge: null,
        nextStepInMs: 3_000,
      },
    });
    const sending = sent();
    await writer.open(testOpening(sending.terms, { attempt }));
    const forgotten = sent();
    assert.deepEqual(await give(stepOf(accepted)), { restored: 1, waiting: 0 });
    assert.deepEqual(await give(stepOf(sending)), { restored: 1, waiting: 0 });
    assert.deepEqual(await give(forgotten, stepOf(forgotten)), { restored: 2, waiting: 0 });
    for (const [{ terms }, walked] of [
      [accepted, path],
      [sending, path],
      [forgotten, ['SENDING>UNKNOWN', 'UNKNOWN>ACCEPTED', ...path.slice(1)]],
    ] as const)
      assert.deepEqual(await stored(terms.id), [
        { state: 'UNKNOWN', attempts: 2, path: walked, numbers },
      ]);
    const alone = sent();
    assert.equal((await give(stepOf(alone))).restored, 1);
    assert.deepEqual((await stored(alone.terms.id))[0]!.numbers, numbers);
  }));

test('F54 of several attempts that were sent only the last can have left: its outcome is asked for', () =>
  withBooks(async () => {
    const first = sent();
    const [second, third] = [2, 3].map((number) => sent({ number }, first.terms));
    assert.deepEqual(await give(first, second!, third!), { restored: 3, waiting: 0 });
    const [row] = await stored(first.terms.id);
    assert.deepEqual(
      [row!.state, row!.attempts, row!.numbers],
      ['UNKNOWN', 3, ['1 NOT_SENT restored', '2 NOT_SENT restored', '3 UNKNOWN restored']],
    );
    assert.deepEqual(await balance(), [units(150), units(100)]);
    assert.deepEqual(await listForgotten(db.database), []);
  }));

test('F54 without cover it waits, keeps its external id, and is made again when there is money', () =>
  withBooks(async () => {
    const entries = [sent(), sent(), sent(), sent({}, { accountId: 9 })];
    assert.deepEqual(await give(...entries), { restored: 2, waiting: 2 });
    const waiting = await listForgotten(db.database);
    assert.deepEqual(
      waiting.map(({ reason }) => reason.replace(/\d{4,}/, 'N')),
      ['the balance is too low for N ten-thousandths', 'account 9 is not known'],
    );
    await db.sql(`update balance set available = available + ${units(60)}`);
    assert.equal(await retryForgotten({ database: db.database, writer }), 1);
    assert.deepEqual(await balance(), [units(10), units(300)]);
    const [left] = await listForgotten(db.database);
    const { terms, attempt } = left!.entry;
    assert.equal(terms.accountId, 9);
    assert.equal(
      await resolveForgotten(
        db.database,
        { accountId: 9, id: terms.id, number: attempt.number },
        'paid by hand',
      ),
      true,
    );
    assert.deepEqual(await listForgotten(db.database), []);
  }));

test('F54 a payment that waits to be made again is known to its client: its outcome is being found out', () =>
  withBooks(async () => {
    const { terms, attempt } = sent({}, { amount: units(900) });
    const other = sent();
    assert.deepEqual(await give({ terms, attempt }, other), { restored: 1, waiting: 1 });
    const statuses = createStatusReader(db.database);
    const [waiting, made, never, strange] = await Promise.all([
      statuses.find(1, terms.externalId),
      statuses.find(1, other.terms.externalId),
      statuses.find(1, 'never heard of'),
      statuses.find(2, terms.externalId),
    ]);
    assert.deepEqual([made?.state, never, strange], ['UNKNOWN', null, null]);
    const { id, direction, amount } = terms;
    const { updatedAt: _, ...rest } = waiting!;
    assert.deepEqual(rest, {
      id: BigInt(id),
      direction,
      amount,
      state: 'UNKNOWN',
      stage: null,
      errorId: null,
      voucher: null,
      createdAt: attempt.sentAt,
    });
    assert.equal(await isForgottenTransaction(db.database, terms), true);
    await resolveForgotten(db.database, { accountId: 1, id, number: 1 }, 'paid by hand');
    assert.equal(await statuses.find(1, terms.externalId), null);
    assert.equal(await isForgottenTransaction(db.database, terms), false);
  }));

test('F54 a forgotten refund waits for the success that it gives back, and no other is made meanwhile', () =>
  withBooks(async () => {
    const payment = sent();
    const refund = sent({ number: 2, purpose: 'refund' }, payment.terms);
    assert.deepEqual(await give(payment, refund), { restored: 1, waiting: 1 });
    const { terms } = payment;
    const executed = testAttempt({
      ...payment.attempt,
      state: 'UNKNOWN',
      refs: payment.attempt.prepared.refs,
    });
    const succeeded = await succeed(terms, executed);
    assert.equal(succeeded.type, 'advanced');
    const { sentAt: _, ...another } = testAttempt({ number: 2, purpose: 'refund' });
    const asked = await writer.advance({
      type: 'advance',
      terms,
      attempt: executed,
      operationEvent: { type: 'refund', attempt: another },
    });
    assert.equal(asked.type, 'ignored');
    assert.equal(await retryForgotten({ database: db.database, writer }), 1);
    const [row] = await stored(terms.id);
    assert.deepEqual([row!.state, row!.attempts], ['REFUNDING', 2]);
  }));

test('F54 a forgotten refund of a payment that the provider reports as taken back waits no longer', () =>
  withBooks(async () => {
    const payment = sent();
    const refund = sent({ number: 2, purpose: 'refund' }, payment.terms);
    assert.deepEqual(await give(payment, refund), { restored: 1, waiting: 1 });
    const { terms } = payment;
    await writer.advance({
      type: 'advance',
      terms,
      attempt: testAttempt({
        ...payment.attempt,
        state: 'UNKNOWN',
        refs: payment.attempt.prepared.refs,
      }),
      operationEvent: {
        type: 'fail',
        refs: { ours: payment.attempt.prepared.refs.ours },
        refusal: { errorId: 29, message: null },
        proof: 'provider_failed',
      },
    });
    assert.deepEqual(await balance(), [units(250), 0n]);
    await retryForgotten({ database: db.database, writer });
    assert.deepEqual(await listForgotten(db.database), []);
    assert.deepEqual(await balance(), [units(250), 0n]);
    // No node misses it again, and no other recovery.
    assert.deepEqual(await findForgottenEntries(db.database, [payment, refund]), []);
  }));

test('F54 nodes that hand in the same journal at once leave nothing that waits', () =>
  withBooks(async () => {
    const entry = sent();
    await Promise.all([give(entry), give(entry)]);
    await retryForgotten({ database: db.database, writer });
    assert.deepEqual(await listForgotten(db.database), []);
    assert.equal((await stored(entry.terms.id)).length, 1);
  }));

const succeed = (terms: JournalEntry['terms'], attempt: ReturnType<typeof testAttempt>) =>
  writer.advance({
    type: 'advance',
    terms,
    attempt,
    operationEvent: { type: 'succeed', refs: { ours: attempt.refs.ours, theirs: 'P1' } },
  });
