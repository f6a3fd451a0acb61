// Proves that a developer's money reaches the bank once or is returned whole. Every order of
// events, interrupted anywhere, leaves the books balanced.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runDoctor } from '../../node/doctor/index.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { Database } from '../../platform/db/database.ts';
import { approve, requestApproval } from '../approvals/index.ts';
import { fundAccount, readFloats, readStatement } from '../../payments/ledger/index.ts';
import { paySettlement, refuseSettlement, withdrawSettlement } from './decide.ts';
import { addDestination, confirmDestination, removeDestination } from './destinations.ts';
import { requestSettlement } from './request.ts';
import { listSchedules } from './schedule-store.ts';
import { setSchedule, requestScheduled } from './schedules.ts';
import { findSettlement, listSettlements } from './store.ts';
import { setTerms } from './terms.ts';
import {
  accountId,
  agree,
  cutting,
  franc,
  openFixture,
  users,
  whoIs,
  type Cut,
  type Fixture,
} from './testing/fixture.ts';
import { settlementApprovalRequestKinds } from './approval-requests.ts';

const postgres = usePostgres();

const currency = 'XOF';
const request = (database: Database, { destinationId }: Fixture, key: string, francs: bigint) =>
  requestSettlement(database, whoIs(1), {
    accountId,
    key,
    destinationId,
    currency,
    amount: francs * franc,
    askedBy: users.asker,
  });
async function today(database: Database): Promise<string> {
  const [row] = await database.query<{ day: string }>({
    name: 'today',
    text: 'select (jokko_now()::date)::text as day',
  });
  return row!.day;
}
const pay = async (database: Database, id: number) =>
  paySettlement(database, whoIs(3), {
    id,
    reference: `VIR-${id}`,
    valueDate: await today(database),
  });

async function assertBooks(fixture: Fixture): Promise<void> {
  const broken = (await runDoctor(fixture.db.database)).checks.filter(
    ({ violations }) => violations > 0,
  );
  assert.deepEqual(broken, []);
}

test('a settlement is held at once, approved by two, paid with the bank’s reference; what is returned comes back without the fee', async () => {
  const fixture = await openFixture(postgres, 100_000n);
  const { database } = fixture.db;
  await setTerms(database, whoIs(3), currency, {
    minimum: 5_000n * franc,
    maximum: 90_000n * franc,
    fee: 100n * franc,
    feeShare: 50,
  });
  const refusals = await Promise.all(
    [4_999n, 90_001n, 0n].map((francs) => request(database, fixture, `no ${francs}`, francs)),
  );
  assert.deepEqual(
    refusals.map((answer) => !answer.ok && answer.refusal),
    ['below minimum', 'above maximum', 'amount'],
  );
  const asked = await request(database, fixture, 'k1', 40_000n);
  assert.ok(asked.ok);
  assert.deepEqual(
    await request(database, fixture, 'k1', 40_000n),
    { ...asked, repeated: true },
    'a repeated call is the same settlement',
  );
  assert.deepEqual(await request(database, fixture, 'k1', 41_000n), {
    ok: false,
    refusal: 'key used',
  });
  // 0.5 % of 40,000 and 100.
  assert.deepEqual(await fixture.balance(), { available: 59_700n * franc, held: 40_300n * franc });
  assert.deepEqual(await request(database, fixture, 'k2', 59_701n), {
    ok: false,
    refusal: 'not covered',
  });

  assert.deepEqual(
    await pay(database, asked.id),
    { ok: false, refusal: 'too late' },
    'nobody has approved it',
  );
  assert.equal(await agree(database, 'settle', asked.id), 'done');
  assert.equal(await agree(database, 'settle', asked.id), 'too late', 'nor is it approved twice');
  assert.deepEqual(await refuseSettlement(database, whoIs(3), { id: asked.id, reason: 'no' }), {
    ok: false,
    refusal: 'too late',
  });
  const wrongDay = { id: asked.id, reference: 'r', valueDate: '2020-01-01' };
  assert.deepEqual(await paySettlement(database, whoIs(3), wrongDay), {
    ok: false,
    refusal: 'value date',
  });
  const paid = await Promise.all([
    pay(database, asked.id),
    pay(database, asked.id),
    pay(database, asked.id),
  ]);
  assert.equal(paid.filter(({ ok }) => ok).length, 1);
  assert.deepEqual(await fixture.balance(), { available: 59_700n * franc, held: 0n });

  assert.equal(await agree(database, 'settle-return', asked.id), 'done');
  assert.deepEqual(await fixture.balance(), { available: 99_700n * franc, held: 0n });
  const period = { accountId, currency, from: null, until: null };
  const lines = await readStatement(database, period, null, 10);
  assert.deepEqual(
    lines.map(({ verb, settlementId, availableAfter }) => [
      verb,
      settlementId,
      availableAfter / franc,
    ]),
    [
      ['reverse', asked.id, 99_700n],
      ['post', asked.id, 59_700n],
      ['settle', asked.id, 59_700n],
      ['hold', asked.id, 59_700n],
      ['fund', null, 100_000n],
    ],
  );
  const { approvedByNames, reference, state } = (await findSettlement(database, asked.id))!;
  assert.deepEqual(
    [approvedByNames, reference, state],
    [['Person 3', 'Person 4'], `VIR-${asked.id}`, 'RETURNED'],
  );
  await assertBooks(fixture);
  await fixture.db.close();
});

