// What an operator changes while payments are under way: an account is suspended and released,
// prices change, the catalogue is published, a route is switched off and its services move to
// another one, and developers refund at the same time. The three books agree throughout.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createAccount,
  createClient,
  payOut,
  uniqueId,
  uniquePhone,
  until,
  type Account,
} from '../harness/index.ts';
import { lookUp } from '../harness/payment.ts';
import { bookOf } from '../harness/provider-book.ts';
import { drainAndCompare } from './books.ts';
import { chooseSeed, longLeaseMs, openHarness, roundsOf, type Harness } from './harness.ts';
import { makeOrder } from './orders.ts';

const ordersPerRound = 150;
const loadMs = 5_000;
const changeEveryMs = 250;
/** Each of them at least once, and prices a second time. */
const changesWanted = 8;
const refundsPerRound = 12;
const refundFund = 1_000_000;
const refundPath = '/api-services/transaction/refund-cancel';

let harness: Harness;
let refunding: Account;
before(async () => {
  harness = await openHarness({ seed: chooseSeed('changes in flight'), lease: longLeaseMs });
  refunding = await createAccount(harness.installation, { fund: refundFund });
});
after(() => harness?.close());

interface CatalogueFile {
  services: {
    code: string;
    route: string;
    otherRoutes?: string[];
    price?: Record<string, unknown>;
  }[];
  routes: { name: string; connector: string }[];
}

const published = async (change: (catalogue: CatalogueFile) => void): Promise<void> => {
  const { installation } = harness;
  const catalogue = await installation.cli<CatalogueFile>(['catalogue', 'export']);
  change(catalogue);
  const file = join(installation.dataDir, 'catalogue.json');
  writeFileSync(file, JSON.stringify(catalogue));
  await installation.cli(['catalogue', 'import', file]);
};

const priced = (percent: number): Promise<void> =>
  published(({ services }) => {
    for (const service of services)
      if (service.price !== undefined) service.price['percent'] = percent;
  });
/**
 * As the portal does, but without the entry in the audit log, which needs the installation's
 * secrets.
 */
const suspended = (to: boolean) =>
  harness.rows.read(
    `with changed as (update account set suspended = $2, version = version + 1 where id = $1
      returning id)
     select pg_notify('jokko_account', id::text) from changed`,
    [harness.account.accountId, to],
  );
const switched = (route: string, to: 'on' | 'off') =>
  harness.installation.cli(['route', 'switch', route, to, '--reason', 'test']).catch(() => {});

/** All of it again and again until `done`; what it leaves is as it was. */
async function changeUntil(done: () => boolean, changed: () => void): Promise<number> {
  const changes = [
    () => priced(2.5),
    () => suspended(true),
    () => switched('OPC_SN', 'off'),
    () => suspended(false),
    () => priced(1),
    () => switched('OPC_SN', 'on'),
  ];
  let count = 0;
  while (!done() || count % changes.length !== 0) {
    await changes[count % changes.length]!();
    count += 1;
    changed();
    await sleep(changeEveryMs * harness.random());
  }
  return count;
}

/**
 * A payment of the other account, refunded by three requests at once on all nodes as soon as it
 * succeeded.
 */
async function payAndRefund(): Promise<{ phone: string; refunded: boolean }> {
  const { nodes, random } = harness;
  const clients = nodes.map(({ baseUrl }) => createClient(baseUrl, refunding.apiKey));
  const anyClient = () => clients[Math.floor(random() * clients.length)]!;
  const [phone, id] = [uniquePhone(), uniqueId('refund')];
  const order = payOut({ phone, externalTransactionId: id, codeService: 'OPA_SN_API_CASH_IN' });
  await sleep(loadMs * random());
  const { json } = await anyClient().operation(order);
  assert.equal(json.code, 2000, JSON.stringify(json));
  const status = async () => (await lookUp(anyClient(), id)).json.data?.status as string;
  await until('it succeeded', async () => (await status()) === 'SUCCESS', { timeoutMs: 60_000 });
  const { transactionId } = json.data as { transactionId: string };
  await Promise.all(
    [0, 1, 2].map(() => anyClient().post(refundPath, { apiKey: refunding.apiKey, transactionId })),
  );
  await until('it is decided', async () => /^(REFUNDED|SUCCESS)$/.test(await status()), {
    timeoutMs: 60_000,
  });
  return { phone, refunded: (await status()) === 'REFUNDED' };
}

for (let round = 1; round <= roundsOf(1, 10); round++)
  test(`I-23 I-32 account, prices, catalogue and routes change under load, round ${round}`, async (t) => {
    const { client, random, rows } = harness;
    const load = () =>
      client.load(
        Array.from({ length: ordersPerRound }, () => makeOrder(random)),
        loadMs,
      );
    let isOver = false;
    let changed = 0;
    // On a slow machine one load is over before all of it was changed.
    const loadAll = async (): Promise<void> => {
      do await load();
      while (changed < changesWanted);
    };
    const [, refunds, changes] = await Promise.all([
      loadAll().finally(() => (isOver = true)),
      Promise.all(Array.from({ length: refundsPerRound }, payAndRefund)),
      changeUntil(
        () => isOver,
        () => changed++,
      ),
    ]);
    const { stored } = await drainAndCompare(harness);
    t.diagnostic(
      `${stored} stored, ${changes} changes, ${refunds.filter((r) => r.refunded).length} refunded`,
    );
    for (const { phone, refunded } of refunds) {
      const lines = await bookOf(harness.simulatorUrl(), phone.slice(-9));
      assert.equal(
        lines.filter(({ kind, result }) => kind !== 'refund' && result === 'executed').length,
        1,
      );
      assert.equal(
        lines.filter(({ kind, result }) => kind === 'refund' && result === 'executed').length,
        refunded ? 1 : 0,
        JSON.stringify(lines),
      );
    }
    // The books have compared each commission with its answer; both prices were in force.
    const prices = await rows.read<{ share: number }>(
      `select distinct round(commission / amount::numeric, 3)::float8 as share from operation
       where account_id = $1 and commission > 0`,
      [harness.account.accountId],
    );
    t.diagnostic(`commissions of ${prices.map(({ share }) => share).join(', ')}`);
    assert.ok(prices.length > 1);
  });
