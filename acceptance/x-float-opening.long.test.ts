// A sandbox's books begin where its simulated providers do: what they report of our floats is what
// is booked, before and after payments and over a restart.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStoredRows, type StoredRows } from './harness/database.ts';
import {
  createAccount,
  createClient,
  payOut,
  startInstallation,
  until,
  uniquePhone,
  untilAdmitted,
  type Installation,
} from './harness/index.ts';
import { untilStatus } from './harness/payment.ts';

let installation: Installation;
let rows: StoredRows;

before(async () => {
  installation = await startInstallation();
  rows = openStoredRows(installation);
});
after(async () => {
  await rows.close();
  await installation.stop();
});

interface Reported {
  routes: string[];
  currency: string;
  available: bigint;
  booked: bigint;
}

/** Each account that is asked, and what it told since. */
async function readAll(): Promise<Reported[]> {
  const [asked] = await rows.read<{ now: Date }>(`select jokko_now() as now`);
  await rows.read(`update provider_balance_reading set next_at = now()`);
  return until('all providers have told their balances', async () => {
    const told = await rows.read<Reported>(
      `select routes, currency, available, booked from provider_balance where read_at > $1`,
      [asked!.now],
    );
    return told.some(({ routes }) => routes.includes(lastAsked)) && told;
  });
}
/**
 * The route of the default catalogue that is asked last: they are asked one after the other by
 * their names.
 */
const lastAsked = 'OPG_ML';
const differing = (told: readonly Reported[]): Reported[] =>
  told.filter(({ available, booked }) => available !== booked);
const openings = () =>
  rows.read<{ debit: string; currency: string }>(
    `select debit, currency from transfer where credit = 'opening' order by debit, currency`,
  );

test('what simulated providers report is booked, before and after payments, and opened once', async () => {
  assert.deepEqual(differing(await readAll()), [], 'of a fresh sandbox');
  const opened = await openings();
  assert.ok(opened.length >= 20, `${opened.length} openings`);

  const account = await createAccount(installation);
  const client = createClient(installation.baseUrl, account.apiKey);
  for (const codeService of ['OPC_SN_API_CASH_IN', 'OPA_SN_API_CASH_IN']) {
    const order = payOut({ codeService, phone: uniquePhone() });
    const { json, text } = await untilAdmitted(client, order);
    assert.equal(json.code, 2000, text);
    await untilStatus(client, String(order['externalTransactionId']), 'SUCCESS');
  }
  const told = await readAll();
  assert.deepEqual(differing(told), [], 'after payments');
  const paid = told.filter(({ available }) => available !== 1_000_000_000n * 10_000n);
  assert.deepEqual(paid.map(({ routes }) => routes).toSorted(), [['OPA_SN'], ['OPC_SN']]);
  assert.deepEqual(await openings(), opened, 'once');

  const [first] = installation.nodes;
  await installation.addNode();
  await first.stop();
  assert.deepEqual(differing(await readAll()), [], 'by another node');
  assert.deepEqual(await openings(), opened, 'not again');
  await installation.cli(['doctor']);
});
