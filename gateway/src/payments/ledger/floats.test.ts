// Proves that a float is the same whether or not its sums are kept: each transfer is taken on once,
// when it is settled, and its hour is kept for the forecast.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { stopClock, type TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { machine, runIn } from '../../platform/environment.ts';
import { createForecastReader } from './float-forecast.ts';
import { openFloat } from './float-opening.ts';
import { listFloatMoves, listMovesOfReferences, moveFloatIn } from './float-moves.ts';
import { foldFloats, readFloatHours, readFloats } from './floats.ts';

const postgres = usePostgres();
let db: TestDatabase;
beforeEach(async () => {
  db = await postgres.database();
});
afterEach(() => db.close());

/** Half past an hour, so that the rounds of the sums, a day each, begin and end within one. */
const beginOf = async (): Promise<(round: number) => string> => {
  const [row] = await query<{ begin: string }>(
    'begin',
    `select (date_trunc('hour', now()) - interval '9 days 30 minutes')::text as begin`,
  );
  return (round) => `('${row!.begin}'::timestamptz + interval '${round} days')`;
};

let id = 0;
/** Moves from one ledger account to another at a moment. */
const move = (debit: string, credit: string, amount: number, at: string, account = 1) => {
  id += 1;
  return db.sql(`insert into transfer (account_id, id, verb, debit, credit, amount, currency,
    available_after, created_at)
    values (${account}, ${id}, 'credit', '${debit}', '${credit}', ${amount}, 'XOF', 0, ${at})`);
};
const query = <Row>(name: string, text: string): Promise<Row[]> =>
  db.database.query<Row>({ name, text });
const amountOf = async (): Promise<bigint | undefined> =>
  (await readFloats(db.database))[0]?.amount;
const hoursOf = async (): Promise<bigint[]> =>
  (await readFloatHours(db.database))
    .toSorted((one, other) => one.hour.getTime() - other.hour.getTime())
    .map(({ spent }) => spent);

test('a transfer at the very bound of a round is in one round, and hours that rounds share are summed', async () => {
  const dayOf = await beginOf();
  const begin = () => db.sql(`update provider_float_until set until = ${dayOf(0)}`);
  await begin();
  await move('provider:wave', 'suspense', 1_000, dayOf(0));
  await move('suspense', 'provider:wave', 10_000, dayOf(0));
  // Where the first round ends is found out, and it begins anew.
  await foldFloats(db.database);
  const [first] = await query<{ end: string }>(
    'first_end',
    'select until::text as end from provider_float_until',
  );
  const end = `'${first!.end}'::timestamptz`;
  await db.sql('delete from provider_float; delete from float_hour');
  await begin();
  for (const [debit, credit, sign] of [
    ['provider:wave', 'suspense', 1],
    ['suspense', 'provider:wave', 10],
  ] as const) {
    await move(debit, credit, sign * 200, `${end} - interval '1 microsecond'`);
    await move(debit, credit, sign * 30, end);
    await move(debit, credit, sign * 4, `${dayOf(2)} + interval '5 hours'`);
  }
  await move('provider:wave', 'treasury', 500, end, 0);
  await move('treasury', 'provider:wave', 100, end, 0);
  const right = 400n - 9n * 1_234n;
  const sums: unknown[] = [await amountOf()];
  let rounds = 1;
  for (; await foldFloats(db.database); rounds += 1) sums.push(await amountOf());
  assert.deepEqual(new Set([...sums, await amountOf()]), new Set([right]));
  assert.ok(rounds >= 10 && rounds <= 14, `a day at most each, and none for nothing: ${rounds}`);
  // The movements of account 0 are those between a provider and our bank.
  assert.deepEqual(await hoursOf(), [9n * 1_230n, 36n]);
});

test('what is not settled is not taken on, by the clock that was in force when it began', async () => {
  const until = async (offset: string) =>
    (
      await query<{ age: number }>(
        `age_${offset.length}`,
        `select extract(epoch from now() + interval '${offset}' - until)::float8 as age
          from provider_float_until`,
      )
    )[0]!.age;
  await move('provider:wave', 'suspense', 7, `now() - interval '50 seconds'`);
  assert.equal(await foldFloats(db.database), false);
  assert.deepEqual(await query('kept', 'select from provider_float'), []);
  const age = await until('0');
  assert.ok(age >= 60 && age < 3_600);
  assert.equal(await amountOf(), 7n);
  await db.sql(`update installation set clock_offset = interval '4 hours'`);
  await db.sql(`update provider_float_until set until = until - interval '1 hour'`);
  assert.equal(await foldFloats(db.database), false);
  assert.ok((await until('0')) >= 60, 'with the clock of before');
  while (await foldFloats(db.database));
  assert.ok((await until('4 hours')) >= 60 && (await until('0')) < 0, 'with that of now');
});

test('a transaction that is under way holds back what began after it, and one round is at work at a time', async () => {
  await move('provider:wave', 'suspense', 7, `now() - interval '2 hours'`);
  await inTransaction(db.database, async (session) => {
    const [begun] = await session.query<{ at: string }>({
      name: 'begun',
      text: `select (now() - interval '60 seconds')::text as at`,
    });
    while (await foldFloats(db.database));
    const [kept] = await query<{ until: string }>(
      'until',
      'select until::text from provider_float_until',
    );
    assert.ok(kept!.until <= begun!.at);
  });
  await db.sql(`update provider_float_until set until = now() - interval '5 days'`);
  await inTransaction(db.database, async (session) => {
    await session.query({ name: 'held', text: 'select from provider_float_until for update' });
    assert.equal(await foldFloats(db.database), false);
  });
  assert.equal(await foldFloats(db.database), true);
});

