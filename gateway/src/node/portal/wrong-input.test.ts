// Checks the portal's answers to invalid input: they name the invalid field and the reason,
// nothing changes, and nothing is reported as an internal error.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { refusalOfError } from '../../platform/http/portal/register.ts';
import { operatorBrowser } from './testing/operator.ts';
import { startPortal } from './testing/portal.ts';
import type { Answer, Browser, Portal } from './testing/portal.ts';

let portal: Portal;
let operator: Browser;
let second: Browser;
let accountId: number;

before(async () => {
  portal = await startPortal();
  operator = await operatorBrowser(portal, 'Awa');
  second = await operatorBrowser(portal, 'Moussa');
  const opened = await operator.post('operator/developers', {
    name: 'Teranga',
    currency: 'XOF',
    language: 'fr',
    allServices: false,
  });
  accountId = opened.json.id;
  await portal.db.sql(
    `insert into catalogue (document)
      values ('{"services":[{"code":"OPA_SN_API_CASH_IN"}],"routes":[]}')`,
  );
});
after(() => portal.close());

async function agree({ json }: Answer): Promise<void> {
  assert.equal(
    (
      await second.post('operator/approval-requests/approve', {
        id: json.approvalRequest,
        note: '',
      })
    ).json.state,
    'done',
  );
}
const fault = ({ status, json }: Answer): string =>
  `${status} ${json.error?.fields?.[0]?.field} ${json.error?.fields?.[0]?.problem}`;
/** Beyond the largest amount. */
const huge = '999999999999';

test('a price that cannot be calculated with is refused and changes nothing', async () => {
  const fair = { percent: '1.5', fixed: '0', minimum: null, maximum: null };
  const set = (price: object | null) =>
    operator.post('operator/developers/price', {
      id: accountId,
      code: 'OPA_SN_API_CASH_IN',
      price,
      reason: 'contract 12',
    });
  assert.equal((await set(fair)).code, 'notFound', 'of a service that the account has');
  assert.equal(
    (
      await operator.post('operator/developers/service', {
        id: accountId,
        code: 'OPA_SN_API_CASH_IN',
        active: true,
      })
    ).status,
    200,
  );
  await agree(await set(fair));
  for (const member of ['fixed', 'minimum', 'maximum']) {
    assert.equal(fault(await set({ ...fair, [member]: huge })), `400 price.${member} notAllowed`);
  }
  for (const percent of [huge, '100.0001'])
    assert.equal(fault(await set({ ...fair, percent })), '400 price.percent aboveHundred');
  assert.equal(
    fault(await set({ ...fair, minimum: '2', maximum: '1' })),
    '400 price.maximum notAllowed',
  );
  const { services } = (await operator.get(`operator/developers/${accountId}`)).json;
  assert.equal(
    services.find(({ code }: { code: string }) => code === 'OPA_SN_API_CASH_IN').percent,
    '1.5',
  );
});

