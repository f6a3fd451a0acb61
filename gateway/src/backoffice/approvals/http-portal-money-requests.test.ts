// Requests that move money by two users of the operator: asked for once, carried out once by
// another one, and shown as they are.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { runDoctor } from '../../node/doctor/index.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let asker: Browser;
let other: Browser;
let accountId: number;

before(async () => {
  portal = await startPortal();
  asker = await operatorBrowser(portal, 'Awa');
  other = await operatorBrowser(portal, 'Moussa');
  const account = { name: 'Teranga', currency: 'XOF', language: 'fr', allServices: false };
  accountId = (await asker.post('operator/developers', account)).json.id;
});
after(() => portal.close());

async function ask(kind: 'fund' | 'adjust', amount: string): Promise<number> {
  const approvalRequest = {
    key: randomUUID(),
    accountId,
    currency: 'XOF',
    amount,
    reason: 'virement reçu',
  };
  const { status, json } = await asker.post(`operator/${kind}`, approvalRequest);
  assert.equal(status, 200, JSON.stringify(json));
  return json.id;
}
const previewOf = async (browser: Browser, id: number) =>
  (await browser.get(`operator/approval-requests/${id}/preview`)).json;
const available = async (): Promise<string> =>
  (await asker.get(`operator/developers/${accountId}`)).json.balances[0].available;

test('funding waits for another user, who approves it once', async () => {
  const id = await ask('fund', '1500');
  assert.equal(await available(), '0');
  assert.equal(
    (await asker.post('operator/approval-requests/approve', { id, note: '' })).code,
    'ownRequest',
  );
  const xof = (amount: string) => ({ amount, currency: 'XOF' });
  const balance = { subject: 'available', name: null, asked: null };
  assert.deepEqual(await previewOf(other, id), {
    lines: [{ ...balance, before: xof('0'), after: xof('1500') }],
    refusal: null,
  });
  const answers = await Promise.all(
    [1, 2, 3].map(() => other.post('operator/approval-requests/approve', { id, note: 'vu' })),
  );
  assert.deepEqual(answers.map(({ json, code }) => code ?? json.state).sort(), [
    'conflict',
    'conflict',
    'done',
  ]);
  assert.equal(await available(), '1500');
  assert.deepEqual(await previewOf(other, id), { lines: [], refusal: null }, 'it is decided');
  const [approvalRequest] = (await asker.get('operator/approval-requests?state=done')).json.items;
  assert.deepEqual(
    [
      approvalRequest.id,
      approvalRequest.kind,
      approvalRequest.accountName,
      approvalRequest.amount,
      approvalRequest.askedBy,
      approvalRequest.decidedBy,
      approvalRequest.own,
    ],
    [id, 'fund', 'Teranga', '1500', 'Awa', 'Moussa', true],
  );
});

test('what is sent again because its answer was lost is one approval request, at once or later; other values under its key are none', async () => {
  const count = async () => (await asker.get('operator/approval-requests')).json.items.length;
  const before = await count();
  const approvalRequest = {
    key: randomUUID(),
    accountId,
    currency: 'XOF',
    amount: '11',
    reason: 'virement',
  };
  const tries = await Promise.all(
    [1, 2, 3].map(() => asker.post('operator/fund', approvalRequest)),
  );
  assert.equal(new Set(tries.map(({ json }) => json.id)).size, 1);
  assert.deepEqual(tries.map(({ json }) => json.repeated).sort(), [false, true, true]);
  const { id } = tries[0]!.json;
  assert.equal(
    (await other.post('operator/approval-requests/approve', { id, note: '' })).json.state,
    'done',
  );
  assert.deepEqual(
    (await asker.post('operator/fund', approvalRequest)).json,
    { id, repeated: true },
    'approved meanwhile',
  );
  assert.equal(
    (await asker.post('operator/fund', { ...approvalRequest, amount: '12' })).code,
    'sentBefore',
  );
  assert.equal((await asker.post('operator/adjust', approvalRequest)).code, 'sentBefore');
  assert.equal(
    (await other.post('operator/fund', approvalRequest)).json.repeated,
    false,
    'keys are each person’s own',
  );
  assert.equal(await count(), before + 2);
  const adjustedBack = await ask('adjust', '-11');
  assert.equal(
    (await other.post('operator/approval-requests/approve', { id: adjustedBack, note: '' })).json
      .state,
    'done',
  );
});

test('an adjustment takes away what is there, and no more; the books stay in order', async () => {
  const id = await ask('adjust', '-500');
  assert.equal(
    (await other.post('operator/approval-requests/approve', { id, note: '' })).json.state,
    'done',
  );
  assert.equal(await available(), '1000');
  const tooMuch = await ask('adjust', '-1001');
  const { lines, refusal } = await previewOf(other, tooMuch);
  assert.deepEqual(
    [lines[0].before.amount, lines[0].after.amount, refusal],
    ['1000', '-1', 'not covered'],
  );
  assert.deepEqual(
    (await other.post('operator/approval-requests/approve', { id: tooMuch, note: '' })).json,
    {
      state: 'failed',
      failure: 'not covered',
    },
  );
  assert.equal(await available(), '1000');
  const broken = (await runDoctor(portal.db.database)).checks.filter(
    ({ violations }) => violations > 0,
  );
  assert.deepEqual(broken, []);
});