test('hours are kept for six weeks of forecasts, and a week longer in the table', async () => {
  await move('suspense', 'provider:wave', 1, `now() - interval '50 days'`);
  await move('suspense', 'provider:wave', 2, `now() - interval '35 days'`);
  await move('provider:wave', 'suspense', 4, `now() - interval '50 days'`);
  await move('provider:wave', 'suspense', 8, `now() - interval '34 days'`);
  while (await foldFloats(db.database));
  assert.deepEqual(await hoursOf(), [2n, -8n]);
  assert.equal(await amountOf(), 9n);
  await stopClock(db);
  const dayOf = await beginOf();
  await db.sql(`delete from float_hour; update provider_float_until set until = ${dayOf(0)};
    insert into float_hour (route, currency, hour, spent) values
      ('wave', 'XOF', ${dayOf(1)} - interval '7 weeks', 1),
      ('wave', 'XOF', ${dayOf(1)} - interval '7 weeks 1 microsecond', 2),
      ('wave', 'XOF', jokko_now() - interval '6 weeks', 3),
      ('wave', 'XOF', jokko_now() - interval '6 weeks 1 microsecond', 4)`);
  await foldFloats(db.database);
  assert.deepEqual(
    (await query<{ spent: bigint }>('left', 'select spent from float_hour order by spent')).map(
      ({ spent }) => spent,
    ),
    [1n, 3n, 4n],
  );
  assert.deepEqual(await hoursOf(), [3n]);
});

test('a forecast is of the float’s own route and currency, and hours are read again when they are old', async () => {
  await move('provider:wave', 'suspense', 1_000, `now() - interval '1 minute'`);
  await db.sql(`insert into float_hour (route, currency, hour, spent)
    select route, currency, date_trunc('hour', now()) - n * interval '1 hour', spent
    from (values ('wave', 'XOF', 10), ('om', 'XOF', 500), ('wave', 'GHS', 500)) of (route, currency,
      spent), generate_series(1, 504) n`);
  const read = createForecastReader(db.database);
  let at = 1_000;
  const lasts = (): Promise<unknown> =>
    runIn({ ...machine, monotonic: () => at }, async () => {
      const [float] = await read();
      return [float!.route, float!.forecast?.hoursLeft];
    });
  assert.deepEqual(await lasts(), ['wave', 99]);
  await db.sql('update float_hour set spent = 20');
  at += 299_999;
  assert.deepEqual(await lasts(), ['wave', 99], 'they are kept');
  at += 1;
  assert.deepEqual(await lasts(), ['wave', 49]);
});

test('a float is opened once for its route and currency', async () => {
  const open = (route: string, amount: bigint) =>
    openFloat(db.database, { route, currency: 'XOF', amount });
  assert.deepEqual([await open('wave', 7n), await open('wave', 7n)], [true, false]);
  assert.equal(await open('om', 5n), true);
  const floats = (await readFloats(db.database)).map(({ route, amount }) => [route, amount]);
  assert.deepEqual(floats, [
    ['om', 5n],
    ['wave', 7n],
  ]);
});

test('floats are in the order of their routes and currencies', async () => {
  // What is kept is read before what came since.
  await db.sql(`insert into provider_float (route, currency, amount) values ('wave', 'XOF', 1)`);
  for (const route of ['om', 'mtn'])
    await move(`provider:${route}`, 'suspense', 7, `now() - interval '1 minute'`);
  const routes = (await readFloats(db.database)).map(({ route }) => route);
  assert.deepEqual(routes, ['mtn', 'om', 'wave']);
});

test('moves of a float are listed newest first, page by page, and found by the bank’s reference', async () => {
  await db.sql(`insert into portal_user (email, email_key, name) values ('a', 'a', 'A');
    insert into approval_request (kind, side, parameters, reason, asked_by, expires_at)
      select 'float', 'operator', '{}', '', 1, now() from generate_series(1, 3)`);
  for (const [request, amount, reference] of [
    [1, 5n, 'V-1'],
    [2, -3n, 'V-2'],
    [3, 2n, 'V-1'],
  ] as const)
    await inTransaction(db.database, (session) =>
      moveFloatIn(session, {
        approvalRequestId: request,
        route: 'wave',
        currency: 'XOF',
        amount,
        reference,
        valueDate: '2026-11-21',
      }),
    );
  const page = async (before?: number) =>
    (await listFloatMoves(db.database, { limit: 2, ...defined({ before }) })).map(
      ({ id, amount }) => [id, amount],
    );
  assert.deepEqual(await page(), [
    [3, 2n],
    [2, -3n],
  ]);
  assert.deepEqual(await page(2), [[1, 5n]]);
  const found = async (...references: string[]) =>
    (await listMovesOfReferences(db.database, references)).map(
      ({ approvalRequestId }) => approvalRequestId,
    );
  assert.deepEqual(
    [await found('V-1'), await found('V-2', 'V-3'), await found()],
    [[1, 3], [2], []],
  );
  assert.equal(await amountOf(), 4n);
});
