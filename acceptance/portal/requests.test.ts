// Does a developer find out why a call was refused? Refused calls show up, with what to do, and without anything secret; and what else a developer
// looks up.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { lookAt } from './look.ts';
import { newDeveloper } from './people.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await openStage({ JOKKO_PUBLIC_STATUS: 'on' });
});
after(() => stage.close());

/** What must never be seen again. */
const canaries = {
  card: '4242424242424242',
  cvc: '737',
  hmac: 'c4naryc4naryc4naryc4naryc4naryc4naryc4nary',
  token: 'hook-t0ken-canary',
  phone: '771234567',
};

async function post(path: string, body: string, headers: Record<string, string> = {}): Promise<{ code: number }> {
  const response = await fetch(`${stage.installation.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return (await response.json()) as { code: number };
}

test('P8 refused calls are found with what to do, each by what it was, and hold no secret', async () => {
  const { visitor } = await newDeveloper(stage);
  const { page } = visitor;
  const firstCall = (await page.evaluate(async () => (await fetch('/portal/api/home/first-call')).json())) as { apiKey: string };
  const { apiKey } = firstCall;
  const me = (await page.evaluate(async () => (await fetch('/portal/api/me')).json())) as { membership: { accountId: number } };
  const operation = '/api-services/operation';
  const sent = {
    ...{ apiKey, codeService: 'OPA_SN_API_CASH_IN', amount: 'beaucoup', phone: canaries.phone, externalTransactionId: 'commande-1' },
    ...{ callbackUrl: `http://127.0.0.1:1/${canaries.token}`, cardNumber: canaries.card, cardCvc: canaries.cvc, [canaries.hmac]: 1 },
  };
  assert.equal((await post(operation, JSON.stringify(sent), { 'hmac-signature': canaries.hmac })).code, 4022);
  assert.equal((await post(operation, `{"apiKey":"${apiKey}","codeService":`)).code, 4022);
  assert.equal((await post(operation, JSON.stringify({ ...sent, apiKey: `${apiKey.slice(0, -1)}-` }))).code, 4001);
  assert.equal((await post(operation, JSON.stringify({ ...sent, amount: 100, codeService: 'NO_SUCH_SERVICE' }))).code === 2000, false);

  await visitor.open('/requests');
  const rows = page.getByRole('row').filter({ hasText: 'POST /api-services/operation' });
  await rows.nth(3).waitFor();
  await lookAt(page, 'requests-fr');
  await page.getByRole('search').getByLabel('Code').selectOption('4001');
  await rows.nth(1).waitFor({ state: 'detached' });
  await rows.first().getByText('4001').waitFor();
  await page.getByRole('search').getByLabel('Code').selectOption('4022');
  await rows.nth(1).waitFor();
  await rows.nth(1).getByRole('button').first().click();
  await page.getByRole('heading', { name: 'Que faire ?' }).or(page.getByText('Que faire ?')).first().waitFor();
  await page.getByRole('cell', { name: 'commande-1' }).waitFor();
  await lookAt(page, 'request-fr');
  const told = await page.evaluate(async () => {
    const list = (await (await fetch('/portal/api/requests')).json()) as { items: { id: string }[] };
    const all = await Promise.all(list.items.map(async ({ id }) => (await fetch(`/portal/api/requests/${id}`)).text()));
    return { count: list.items.length, text: all.join('\n') };
  });
  assert.equal(told.count, 4);
  const { calls } = await stage.installation.cli<{ calls: { code: number }[] }>([
    'request',
    'list',
    String(me.membership.accountId),
    '--code',
    '4001',
  ]);
  assert.deepEqual(
    calls.map(({ code }) => code),
    [4001],
  );
  const secrets = { ...canaries, key: apiKey, keySecret: apiKey.split('_')[3]! };
  for (const [name, secret] of Object.entries(secrets)) assert.ok(!told.text.includes(secret), `${name} in ${told.text}`);
  await visitor.close();
});

test('P8 a developer looks up bills and a withdrawal code as the API does, and sees how the services are', async () => {
  const { visitor } = await newDeveloper(stage, { language: 'en', width: 390 });
  const { page } = visitor;
  await visitor.open('/look-ups');
  await page.getByLabel('Contract or customer number').fill('21000000001');
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  await page.getByRole('heading', { name: 'Unpaid bills' }).waitFor();
  await lookAt(page, 'look-ups-bills-en-phone');
  await page.getByRole('tab', { name: 'Pick-up of a remittance' }).click();
  await page.getByLabel('Withdrawal code').fill('89000005');
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  await page.getByText('receiveAmount', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Quote of a remittance' }).click();
  await page.getByLabel('Amount to send').fill('3000');
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  await page.getByText('sendAmounts.sendAmount', { exact: true }).waitFor();
  await lookAt(page, 'look-ups-quote-en-phone');
  await visitor.open('/status');
  await page.getByText('No incident seen.').waitFor();
  await lookAt(page, 'status-en-phone');
  await visitor.close();
  const stranger = await stage.visit();
  await stranger.open('/status');
  await stranger.page.getByText('Aucun incident vu.').waitFor();
  await lookAt(stranger.page, 'status-fr-signed-out');
  await stranger.close();
});
