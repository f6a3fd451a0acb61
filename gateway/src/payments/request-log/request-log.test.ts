// The log of refused calls: written beside the requests, under the account whose key was shown,
// never more than there is room for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import {
  createRequestLog,
  findRejectedRequest,
  listRejectedRequests,
  type RequestLog,
  type RejectedRequest,
} from './index.ts';

const db = useDatabase(async () => {
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('one', ''), ('two', '');
    insert into api_key (account_id, key_hash, last_four)
      select n, decode(lpad(n::text, 64, '0'), 'hex'), 'abcd' from generate_series(1, 2) n`);
});

const callOf = (keyId: number, more: Partial<RejectedRequest> = {}): RejectedRequest => ({
  endpoint: 'POST /api-services/operation',
  code: 4022,
  error: null,
  message: 'phone',
  fields: [{ field: 'phone', message: 'no' }],
  keyName: `jk_test_${keyId}`,
  key: { kind: 'account', id: keyId },
  keyValid: true,
  address: '127.0.0.1',
  requestId: `r-${keyId}`,
  durationMs: 1.4,
  codeService: null,
  members: [{ name: 'phone', value: null }],
  ...more,
});
const note = (recorder: RequestLog, call: RejectedRequest): void =>
  recorder.note(call.keyName, () => call);
const all = {
  endpoint: null,
  code: null,
  keyName: null,
  given: null,
  from: null,
  until: null,
  services: null,
};

test('a call is found by its account alone, by each filter, newest first; a key that never was is nobody’s', async () => {
  const recorder = createRequestLog(db.database, Date.now);
  note(recorder, callOf(1));
  note(
    recorder,
    callOf(1, { code: 4003, codeService: 'A_SN', requestId: 'other', endpoint: 'GET /x' }),
  );
  note(recorder, callOf(2));
  note(recorder, callOf(999));
  assert.equal(await recorder.flush(), false);
  const list = (filter: Partial<typeof all> | object, accountId = 1) =>
    listRejectedRequests(db.database, { accountId, ...all, ...filter }, null, 10).then((rows) =>
      rows.map(({ code }) => code),
    );
  assert.deepEqual(await list({}), [4003, 4022]);
  assert.deepEqual(await list({}, 2), [4022]);
  assert.deepEqual(await list({ code: 4003 }), [4003]);
  assert.deepEqual(await list({ endpoint: 'GET /x' }), [4003]);
  assert.deepEqual(await list({ given: 'r-1' }), [4022]);
  assert.deepEqual(await list({ keyName: 'jk_test_2' }), []);
  assert.deepEqual(
    await list({ services: ['B_CI'] }),
    [4022],
    'of other countries only what names no service',
  );
  assert.deepEqual(await list({ until: new Date(Date.now() - 60_000) }), []);
  assert.deepEqual(await list({ from: new Date(Date.now() - 60_000) }), [4003, 4022]);
  const [newest, oldest] = await listRejectedRequests(
    db.database,
    { accountId: 1, ...all },
    null,
    10,
  );
  assert.deepEqual(
    (await listRejectedRequests(db.database, { accountId: 1, ...all }, newest!, 10)).map(
      ({ id }) => id,
    ),
    [oldest!.id],
  );
  assert.deepEqual((await findRejectedRequest(db.database, 1, oldest!.id, null))?.fields, [
    { field: 'phone', message: 'no' },
  ]);
  assert.equal(
    await findRejectedRequest(db.database, 2, oldest!.id, null),
    null,
    'not of another account',
  );
  assert.equal(
    await findRejectedRequest(db.database, 1, newest!.id, []),
    null,
    'not of another country',
  );
});

test('too many are counted and dropped, one key does not keep others out, and a database that is away loses only the log', async () => {
  const recorder = createRequestLog(db.database, Date.now);
  for (let n = 0; n < 1_000; n++) note(recorder, callOf(1));
  note(recorder, callOf(2, { requestId: 'beside' }));
  assert.equal(recorder.dropped, 800);
  await recorder.flush();
  assert.equal(
    (await listRejectedRequests(db.database, { accountId: 2, ...all, given: 'beside' }, null, 10))
      .length,
    1,
  );
  note(recorder, callOf(1));
  assert.equal(recorder.dropped, 800, 'room again');
  const away = createRequestLog(
    { query: () => Promise.reject(new Error('away')) } as never,
    Date.now,
  );
  note(away, callOf(1));
  await assert.rejects(away.flush());
  assert.deepEqual([away.dropped, await away.flush()], [1, false]);
});

test('what is a week old goes, and of an account what is more than its share, those with a wrong key by themselves', async () => {
  await db.sql(`delete from rejected_request;
    insert into rejected_request (account_id, at, endpoint, code, message, fields, key_name,
      key_valid, request_id, duration_ms, members)
    select a, jokko_now() - case when n <= 10 then interval '8 days' else interval '1 hour' end,
      'e', 4022, '', '[]', 'k', n % 2 = 0, n::text, 1, '[]'
    from generate_series(1, 2) a, generate_series(1, case a when 1 then 5000 else 20 end) n`);
  const { purge } = createRequestLog(db.database, Date.now);
  while (await purge()) {
    // Until nothing is left to remove.
  }
  const counts = await db.database.query<{
    account: number;
    valid: boolean;
    count: number;
    least: number;
  }>({
    name: 'counts_of_refused_calls',
    text: `select account_id as account, key_valid as valid, count(*)::int as count,
      min(request_id::int) as least
      from rejected_request group by 1, 2 order by 1, 2`,
  });
  assert.deepEqual(counts, [
    { account: 1, valid: false, count: 200, least: 4_601 },
    { account: 1, valid: true, count: 2_000, least: 1_002 },
    { account: 2, valid: false, count: 5, least: 11 },
    { account: 2, valid: true, count: 5, least: 12 },
  ]);
});