test('a destination is confirmed by somebody else, rests for a day, and one that was removed is paid nothing any more', async () => {
  const fixture = await openFixture(postgres, 1_000n);
  const { database } = fixture.db;
  const wallet = {
    kind: 'wallet',
    holder: 'Awa',
    institution: 'Wave',
    country: 'SN',
    number: '77 123 45 67',
  } as const;
  const given = { ...wallet, accountId, userId: users.asker };
  const added = await addDestination(database, whoIs(1), given);
  assert.ok(added.ok);
  assert.deepEqual(
    await addDestination(database, whoIs(1), { ...given, number: '+221771234567' }),
    { ok: false, refusal: 'known' },
  );
  const { id } = added;
  const order = {
    accountId,
    key: 'w',
    destinationId: id,
    currency,
    amount: 100n * franc,
    askedBy: users.asker,
  };
  const refused = { ok: false, refusal: 'destination' };
  assert.deepEqual(await requestSettlement(database, whoIs(1), order), refused);
  const by = { id, accountId, userId: users.asker };
  assert.deepEqual(await confirmDestination(database, whoIs(1), by), {
    ok: false,
    refusal: 'ownRequest',
  });
  assert.deepEqual(await confirmDestination(database, whoIs(2), { ...by, accountId: 2 }), {
    ok: false,
    refusal: 'notFound',
  });
  await fixture.db.sql('update membership set given_by = 1 where user_id = 2');
  assert.deepEqual(await confirmDestination(database, whoIs(2), { ...by, userId: 2 }), {
    ok: false,
    refusal: 'notTwoUsers',
  });
  assert.deepEqual(
    await confirmDestination(database, whoIs(3), {
      id,
      accountId: null,
      userId: users.operator,
    }),
    { ok: true },
  );
  assert.deepEqual(await confirmDestination(database, whoIs(2), { ...by, userId: 2 }), {
    ok: false,
    refusal: 'conflict',
  });
  await fixture.advance(23);
  assert.deepEqual(
    await requestSettlement(database, whoIs(1), order),
    refused,
    'it has not rested',
  );
  await fixture.advance(1);
  assert.deepEqual(
    await requestSettlement(database, whoIs(1), { ...order, accountId: 2 }),
    refused,
    'it is of another account',
  );
  const asked = await requestSettlement(database, whoIs(1), order);
  assert.ok(asked.ok);
  await removeDestination(database, whoIs(1), { id, accountId });
  assert.equal(await agree(database, 'settle', asked.id), 'destination removed');
  assert.deepEqual(await withdrawSettlement(database, whoIs(1), { id: asked.id, accountId: 2 }), {
    ok: false,
    refusal: 'not found',
  });
  assert.deepEqual(await withdrawSettlement(database, whoIs(1), { id: asked.id, accountId }), {
    ok: true,
  });
  assert.deepEqual(await fixture.balance(), { available: 1_000n * franc, held: 0n });
  await assertBooks(fixture);
  await fixture.db.close();
});