test('a price set here leaves it as it is whether a refund gives the commission back', async () => {
  const kept = () =>
    portal.db.database.query<{ price: object }>({
      name: 'kept_price',
      text: `select price from account_service where account_id = ${accountId}`,
    });
  await portal.db.sql(
    `update account_service set price = '{"percent":"1","refundsCommission":false}'
      where account_id = ${accountId}`,
  );
  const price = { percent: '2', fixed: '0', minimum: null, maximum: null };
  const before = (await kept())[0]!.price;
  const asked = await operator.post('operator/developers/price', {
    id: accountId,
    code: 'OPA_SN_API_CASH_IN',
    price,
    reason: 'contract',
  });
  assert.equal(
    (
      await operator.post('operator/approval-requests/approve', {
        id: asked.json.approvalRequest,
        note: '',
      })
    ).code,
    'ownRequest',
  );
  assert.deepEqual((await kept())[0]!.price, before, 'one person changes no price');
  const [approvalRequest] = (await operator.get('operator/approval-requests?state=open')).json
    .items;
  const entry = { percent: '2', fixed: '0', minimum: null, maximum: null };
  assert.deepEqual(
    [approvalRequest.kind, approvalRequest.currency, approvalRequest.price],
    ['own-price', 'XOF', { code: 'OPA_SN_API_CASH_IN', entry }],
  );
  const previewed = async () =>
    (await operator.get(`operator/approval-requests/${approvalRequest.id}/preview`)).json.lines[0];
  const { name, asked: then, before: now, after: later } = await previewed();
  assert.deepEqual(
    [name, then, now.price.percent, later.price.percent],
    ['OPA_SN_API_CASH_IN', null, '1', '2'],
  );
  const setOwn = (percent: string) =>
    portal.db.sql(
      `update account_service set price = jsonb_set(price::jsonb, '{percent}', '"${percent}"')
        where account_id = ${accountId}`,
    );
  await setOwn('1.5');
  const changed = await previewed();
  assert.deepEqual([changed.asked.price.percent, changed.before.price.percent], ['1', '1.5']);
  await setOwn('1');
  await agree(asked);
  assert.deepEqual((await kept())[0]!.price, {
    percent: '2',
    fixed: '0',
    refundsCommission: false,
  });
});

test('amounts beyond the largest one are called too large, and no limit falls because of one', async () => {
  const money = { key: randomUUID(), accountId, currency: 'XOF', reason: 'virement' };
  assert.equal(
    fault(await operator.post('operator/fund', { ...money, amount: huge })),
    '400 amount tooLarge',
  );
  assert.equal(
    fault(await operator.post('operator/fund', { ...money, amount: '1.5' })),
    '400 amount tooManyDecimals',
  );
  assert.equal(
    (await operator.post('operator/refund-limit', { accountId: null, limit: '5000', reason: '' }))
      .status,
    200,
  );
  assert.equal(
    fault(
      await operator.post('operator/refund-limit', { accountId: null, limit: huge, reason: '' }),
    ),
    '400 limit tooLarge',
  );
  assert.equal((await operator.get('operator/refund-limit')).json.installation, '5000');
});

test('numbers beyond any id, times beyond any calendar and characters that no column holds name their field', async () => {
  const developer = (await portal.register('a@b.sn')).browser;
  const notWell = async (given: Promise<Answer>, expected: string) =>
    assert.equal(fault(await given), expected);
  await notWell(
    operator.post('operator/approval-requests/approve', { id: 2_147_483_648, note: '' }),
    '400 id tooLarge',
  );
  await notWell(
    operator.post('operator/developers/suspend', { id: 2 ** 40, suspended: true, reason: 'r' }),
    '400 id tooLarge',
  );
  await notWell(operator.get('operator/developers?q=%00'), '400 q badCharacters');
  await notWell(operator.get('operator/search?q=a%00b'), '400 q badCharacters');
  await notWell(developer.get('claims?after=2147483648'), '400 after badCharacters');
  await notWell(
    developer.get('sms/batches?after=1-9999999999999999999'),
    '400 after badCharacters',
  );
  await notWell(developer.get('callbacks?since=-271820-01-01'), '400 since invalidDate');
  assert.equal((await developer.post('me', { name: 'a\0b' })).code, 'notJson');
});

test('a time zone is a name, not an offset', async () => {
  const { browser } = await portal.register('zone@b.sn');
  for (const timeZone of ['+05:00', '-03', 'Nowhere/Here']) {
    assert.equal(fault(await browser.post('me', { timeZone })), '400 timeZone notTimeZone');
  }
  for (const timeZone of ['Africa/Dakar', 'UTC'])
    assert.equal((await browser.post('me', { timeZone })).status, 200);
});

test('whatever else the database cannot hold is called invalid, not a database that is away', () => {
  for (const [fault, code] of [
    ['value', 'invalid'],
    ['away', 'notNow'],
    [null, 'internal'],
  ] as const) {
    assert.equal(refusalOfError(new Error('x'), fault).refusal, code);
  }
});
