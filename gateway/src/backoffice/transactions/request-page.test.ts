// The list of all requests: rejected ones and those that became a transaction in one order of time,
// each once, however the pages fall, and as far as transactions were searched.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';
import { everyOperation } from '../../payments/operations/index.ts';
import { readRequestPage, type RowFilter, type RowPlace } from './request-page.ts';

let portal: Portal;
let owner: Browser;
let accountId: number;
const count = 160;
const firstId = 2_000_000_000_000;

before(async () => {
  portal = await startPortal();
  owner = (await portal.register('awa@boutique.sn')).browser;
  accountId = (await owner.get('me')).json.membership.accountId;
  // One of each a second; every eighth pair in the same millisecond. Rejected ones are written in
  // another order than they came.
  await portal.db.sql(`
    set session_replication_role = replica;
    insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route,
      phone_given, phone, amount, commission,
      currency, details, state, error_id, proof, balance_before, balance_after, created_at,
        updated_at)
    select ${accountId}, ${firstId} + n, 'order-' || n, '', 'OPA_SN_API_CASH_IN', 'DEBIT', 'R',
      '77', '+221770000000', 1000000, 0, 'XOF',
      case when n = 7 then '{"checkout":{"id":"c"}}' else '{}' end::json, case
        when n % 5 = 0 then 'FAILED' else 'SUCCESS' end, case when n % 5 = 0 then 26 end,
      case when n % 10 = 0 then 'refused_at_opening' end, 0, 0, at, at + case
        when n % 15 = 0 then interval '1 minute' else interval '2 s' end
    from generate_series(1, ${count}) n, lateral (select timestamptz '2026-05-01T10:00:00Z' + n
      * interval '1 s') t (at);
    insert into rejected_request (account_id, at, endpoint, code, message, fields, key_name,
      key_valid, request_id, duration_ms, members)
    select ${accountId}, timestamptz '2026-05-01T10:00:00Z' + n * interval '1 s' + case
      when n % 8 = 0 then interval '0.0004 s' else interval '0.5 s' end,
      case when n % 2 = 0 then 'POST /api-services/operation' else 'GET /api-services/balance' end,
        case when n % 3 = 0 then 4000 else 4022 end, '', '[]',
      'jk_test_1', true, 'r-' || n, 1, jsonb_build_array(jsonb_build_object('name',
        'externalTransactionId', 'value', 'order-' || n))
    from (select n from generate_series(1, ${count}) n order by n % 7, n) n`);
});
after(() => portal.close());

interface Row {
  id: string;
  outcome: string;
  at: string;
  code: number | null;
  origin: string;
  endpoint: string | null;
}
async function all(query = ''): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | null = '';
  do {
    const { status, json } = await owner.get(`request-log?${query}${next && `&after=${next}`}`);
    assert.equal(status, 200, JSON.stringify(json));
    rows.push(...json.items);
    next = json.next;
  } while (next !== null);
  return rows;
}

test('all are listed once, newest first, and a tie begins with the rejected one', async () => {
  const rows = await all();
  assert.equal(new Set(rows.map(({ id }) => id)).size, 2 * count);
  assert.equal(rows.length, 2 * count);
  const order = rows.map(({ at, outcome }) => `${at} ${outcome === 'rejected' ? 1 : 0}`);
  assert.deepEqual(order, order.toSorted().toReversed());
});

test('each filter keeps what it says', async () => {
  const rows = await all();
  const same = async (query: string, keeps: (row: Row) => boolean): Promise<void> =>
    assert.deepEqual(
      (await all(query)).map(({ id }) => id),
      rows.filter(keeps).map(({ id }) => id),
      query,
    );
  await same('outcome=rejected', ({ outcome }) => outcome === 'rejected');
  await same('outcome=transaction', ({ outcome }) => outcome === 'transaction');
  await same('code=4022', ({ code }) => code === 4022);
  await same('code=2000', ({ code }) => code === 2000);
  await same('code=4000', ({ code }) => code === 4000);
  await same('key=jk_test_1', ({ outcome }) => outcome === 'rejected');
  await same(
    'endpoint=GET%20/api-services/balance',
    ({ endpoint }) => endpoint?.startsWith('GET') === true,
  );
  await same(
    'from=2026-05-01T10:01:00Z&until=2026-05-01T10:02:00Z',
    ({ at }) => at >= '2026-05-01T10:01:00' && at < '2026-05-01T10:02:00',
  );
  assert.deepEqual(
    (await all('q=order-9')).map(({ outcome }) => outcome),
    ['rejected', 'transaction'],
  );
  assert.deepEqual(
    (await all('q=r-9')).map(({ outcome }) => outcome),
    ['rejected'],
  );
});

test('the code of a transaction is told where it is certain, and what a checkout made is no request', async () => {
  const rows = new Map(
    (await all('outcome=transaction')).map((row) => [Number(row.id.slice(1)) - firstId, row]),
  );
  const codeOf = (n: number): number | null | undefined => rows.get(n)?.code;
  assert.deepEqual([codeOf(1), codeOf(10), codeOf(5), codeOf(15)], [2000, 4000, null, 2000]);
  assert.deepEqual(
    [rows.get(7)?.origin, rows.get(7)?.endpoint, codeOf(7)],
    ['checkout', null, null],
  );
});

test('no rejected request is shown that is older than what was searched of transactions', async () => {
  // The operations are of none of the account's services: each of its pages ends where 10,000
  // operations were read.
  await portal.db.sql(`
    set session_replication_role = replica;
    insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route,
      phone_given, phone, amount, commission,
      currency, details, state, balance_before, balance_after, created_at, updated_at)
    select ${accountId}, 1000 + n, 'x-' || n, '', 'OTHER', 'DEBIT', 'R', '77', '77', 1, 0, 'XOF',
      '{}', 'SUCCESS', 0, 0, at, at
    from generate_series(1, 12000) n, lateral (select timestamptz '2026-05-01T10:01:20Z' + n
      * interval '1 ms') t (at)`);
  const filter: RowFilter = {
    rejected: {
      accountId,
      endpoint: null,
      code: null,
      keyName: null,
      given: null,
      from: null,
      until: null,
      services: null,
    },
    operations: { ...everyOperation, accountId, services: ['OPA_SN_API_CASH_IN'] },
    code: null,
  };
  const ids: string[] = [];
  let place: RowPlace | null = null;
  let pages = 0;
  do {
    const { rows, next } = await readRequestPage(portal.db.database, accountId, filter, place);
    ids.push(...rows.map(({ outcome, at, id }) => `${at.toISOString()} ${outcome} ${id}`));
    place = next;
    pages += 1;
    assert.ok(pages < 20);
  } while (place !== null);
  assert.equal(new Set(ids).size, 2 * count);
  assert.equal(ids.length, 2 * count);
  const times = ids.map((id) => id.slice(0, 24));
  assert.deepEqual(times, times.toSorted().toReversed());
});

test('accepted requests are of the whole account, and nobody else’s', async () => {
  assert.deepEqual((await owner.get('request-log/accepted')).json.endpoints, []);
  const operator = await operatorBrowser(portal, 'Fatou', { role: 'support' });
  assert.equal((await operator.get('request-log/accepted')).status, 403);
});