test('who asked for a settlement is not one of the two who approve it', async () => {
  const fixture = await openFixture(postgres, 1_000n);
  const { database } = fixture.db;
  const { destinationId } = fixture;
  const order = {
    accountId,
    key: 'k',
    destinationId,
    currency,
    amount: 100n * franc,
    askedBy: users.operator,
  };
  const asked = await requestSettlement(database, whoIs(3), order);
  assert.ok(asked.ok);
  assert.equal(await agree(database, 'settle', asked.id), 'own request');
  const daily = {
    accountId,
    currency,
    destinationId,
    every: 'day',
    day: 1,
    minimum: 0n,
    keep: 0n,
  } as const;
  assert.ok((await setSchedule(database, whoIs(4), { ...daily, userId: users.otherOperator })).ok);
  await fixture.advance(24);
  await requestScheduled(database);
  const [scheduled] = await listSettlements(database, { accountId, limit: 1 });
  assert.deepEqual([scheduled!.askedBy, scheduled!.scheduledBy], [null, users.otherOperator]);
  assert.equal(
    await agree(database, 'settle', scheduled!.id),
    'own request',
    'nor who set the schedule that asked',
  );
  await assertBooks(fixture);
  await fixture.db.sql(`update settlement set scheduled_by = null where id = ${scheduled!.id}`);
  assert.equal(await agree(database, 'settle', scheduled!.id), 'done');
  await fixture.db.sql(
    `update settlement set scheduled_by = ${users.otherOperator} where id = ${scheduled!.id}`,
  );
  const { examples } = (await runDoctor(database)).checks.find(
    ({ id: check }) => check === 'I-44',
  )!;
  assert.deepEqual(examples, [`settlement ${scheduled!.id} was approved by who asked for it`]);
  await fixture.db.close();
});

test('a schedule asks once at each due time, on two nodes and through crashes, for what is above the amount to keep', async () => {
  const fixture = await openFixture(postgres, 10_000n);
  const { database } = fixture.db;
  const { destinationId } = fixture;
  const amounts = { minimum: 1_000n * franc, keep: 500n * franc };
  const given = {
    accountId,
    userId: users.asker,
    currency,
    destinationId,
    every: 'day',
    day: 1,
    ...amounts,
  } as const;
  assert.ok((await setSchedule(database, whoIs(1), given)).ok);
  await requestScheduled(database);
  assert.equal((await listSettlements(database, { limit: 9 })).length, 0, 'no schedule is due');
  await fixture.advance(24);
  for (let at = 1; at < 20; at++)
    await requestScheduled(cutting(database, { at, after: false })).catch(() => {});
  await Promise.all([
    requestScheduled(database),
    requestScheduled(database),
    requestScheduled(database),
  ]);
  assert.deepEqual(await fixture.balance(), { available: 500n * franc, held: 9_500n * franc });
  await fixture.advance(24);
  await requestScheduled(cutting(database, { at: 0, after: true })).catch(() => {});
  await requestScheduled(database);
  const made = await listSettlements(database, { accountId, limit: 9 });
  assert.deepEqual(
    made.map(({ amount, askedBy }) => [amount / franc, askedBy]),
    [[9_500n, null]],
  );
  const [schedule] = await listSchedules(database, accountId);
  assert.equal(schedule!.lastOutcome, 'below minimum');
  await fundAccount(database, { accountId, currency, amountMinor: 1_000n * franc, note: 'more' });
  await fixture.advance(24);
  await requestScheduled(database);
  assert.equal((await listSettlements(database, { accountId, limit: 9 })).length, 2);
  await assertBooks(fixture);
  await fixture.db.close();
});

type Event = {
  do: 'request' | 'settle' | 'settle-return' | 'pay' | 'refuse' | 'withdraw' | 'fund' | 'schedule';
  which: number;
  cut: Cut;
};
const events = fc.array(
  fc.record({
    do: fc.constantFrom<Event['do'][]>(
      'request',
      'request',
      'settle',
      'settle',
      'pay',
      'refuse',
      'withdraw',
      'settle-return',
      'fund',
      'schedule',
    ),
    which: fc.nat(5),
    cut: fc.record({ at: fc.nat(16), after: fc.boolean() }),
  }),
  { minLength: 20, maxLength: 30 },
);

