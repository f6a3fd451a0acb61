// T28: the checks of provider files, settlements and float moves read a few rows in each statement,
// of however many there are and with no statistics of them. `DOCTOR_ROWS` sets another size, of
// which the time of the longest statement is told.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection } from '../../platform/db/database.ts';
import { paced } from '../../platform/doctor/pace.ts';
import { runCheck } from '../../platform/doctor/run-checks.ts';
import { readingOf, type PlanNode } from '../level/testing/rows-read.ts';
import { eachPart, ownedTables } from './by-owner.ts';
import { makeHandTables } from './hand.ts';
import { checks } from './index.ts';
import { useDatabase } from './testing/use-postgres.ts';

const measured = process.env['DOCTOR_ROWS'];
const rows = Number(measured ?? 4_000);
const rowsOfPart = 100;
/**
 * Scanned by one statement for each row of its part: the row, what it looks up, and what is looked
 * at to find the part.
 */
const readsForRowMax = 25;
/** Transfers are found by pages of their times (BRIN), so many of 8 KB at once. */
const rowsOfPages = 128 * 120;
const byTime = /count_rows_|doctor-transfers-of-stretch/;
/** Files of one provider, one a day. */
const files = 100;
const linesOfFile = rows / files;

/** Whose `n`th operation, float move and settlement is right. Nobody analyses these tables. */
const db = useDatabase(() =>
  db.sql(`
    set session_replication_role = replica;
    alter table transfer set (autovacuum_enabled = off);
    create temporary table n as select n from generate_series(1, ${rows}) n;
    insert into portal_user (email, email_key, name) values ('a@x.sn', 'a@x.sn', 'A'),
      ('b@x.sn', 'b@x.sn', 'B');
    insert into payout_destination (account_id, kind, holder, institution, country, scheme, number,
      added_by, confirmed_by, confirmed_at, usable_from)
      values (1, 'bank', 'Awa', 'BANK', 'SN', 'rib', '1', 1, 2, now(), now() - interval '1 year');
    insert into approval_request (id, kind, parameters, reason, state, asked_by, decided_by,
      expires_at) overriding system value
      select n, 'float', json_build_object('route', 'p', 'currency', 'XOF', 'amount', '5'), '',
        'done', 1, 2, now() from n
      union all select ${rows} + n, 'settle', json_build_object('settlementId', n), '', 'done', 1,
        2, now() from n;
    insert into transfer (account_id, id, operation_id, settlement_id, verb, debit, credit, amount,
      currency, available_after, created_at)
      select 0, n, null::bigint, null::integer, 'settle', 'provider:p', 'treasury', 50000, 'XOF', 0,
        jokko_now() - interval '1 day' + n * interval '1 millisecond' from n
      union all select 1, n, 1000000 + n, null, 'post', 'held', 'provider:p', 70000, 'XOF', 0,
        jokko_now() - n * interval '60 hours' / ${rows} from n
      union all select 2, n, null, n, 'hold', 'available', 'held', 60000, 'XOF', 0,
        jokko_now() - interval '3 days' + n * interval '1 millisecond' from n;
    insert into settlement (id, account_id, key, destination_id, currency, amount, fee, state,
      asked_by, approved_approval_request) overriding system value
      select n, 2, n::text, 1, 'XOF', 60000, 0, 'APPROVED', 3, ${rows} + n from n;
    update payout_destination set account_id = 2;
    insert into float_move (id, approval_request_id, transfer_id, route, currency, amount,
      reference, value_date, made_at) overriding system value
      select n, n, n, 'p', 'XOF', 50000, 'r', now()::date, jokko_now() - interval '1 year' from n;
    insert into bank_movement (bank_account_id, float_move_id, currency, amount, value_date)
      select 1, n, 'XOF', -50000, now()::date from n;
    insert into reconciliation_file (id, route, routes, name, state, period_from, period_until,
      judged_from, judged_until) overriding system value
      select f, 'p', '{p}', 'day.csv', 'done', u - interval '1 day', u, u - interval '1 day', u
        from generate_series(1, ${files}) f cross join lateral
          (select date_trunc('day', jokko_now()) + (f - ${files} + 1) * interval '1 day' as u) d;
    insert into reconciliation_line (file_id, number, provider_reference, direction, amount,
      currency, status, account_id, operation_id, movement, class)
      select 1 + (n - 1) / ${linesOfFile}, 1 + (n - 1) % ${linesOfFile}, 'ref' || n, 'out', 70000,
        'XOF', 'success', 1, 1000000 + n, 'execution',
        case when n % 10 = 0 then 'late' else 'matched' end from n;
    insert into reconciliation_total (file_id, currency, lines, amount, fees)
      select f, 'XOF', 1, -5, 0 from generate_series(1, ${files}) f;
    insert into reconciliation_sum (file_id, currency, class, lines, theirs, ours, fees)
      select f, 'XOF', 'matched', 1, -5, -5, 0 from generate_series(1, ${files}) f;
    insert into reconciliation_discrepancy (id, file_id, class, line, theirs, ours, evidence)
      overriding system value
      select n, file_id, 'late', number, 0, 0, '{}' from reconciliation_line l join n
        on 'ref' || n = provider_reference where class = 'late'`),
);

