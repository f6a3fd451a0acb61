// Proves that a developer can find out why a call was rejected: rejected requests are listed with
// how to fix them and without any secret. Also covers the other reference pages of a developer.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sendRequest, until } from '../harness/index.ts';
import { lookAt } from './look.ts';
import { newDeveloper } from './people.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
before(async () => {
  harness = await openHarness({ JOKKO_PUBLIC_STATUS: 'on' });
});
after(() => harness.close());

/** What must never be seen again. */
const canaries = {
  card: '4242424242424242',
  cvc: '737',
  hmac: 'c4naryc4naryc4naryc4naryc4naryc4naryc4nary',
  token: 'hook-t0ken-canary',
  phone: '771234567',
};

async function post(
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ code: number }> {
  const { json } = await sendRequest(`${harness.installation.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return json as { code: number };
}

/**
 * Mends the request that is open and runs it: it becomes a transaction, which is listed with the
 * others and can be run again.
 */
async function runEdited(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Modifier et exécuter' }).click();
  const body = page.getByLabel('Corps (JSON)');
  const { amount, cardNumber, cardCvc, ...given } = JSON.parse(await body.inputValue()) as Record<
    string,
    unknown
  >;
  assert.equal(amount, '<amount>', 'what is not kept is a place to fill');
  assert.deepEqual([cardNumber, cardCvc], ['<cardNumber>', '<cardCvc>']);
  const kept = Object.entries(given).filter(([, value]) => !String(value).startsWith('<'));
  await body.fill(JSON.stringify({ ...Object.fromEntries(kept), amount: 100 }));
  await page.getByRole('button', { name: 'Exécuter dans le bac à sable' }).click();
  await page.getByText('"code":2000').waitFor();
  await lookAt(page, 'request-run-fr');
  await page.getByRole('button', { name: 'Fermer' }).last().click();
  await page.getByRole('search').getByLabel('Code').selectOption('');
  await page.getByRole('search').getByLabel('Résultat').selectOption('transaction');
  const accepted = page.getByRole('row').filter({ hasText: 'commande-1' });
  await accepted.getByText('2000').waitFor();
  await accepted.getByRole('button').first().click();
  await page.getByRole('button', { name: 'Modifier et exécuter' }).click();
  const again = JSON.parse(await page.getByLabel('Corps (JSON)').inputValue()) as {
    externalTransactionId: string;
  };
  assert.match(again.externalTransactionId, /^commande-1-\d{4}$/, 'another transaction');
  await lookAt(page, 'request-accepted-fr');
  await page.getByRole('button', { name: 'Fermer' }).last().click();
  await page.getByRole('search').getByLabel('Résultat').selectOption('');
}

/** A node that was busy for a moment has told so, too. */
const busyCode = 5000;

test('P8 refused calls are found with what to do, each by what it was, and hold no secret', async () => {
  const { visitor } = await newDeveloper(harness);
  const { page } = visitor;
  const firstCall = (await page.evaluate(async () =>
    (await fetch('/portal/api/home/first-call')).json(),
  )) as { apiKey: string };
  const { apiKey } = firstCall;
  const me = (await page.evaluate(async () => (await fetch('/portal/api/me')).json())) as {
    membership: { accountId: number };
  };
  const operation = '/api-services/operation';
  const sent = {
    apiKey,
    codeService: 'OPA_SN_API_CASH_IN',
    amount: 'beaucoup',
    phone: canaries.phone,
    externalTransactionId: 'commande-1',
    callbackUrl: `http://127.0.0.1:1/${canaries.token}`,
    cardNumber: canaries.card,
    cardCvc: canaries.cvc,
    [canaries.hmac]: 1,
  };
  assert.equal(
    (await post(operation, JSON.stringify(sent), { 'hmac-signature': canaries.hmac })).code,
    4022,
  );
  assert.equal((await post(operation, `{"apiKey":"${apiKey}","codeService":`)).code, 4022);
  assert.equal(
    (await post(operation, JSON.stringify({ ...sent, apiKey: `${apiKey.slice(0, -1)}-` }))).code,
    4001,
  );
  assert.equal(
    (
      await post(
        operation,
        JSON.stringify({ ...sent, amount: 100, codeService: 'NO_SUCH_SERVICE' }),
      )
    ).code === 2000,
    false,
  );

  const reads = 3;
  for (let read = 0; read < reads; read += 1)
    await sendRequest(`${harness.installation.baseUrl}/api-services/balance`, {
      headers: { secretkey: apiKey },
    });
  const counted = await page.evaluate(async () =>
    (await fetch('/portal/api/request-log/accepted')).json(),
  );
  const { endpoints } = counted as { endpoints: { endpoint: string; counts: number[] }[] };
  assert.deepEqual(
    endpoints.map(({ endpoint, counts }) => [endpoint, counts.reduce((sum, each) => sum + each)]),
    [['GET /api-services/balance', reads]],
    'what was refused, and what became a transaction, is no read',
  );

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
  await page
    .getByRole('heading', { name: 'Comment corriger' })
    .or(page.getByText('Comment corriger'))
    .first()
    .waitFor();
  await page.getByRole('cell', { name: 'commande-1' }).waitFor();
  await lookAt(page, 'request-fr');
  await runEdited(page);
  const readReported = () =>
    page.evaluate(async () => {
      const list = (await (await fetch('/portal/api/request-log?outcome=rejected')).json()) as {
        items: { id: string; code: number }[];
      };
      const all = await Promise.all(
        list.items
          .filter(({ id }) => id.startsWith('r'))
          .map(async ({ id }) => (await fetch(`/portal/api/request-log/${id.slice(1)}`)).text()),
      );
      return { codes: list.items.map(({ code }) => code), text: all.join('\n') };
    });
  const countOf = (codes: readonly number[]) => codes.filter((code) => code !== busyCode).length;
  const reported = await until('all are reported', async () => {
    const now = await readReported();
    return countOf(now.codes) >= 4 && now;
  });
  assert.equal(countOf(reported.codes), 4);
  const { calls } = await harness.installation.cli<{ calls: { code: number }[] }>([
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
  // Three digits stand in the milliseconds of a time now and then, and are a duration: there whole
  // words count, and no duration.
  const text = reported.text.replaceAll(/"durationMs":\d+/g, '');
  const found = (secret: string): RegExp =>
    new RegExp(secret.length > 3 ? secret : `(?<![\\w.])${secret}(?!\\w)`);
  for (const [name, secret] of Object.entries(secrets))
    assert.doesNotMatch(text, found(secret), name);
  await visitor.close();
});

test('P8 a developer looks up bills and a withdrawal code as the API does, and sees how the services are', async () => {
  const { visitor } = await newDeveloper(harness, { language: 'en', width: 390 });
  const { page } = visitor;
  await visitor.open('/inquiries');
  await page.getByLabel('Contract or customer number').fill('21000000001');
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  await page.getByRole('heading', { name: 'Unpaid bills' }).waitFor();
  await lookAt(page, 'look-ups-bills-en-phone');
  await page.getByRole('tab', { name: 'Remittance pickup' }).click();
  await page.getByLabel('Pickup code').fill('89000005');
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  await page.getByText('receiveAmount', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Remittance quote' }).click();
  await page.getByLabel('Amount to send').fill('3000');
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  await page.getByText('sendAmounts.sendAmount', { exact: true }).waitFor();
  await lookAt(page, 'look-ups-quote-en-phone');
  await visitor.open('/status');
  await page.getByText('No current incidents.').waitFor();
  await lookAt(page, 'status-en-phone');
  await visitor.close();
  const stranger = await harness.visit();
  await stranger.open('/status');
  await stranger.page.getByText('Aucun incident en cours.').waitFor();
  await lookAt(stranger.page, 'status-fr-signed-out');
  await stranger.close();
});