test('no order of events, cut off anywhere and tried again, loses or doubles a franc', async () => {
  await fc.assert(
    fc.asyncProperty(events, async (story) => {
      const fixture = await openFixture(postgres, 50_000n);
      const { database } = fixture.db;
      await setTerms(database, whoIs(3), currency, { fee: 7n * franc });
      const { destinationId } = fixture;
      await setSchedule(database, whoIs(1), {
        accountId,
        userId: users.asker,
        currency,
        destinationId,
        every: 'day',
        day: 1,
        minimum: 0n,
        keep: 20_000n * franc,
      });
      let funded = 50_000n;
      for (const [number, event] of story.entries()) {
        const work = await workOf(fixture, event, number);
        await work(cutting(database, event.cut)).catch((error: Error) =>
          assert.equal(error.message, 'cut'),
        );
        if (event.do === 'fund') funded += await fundedBy(database, number);
        else await work(database);
      }
      const all = await listSettlements(database, { accountId, limit: 200 });
      const gone = all.map(({ state, amount, fee, paidAt }) =>
        state === 'REFUSED' || state === 'WITHDRAWN' || (state === 'RETURNED' && paidAt === null)
          ? 0n
          : state === 'RETURNED'
            ? fee
            : amount + fee,
      );
      const held = all
        .filter(({ state }) => state === 'REQUESTED' || state === 'APPROVED')
        .map(({ amount, fee }) => amount + fee);
      const sum = (amounts: bigint[]): bigint => amounts.reduce((one, other) => one + other, 0n);
      assert.deepEqual(await fixture.balance(), {
        available: funded * franc - sum(gone),
        held: sum(held),
      });
      await assertBooks(fixture);
      await fixture.db.close();
    }),
    { numRuns: 3, endOnFailure: true },
  );
});

/** What an event does; it may be done again after it was cut off. */
async function workOf(
  fixture: Fixture,
  event: Event,
  number: number,
): Promise<(database: Database) => Promise<unknown>> {
  const all = await listSettlements(fixture.db.database, { accountId, limit: 50 });
  const id = all[event.which % Math.max(1, all.length)]?.id ?? 1;
  switch (event.do) {
    case 'request':
      return (database) =>
        request(database, fixture, `key ${number}`, BigInt(event.which) * 1_500n + 100n);
    case 'settle':
    case 'settle-return':
      return (database) => agree(database, event.do as 'settle', id);
    case 'pay':
      return (database) => pay(database, id);
    case 'refuse':
      return (database) => refuseSettlement(database, whoIs(3), { id, reason: 'no' });
    case 'withdraw':
      return (database) => withdrawSettlement(database, whoIs(1), { id, accountId });
    case 'fund':
      return (database) =>
        fundAccount(database, {
          accountId,
          currency,
          amountMinor: 3_000n * franc,
          note: `event ${number}`,
        });
    case 'schedule':
      await fixture.advance(24);
      return (database) => requestScheduled(database);
  }
}

/** Funding has no key: whether it happened is read. */
async function fundedBy(database: Database, number: number): Promise<bigint> {
  const lines = await readStatement(
    database,
    { accountId, currency, from: null, until: null },
    null,
    1_000,
  );
  return lines.some(({ note }) => note === `event ${number}`) ? 3_000n : 0n;
}

test('our own money moves to a provider and back as two users agreed, and is in its float', async () => {
  const fixture = await openFixture(postgres, 0n + 1n);
  const { database } = fixture.db;
  const deps = { database, kinds: settlementApprovalRequestKinds };
  const move = {
    route: 'wave-sn',
    currency,
    amount: '250000',
    reference: 'VIR 1',
    valueDate: '2026-11-20',
  };
  for (const wrong of [
    { amount: '0' },
    { valueDate: '2026-02-30' },
    { reference: '' },
    { route: '' },
  ]) {
    const asked = await requestApproval(deps, whoIs(3), {
      kind: 'float',
      accountId: null,
      parameters: { ...move, ...wrong },
      reason: 'r',
      askedBy: 3,
    });
    assert.equal(asked.ok, false);
  }
  for (const [parameters, float] of [
    [move, 250_000n],
    [{ ...move, amount: '-50000.5', reference: 'VIR 2' }, 199_999n],
  ] as const) {
    const asked = await requestApproval(deps, whoIs(3), {
      kind: 'float',
      accountId: null,
      parameters,
      reason: 'r',
      askedBy: 3,
    });
    assert.ok(asked.ok);
    const answers = await Promise.all(
      [1, 2].map(() => approve(deps, { who: whoIs(4), userId: 4 }, asked.id, null)),
    );
    assert.equal(answers.filter(({ ok }) => ok).length, 1);
    assert.equal(
      (await readFloats(database)).find(({ route }) => route === 'wave-sn')!.amount / franc,
      float,
    );
  }
  await assertBooks(fixture);
  await fixture.db.close();
});

test('the money of a rehearsal is settled to nobody', async () => {
  const fixture = await openFixture(postgres, 100_000n);
  const { database } = fixture.db;
  await database.query({
    name: 'make_rehearsal',
    text: `update installation set mode = 'rehearsal'`,
  });
  assert.deepEqual(await request(database, fixture, 'r1', 40_000n), {
    ok: false,
    refusal: 'rehearsal',
  });
  assert.deepEqual(await fixture.balance(), { available: 100_000n * franc, held: 0n });
});
