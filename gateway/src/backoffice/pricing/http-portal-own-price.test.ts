// A price of an account's own: asked for by one user, counts when another one has approved it, and
// only where the account has the service.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';
import { loadAccountServices } from '../../payments/accounts/index.ts';
import type { PriceEntry } from '../../payments/catalogue/index.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Outcome } from '../approvals/index.ts';
import { priceOverrideKinds } from './index.ts';

let portal: Portal;
let asker: Browser;
let other: Browser;
let accountId: number;
/** The codes of services that the account has; `without` it has not. */
let code: string;
let strict: string;
let without: string;
const kept = { percent: '9', refundsCommission: false };

before(async () => {
  portal = await startPortal();
  asker = await operatorBrowser(portal, 'Awa');
  other = await operatorBrowser(portal, 'Moussa', { role: 'finance' });
  const account = { name: 'Teranga', currency: 'XOF', language: 'fr', allServices: false };
  accountId = (await asker.post('operator/developers', account)).json.id;
  const { services } = (await asker.get('operator/price-plan-services')).json;
  [without, strict, code] = services.map((each: { code: string }) => each.code);
  await portal.db.sql(`insert into account_service (account_id, code_service, price) values
    (${accountId}, '${strict}', '${JSON.stringify(kept)}'), (${accountId}, '${code}', null)`);
});
after(() => portal.close());

const price = (percent: string, fixed = '25') => ({ percent, fixed, minimum: '10', maximum: null });
const ask = (given: object) =>
  asker.post('operator/developers/price', { id: accountId, code, reason: 'contract', ...given });
const stored = async (of: string): Promise<PriceEntry | null | undefined> =>
  (await loadAccountServices(portal.db.database, accountId)).find((each) => each.code === of)
    ?.price;
const approve = async (id: number): Promise<unknown> =>
  (await other.post('operator/approval-requests/approve', { id, note: '' })).json;
const previewOf = async (id: number) =>
  (await other.get(`operator/approval-requests/${id}/preview`)).json;

test('an own price counts once another user has approved it; until then the former one does', async () => {
  const { approvalRequest } = (await ask({ price: price('1.5') })).json;
  assert.equal(await stored(code), null);
  const { lines, refusal } = await previewOf(approvalRequest);
  const [{ name, asked, before: shown, after: wanted }] = lines;
  assert.deepEqual([name, asked, refusal], [code, null, null]);
  assert.deepEqual([shown.price.own, wanted.price.own], [false, true]);
  assert.deepEqual([wanted.price.percent, wanted.price.fixed], ['1.5', '25']);
  assert.deepEqual(await approve(approvalRequest), { state: 'done', failure: null });
  assert.deepEqual(await stored(code), { percent: '1.5', fixed: '25', minimum: '10' });
  const back = (await ask({ price: null })).json.approvalRequest;
  assert.deepEqual(await approve(back), { state: 'done', failure: null });
  assert.equal(await stored(code), null, 'the catalogue’s counts again');
});

test('a price that changed since it was asked for is shown beside the one that counts', async () => {
  const first = (await ask({ price: price('2') })).json.approvalRequest;
  const second = (await ask({ price: price('3') })).json.approvalRequest;
  await approve(first);
  const [{ asked, before: shown, after: wanted }] = (await previewOf(second)).lines;
  assert.deepEqual([asked.price.own, shown.price.percent, wanted.price.percent], [false, '2', '3']);
  await approve(second);
  assert.equal((await stored(code))!.percent, '3');
});

test('whether a refund gives the commission back stays as the account’s price has it', async () => {
  const { approvalRequest } = (await ask({ code: strict, price: price('4') })).json;
  await approve(approvalRequest);
  const { percent, refundsCommission } = (await stored(strict))!;
  assert.deepEqual([percent, refundsCommission], ['4', false]);
});

test('a price is given for a service that is offered and that the account has', async () => {
  await portal.db.sql(`insert into account_service values (${accountId}, 'LEFT', null)`);
  for (const unknown of [without, 'LEFT', 'NONE'])
    assert.equal((await ask({ code: unknown, price: price('1') })).code, 'notFound', unknown);
  assert.equal((await ask({ id: 99, price: price('1') })).code, 'notFound');
});

test('a price above everything, below nothing, or with bounds that cross is refused by its field', async () => {
  for (const [given, field, problem] of [
    [price('100.01'), 'price.percent', 'aboveHundred'],
    [{ ...price('1', '0'), minimum: '5', maximum: '4' }, 'price.maximum', 'notAllowed'],
  ] as const) {
    const { fields } = (await ask({ price: given })).json.error;
    assert.deepEqual(fields, [{ field, problem }]);
  }
});

test('a price that cannot be given, as to an account that is gone, changes nothing', async () => {
  const kind = priceOverrideKinds['own-price']!;
  if (!('within' in kind)) assert.fail('it is carried out in the transaction that approves it');
  const parameters = { code, currency: 'XOF', price: { percent: '5' } };
  assert.equal(kind.check(parameters), null);
  assert.equal(kind.check({ ...parameters, price: null }), null);
  assert.match(kind.check({ ...parameters, price: { percent: '101' } })!, /^percent /);
  const { database } = portal.db;
  await portal.db.sql(`insert into account_service (account_id, code_service) values (1, '${code}')
    on conflict do nothing`);
  for (const gone of [null, 99]) {
    const request = { id: 1, accountId: gone, parameters, reason: '', askedBy: 1, decidedBy: 2 };
    const { lines, refusal } = await kind.preview!(database, request);
    assert.deepEqual([lines[0]!.before, refusal], [null, 'unknown service']);
    const given: Outcome = await inTransaction(database, (session) =>
      kind.within(session, request),
    );
    assert.deepEqual(given, { done: false, result: { refusal: 'unknown account' } });
  }
});