test('what was refused or withdrawn changes nothing, and amounts that cannot be are said', async () => {
  const [refused, withdrawn] = [await ask('fund', '7'), await ask('fund', '8')];
  assert.equal(
    (await other.post('operator/approval-requests/refuse', { id: refused, note: 'non' })).status,
    200,
  );
  assert.equal(
    (await asker.post('operator/approval-requests/withdraw', { id: withdrawn })).status,
    200,
  );
  for (const id of [refused, withdrawn])
    assert.equal(
      (await other.post('operator/approval-requests/approve', { id, note: '' })).code,
      'conflict',
    );
  const wrong = async (body: object) =>
    (
      await asker.post('operator/fund', {
        key: randomUUID(),
        accountId,
        currency: 'XOF',
        amount: '1',
        reason: 'r',
        ...body,
      })
    ).json.error;
  for (const amount of ['-1', '0'])
    assert.equal((await wrong({ amount })).fields[0].problem, 'notPositive');
  assert.equal((await wrong({ amount: '1.5' })).fields[0].problem, 'tooManyDecimals');
  assert.equal((await wrong({ currency: 'ZZZ' })).fields[0].field, 'currency');
  assert.equal((await wrong({ accountId: 999 })).code, 'notFound');
});

test('a coin is enough to be asked for, and nothing is no adjustment', async () => {
  const given = { key: randomUUID(), accountId, currency: 'EUR', amount: '0.01', reason: 'r' };
  assert.equal((await asker.post('operator/fund', given)).status, 200);
  const nothing = { ...given, key: randomUUID(), amount: '0' };
  const { fields } = (await asker.post('operator/adjust', nothing)).json.error;
  assert.equal(fields[0].problem, 'notPositive');
});

test('each kind of request says what it asks for, and no more', async () => {
  const email = 'binta@x.sn';
  await portal.db
    .sql(`insert into approval_request (kind, side, account_id, parameters, reason, asked_by,
      expires_at)
    select kind, 'operator', account, parameters::json, '', (select min(id) from portal_user),
      jokko_now() + interval '1 day'
    from (values
      ('developer-invitation', ${accountId}, '{"email":"${email}","role":"owner"}'),
      ('developer-reset', ${accountId}, '{"email":"${email}","secondFactors":true}'),
      ('developer-reset', ${accountId}, '{"email":"${email}"}'),
      ('own-price', ${accountId}, '{"code":"A","price":null}'),
      ('own-price', ${accountId}, '{"code":"A","price":{"percent":2}}'),
      ('refund-limit', null, '{"limit":null,"inForce":"5"}'),
      ('refund-limit', ${accountId}, '{"limit":"7","inForce":"5"}'),
      ('float', null, '{"route":"R","reference":"B1","valueDate":"2030-01-01"}'),
      ('settle', ${accountId}, '{"settlementId":1}'),
      ('resolve', ${accountId}, '{"outcome":"succeeded","evidence":"letter"}'),
      ('close-case', ${accountId}, '{"how":"charged","liableParty":null}'),
      ('catalogue', null, '{"draft":3}'), ('fund', ${accountId}, '{"draft":3}')
    ) as asked (kind, account, parameters);
    insert into payout_destination (account_id, kind, holder, institution, country, scheme, number,
      added_by)
      select ${accountId}, 'bank', 'Teranga SARL', 'CBAO', 'SN', 'rib', '1', min(id)
        from portal_user;
    insert into settlement (account_id, key, destination_id, currency, amount, fee)
      select ${accountId}, 'k', id, 'XOF', 1000000, 50000 from payout_destination`);
  const { items } = (await asker.get('operator/approval-requests?state=open')).json;
  const shown = items.slice(0, 13).toReversed();
  assert.deepEqual(
    shown.map(({ what }: { what: string | null }) => what),
    [
      `${email} as_owner`,
      `${email} without_factors`,
      email,
      null,
      null,
      'all_accounts 5 raised_to no_limit',
      '5 raised_to 7',
      'R · B1 · 2030-01-01',
      '1',
      'succeeded letter',
      'charged',
      null,
      null,
    ],
  );
  assert.deepEqual(
    shown.slice(2, 6).map(({ price }: { price: unknown }) => price),
    [
      null,
      { code: 'A', entry: null },
      { code: 'A', entry: { percent: '2', fixed: null, minimum: null, maximum: null } },
      null,
    ],
  );
  assert.deepEqual(
    shown.slice(11).map(({ draft }: { draft: unknown }) => draft),
    [{ kind: 'catalogue', id: 3 }, null],
  );
  assert.deepEqual([shown[5].accountName, shown[6].accountName], [null, 'Teranga']);
  assert.deepEqual(
    shown.map(({ settlement }: { settlement: { fee: string } | null }) => settlement?.fee ?? null),
    shown.map(({ kind }: { kind: string }) => (kind === 'settle' ? '5' : null)),
  );
  assert.equal((await asker.get('operator/approval-requests/999999/preview')).code, 'notFound');
});

test('who approves a move of a float sees that the bank’s reference was booked by another one before', async () => {
  await portal.db
    .sql(`insert into approval_request (kind, side, parameters, reason, asked_by, expires_at)
    select 'float', 'operator', json_build_object('route', 'R', 'reference', 'V-' || n, 'valueDate',
      '2030-01-01'), '', min(id),
      jokko_now() + interval '1 day' from portal_user, generate_series(1, 3) n group by n
        order by n;
    insert into float_move (approval_request_id, transfer_id, route, currency, amount, reference,
      value_date)
    select case parameters ->> 'reference' when 'V-1' then id
      else (select min(id) from approval_request) end, id, 'R', 'XOF', 1,
      parameters ->> 'reference', '2030-01-01'
      from approval_request where parameters ->> 'reference' in ('V-1', 'V-2')`);
  const { items } = (await asker.get('operator/approval-requests?state=open')).json;
  assert.deepEqual(
    items
      .slice(0, 3)
      .map(({ bookedBefore }: { bookedBefore: string | null }) => bookedBefore !== null),
    [false, true, false],
    'V-3, V-2, V-1',
  );
});
