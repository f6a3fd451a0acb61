// S8: bulk payouts by API. What a batch answers, that each line is paid once, who approves, how it
// is stopped, and the callback of its end. Users work at the portal.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { verifyWebhook } from '@jokko/contract';
import {
  createClient,
  openFixture,
  sendRequest,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Answer, Client, Fixture, Json } from './harness/index.ts';

const path = '/api-services/payouts';
const service = 'OPA_SN_API_CASH_IN';

describe('S8 payouts by API', { concurrency: true }, () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await openFixture({ fund: 900_000_000 });
  });
  after(() => fixture.close());

  const line = (members: Record<string, unknown> = {}): Record<string, unknown> => ({
    phone: uniquePhone('0000'),
    amount: 1_000,
    codeService: service,
    externalTransactionId: uniqueId('line'),
    name: 'Awa',
    ...members,
  });
  const batch = (members: Record<string, unknown> = {}): Record<string, unknown> => ({
    id: uniqueId('batch'),
    name: 'Salaires',
    lines: [line(), line()],
    ...members,
  });
  const send = (
    body: unknown,
    { apiKey }: Pick<Client, 'apiKey'> = fixture.client,
  ): Promise<Answer> =>
    sendRequest(fixture.client.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', secretkey: apiKey },
      body: JSON.stringify(body),
    });
  const move = (payoutId: string, to: string): Promise<Answer> =>
    fixture.client.post(`${path}/${payoutId}/${to}`, { apiKey: fixture.client.apiKey });
  const get = (rest: string, apiKey = fixture.client.apiKey): Promise<Answer> =>
    fixture.client.get(`${path}/${rest}`, { Secretkey: apiKey });
  const ended = async (payoutId: string): Promise<Json> => {
    let found: Json;
    await until(`payout ${payoutId} ends`, async () => {
      found = (await get(payoutId)).json.data;
      return /^(done|canceled|refused)$/.test(found.state);
    });
    return found;
  };

  it('S8 each line is one transaction under the merchant’s own id, and the end is one signed callback', async () => {
    const url = `${fixture.receiver.url}?batch=${uniqueId('b')}`;
    const body = batch({
      lines: [line({ data: { employee: 7 } }), line({ phone: uniquePhone('9001') })],
      callbackUrl: url,
    });
    const { json, text } = await send(body);
    assert.equal(json.code, 2000, text);
    assert.deepEqual(
      [json.data.id, json.data.lines, json.data.total, json.data.wrong, json.data.duplicates],
      [body['id'], 2, 2_000, [], 0],
    );
    assert.equal(json.data.state, 'running', 'within the limit of a key of the sandbox');
    const { payoutId } = json.data;
    const done = await ended(payoutId);
    assert.deepEqual([done.state, done.paid], ['done', 1_000]);
    assert.deepEqual(done.counts, { waiting: 0, sent: 0, succeeded: 1, failed: 1, canceled: 0 });
    const { lines, next } = (await get(`${payoutId}/lines`)).json.data;
    assert.deepEqual(
      [lines.map((each: Json) => each.state), next],
      [['succeeded', 'failed'], null],
    );
    assert.equal(lines[1].error.field, 'line');
    const first = (body['lines'] as Json[])[0];
    const status = await fixture.client.status(first.externalTransactionId);
    assert.equal(String(status.json.data.transactionId), lines[0].transactionId);
    const told = () => fixture.receiver.requests.filter(({ path: at }) => url.endsWith(at));
    await until(
      'two lines and the end are told',
      () => new Set(told().map(({ headers }) => headers['webhook-id'])).size === 3,
    );
    const end = told().find(({ json: each }) => each.event === 'payout.ended')!;
    assert.deepEqual(end.json.payout, (await get(payoutId)).json.data, 'asking says the same');
    const secret = fixture.account.webhookSecret;
    for (const { headers, text: body } of told())
      assert.deepEqual(await verifyWebhook({ headers, body, secret }), { ok: true });
    const ofLine = told().find(
      ({ json: each }) => each.transaction?.transactionId === lines[0].transactionId,
    )!;
    assert.deepEqual(ofLine.json.transaction.data, {
      employee: 7,
      payout: Number(payoutId),
      line: 1,
    });
  });

  it('S8 the same id with the same batch answers it again; with another one 4009', async () => {
    const body = batch();
    const answers = await Promise.all([send(body), send(body), send(body)]);
    const [{ payoutId }] = answers.map(({ json }) => json.data) as [Json];
    assert.deepEqual(
      answers.map(({ json }) => [json.code, json.data.payoutId]),
      [
        [2000, payoutId],
        [2000, payoutId],
        [2000, payoutId],
      ],
    );
    await ended(payoutId);
    const again = await send(body);
    assert.deepEqual([again.json.data.payoutId, again.json.data.state], [payoutId, 'done']);
    const other = await send({ ...body, lines: [line()] });
    assert.deepEqual([other.json.code, other.json.data], [4009, {}]);
  });

  it('S8 a line that stands in two batches is paid once, and says by which transaction', async () => {
    const shared = line();
    const first = await send(batch({ lines: [shared] }));
    await ended(first.json.data.payoutId);
    const [paid] = (await get(`${first.json.data.payoutId}/lines`)).json.data.lines;
    const { json } = await send(batch({ lines: [line(), shared] }));
    assert.equal(json.code, 4022);
    assert.deepEqual(
      json.data.wrong.map((each: Json) => [each.line, each.field]),
      [[2, 'externalTransactionId']],
    );
    assert.ok(json.data.wrong[0].message.includes(paid.transactionId), json.data.wrong[0].message);
    const externalTransactionId = uniqueId('race');
    const races = await Promise.all(
      Array.from({ length: 6 }, () => send(batch({ lines: [line({ externalTransactionId })] }))),
    );
    assert.equal(races.filter(({ json: each }) => each.code === 2000).length, 1);
    assert.ok(races.every(({ json: each }) => each.code === 2000 || each.code === 4022));
  });

  it('S8 wrong lines: nothing is made and each is told; with skipWrong the others are paid', async () => {
    const good = line();
    const lines = [
      good,
      line({ amount: 0 }),
      line({ phone: '12' }),
      line({ codeService: 'OPC_SN_API_CASH_OUT' }),
      line({ codeService: 'NOWHERE' }),
      line({ externalTransactionId: good['externalTransactionId'] }),
      line({ amount: 3 }),
      'no line',
      line({ data: { text: 'x'.repeat(5_000) } }),
    ];
    const body = batch({ lines });
    const { json } = await send(body);
    assert.deepEqual([json.code, json.error], [4022, true]);
    const fields = json.data.wrong.map((each: Json) => `${each.line} ${each.field}`);
    assert.deepEqual(fields, ['8 line', '9 data']);
    assert.deepEqual(
      json.errors.map((each: Json) => each.field),
      ['lines.8.line', 'lines.9.data'],
    );
    const form = await send({ ...body, lines: lines.slice(0, 7) });
    assert.deepEqual(
      form.json.data.wrong.map((each: Json) => `${each.line} ${each.field}`),
      [
        '2 amount',
        '3 phone',
        '4 codeService',
        '5 codeService',
        '6 externalTransactionId',
        '7 amount',
      ],
    );
    const made = await send({ ...body, skipWrong: true });
    assert.deepEqual(
      [made.json.code, made.json.data.lines, made.json.data.total],
      [2000, 1, 1_000],
    );
    assert.equal(new Set(made.json.data.wrong.map((each: Json) => each.line)).size, 8);
    assert.equal((await ended(made.json.data.payoutId)).counts.succeeded, 1);
  });

  it('S8 above the limit of its key a batch waits for approval, and can be withdrawn; nothing is paid', async () => {
    const { json } = await send(
      batch({ lines: [line({ amount: 600_000 }), line({ amount: 600_000 })] }),
    );
    const { payoutId, state } = json.data;
    assert.equal(state, 'awaiting_approval');
    assert.equal((await move(payoutId, 'pause')).json.code, 4000);
    const canceled = await move(payoutId, 'cancel');
    assert.deepEqual([canceled.json.code, canceled.json.data.state], [2000, 'canceled']);
    assert.equal((await move(payoutId, 'resume')).json.code, 4000);
    const { lines } = (await get(`${payoutId}/lines?state=canceled&limit=1`)).json.data;
    assert.deepEqual(
      lines.map((each: Json) => [each.line, each.transactionId]),
      [[1, null]],
    );
  });

  it('S8 lines that look like a payment of before wait for approval, whatever the key may pay', async () => {
    const twice = line();
    await ended((await send(batch({ lines: [twice] }))).json.data.payoutId);
    const { json } = await send(
      batch({ lines: [{ ...twice, externalTransactionId: uniqueId('line') }] }),
    );
    assert.deepEqual([json.data.state, json.data.duplicates], ['awaiting_approval', 1]);
  });

  it('S8 paused, resumed and cancelled: what has not gone out is not paid', async () => {
    const { json } = await send(batch({ lines: Array.from({ length: 80 }, () => line()) }));
    const { payoutId } = json.data;
    assert.equal((await move(payoutId, 'pause')).json.data.state, 'paused');
    assert.equal((await move(payoutId, 'resume')).json.data.state, 'running');
    assert.equal((await move(payoutId, 'cancel')).json.code, 2000);
    const { counts } = await ended(payoutId);
    assert.equal(counts.succeeded + counts.canceled, 80);
    assert.ok(counts.canceled > 0);
  });

  it('S8 a key that may not pay is refused, and one for other services names the line', async () => {
    const { installation, account } = fixture;
    const key = async (...limits: string[]): Promise<string> =>
      (
        await installation.cli<{ apiKey: string }>([
          'key',
          'create',
          String(account.accountId),
          ...limits,
        ])
      ).apiKey;
    const reading = await key('--scope', 'read-only');
    const { json } = await send(batch(), { apiKey: reading });
    assert.deepEqual([json.code, json.data], [4003, {}]);
    const other = await key('--services', 'OPC_SN_API_CASH_IN');
    const refused = await send(batch({ lines: [line()] }), { apiKey: other });
    assert.deepEqual([refused.json.code, refused.json.data.wrong[0].field], [4022, 'codeService']);
    assert.equal((await send(batch(), { apiKey: 'no-such-key' })).json.code, 4001);
    const foreign = await fixture.newClient();
    const { payoutId } = (await send(batch())).json.data;
    for (const to of ['pause', 'resume', 'cancel']) {
      const body = { apiKey: other };
      const moved = await fixture.client.post(`${path}/${payoutId}/${to}`, body);
      assert.equal(moved.json.code, 4003, moved.text);
      assert.match(moved.json.msg, /OPA_SN_API_CASH_IN/);
    }
    for (const odd of [payoutId, '0', 'x', '99999999'])
      assert.equal((await get(odd, foreign.apiKey)).json.code, 4004, odd);
    assert.equal((await get(`${payoutId}/lines`, reading)).json.code, 2000);
    assert.equal(
      (
        await createClient(installation.baseUrl, reading).post(`${path}/${payoutId}/cancel`, {
          apiKey: reading,
        })
      ).json.code,
      4003,
    );
  });

  it('S8 a large batch needs its key in the header, and 5 MiB is the most', async () => {
    const large = batch({
      lines: [line({ data: { text: 'x'.repeat(4_000) } })],
      padding: ['x'.repeat(35_000), 'x'.repeat(35_000)],
    });
    assert.equal((await send(large)).json.code, 2000);
    const inBody = await sendRequest(fixture.client.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...large, id: uniqueId('b'), apiKey: fixture.client.apiKey }),
    });
    assert.equal(inBody.json.code, 4001);
    assert.equal((await send({ ...large, padding: 'x'.repeat(5_300_000) })).json.code, 4022);
    for (const [members, field] of [
      [{ lines: [] }, 'lines'],
      [{ lines: undefined }, 'lines'],
      [{ lines: {} }, 'lines'],
      [{ lines: Array.from({ length: 10_001 }, () => 1) }, 'lines'],
      [{ id: '' }, 'id'],
      [{ name: 5 }, 'name'],
      [{ callbackUrl: 'ftp://a.example' }, 'callbackUrl'],
    ] as const) {
      const { json } = await send(batch(members));
      assert.deepEqual([json.code, json.errors.map((each: Json) => each.field)], [4022, [field]]);
    }
  });
});