interface Reading {
  rows: number;
  plan: string;
  ms: number;
}

/**
 * Answers as the connection does; `tell` hears what each statement that reads has read, or of what
 * is only measured how long it took.
 */
function explained(connection: Connection, tell: (reading: Reading) => void): Connection {
  return {
    ...connection,
    async query<Row>(...[statement, values]: Parameters<Connection['query']>): Promise<Row[]> {
      const isRead = /^\s*(with|select|insert into pg_temp)/.test(statement.text);
      if (measured === undefined && isRead && !/set_config|delete from/.test(statement.text)) {
        const text = `explain (analyze, buffers, timing off, format json) ${statement.text}`;
        const name = `explain-${statement.name}`;
        const [row] = await connection.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          { name, text },
          values,
        );
        tell({ ...readingOf(statement.name, row!['QUERY PLAN'][0].Plan), ms: 0 });
        if (/^\s*insert/.test(statement.text)) return [];
      }
      const begun = performance.now();
      const found = await connection.query<Row>(statement, values);
      tell({ rows: 0, plan: statement.name, ms: performance.now() - begun });
      return found;
    },
  };
}

for (const check of checks.filter(({ id }) => ['I-08', 'I-44', 'I-45'].includes(id)))
  test(`T28 ${check.id} reads a few rows at a time, whatever the statistics say`, async (t) => {
    const { reach, sql, parts = [], ...rest } = check;
    const all =
      typeof reach === 'object' && typeof sql === 'string' ? [{ reach, sql }, ...parts] : parts;
    const readings: Reading[] = [];
    const connection = await db.database.connect('report');
    await makeHandTables(connection, ownedTables(checks));
    const pace = paced(
      explained(connection, (reading) => readings.push(reading)),
      { givesWay: false, ...(measured === undefined ? { rowsOfPart } : {}) },
    );
    let times = 0;
    for (const [number, part] of all.entries())
      await eachPart(pace, part, async () => {
        times += 1;
        const one = { ...rest, sql: part.sql };
        const name = `${check.id}-${number}`;
        const { violations, examples } = await runCheck(pace, one, { scope: 'part', name });
        assert.equal(violations, 0, examples.join('\n'));
      });
    await connection.close();
    assert.ok(times >= rows / 200, `${times} parts`);
    for (const { rows: read, plan } of readings)
      assert.ok(
        read <= (byTime.test(plan) ? rowsOfPages : rowsOfPart * readsForRowMax),
        `${read} rows read by one statement\n${plan}`,
      );
    const most = readings.reduce(
      (max, each) => Math.max(max, byTime.test(each.plan) ? 0 : each.rows),
      0,
    );
    const slow = readings.toSorted((one, two) => two.ms - one.ms).slice(0, 3);
    const told = slow.map(({ ms, plan }) => `${ms.toFixed(1)} ms ${plan}`).join(', ');
    t.diagnostic(
      `${times} parts of ${rows} rows: ${measured === undefined ? `${most} rows read at most` : told}`,
    );
  });
