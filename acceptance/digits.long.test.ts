// Proves how long the outcomes of docs/sandbox.md take where no clock is moved and a provider's
// time-out is as long as it is: a success after about 1 s or 20 s, a lost submit by its time-out, a
// forged notice before the real one.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, undisturbed } from './harness/index.ts';
import type { Fixture } from './harness/index.ts';
import { openStoredRows, type StoredRows } from './harness/database.ts';
import { assertDeliveredOnce } from './harness/delivery.ts';
import { openOutcomeOrders, outcomeServices } from './harness/outcome-orders.ts';
import type { Order, Outcome, OutcomeOrders } from './harness/outcome-orders.ts';
import { bookOf, executionsOf } from './harness/provider-book.ts';
import { watchLateness, type Lateness } from './harness/lateness.ts';

let fixture: Fixture;
let rows: StoredRows;
let orders: OutcomeOrders;
let lateness: Lateness;
before(async () => {
  lateness = watchLateness();
  fixture = await openFixture();
  rows = openStoredRows(fixture.installation);
  orders = await openOutcomeOrders(fixture.installation, fixture.receiver);
});
after(async () => {
  lateness.stop();
  await rows?.close();
  await fixture?.close();
});

/** A busy machine makes it take longer. */
const completeBefore = (limitMs: number, order: () => Order): Promise<Outcome> =>
  undisturbed(
    () => orders.complete(order()),
    ({ tookMs }) => tookMs < limitMs,
  );

async function assertOneSuccess({ callback, ...started }: Outcome): Promise<void> {
  const { externalId: id, transactionId, party } = started;
  assert.equal(callback.json.status, 'SUCCESS', callback.text);
  await assertDeliveredOnce(rows, fixture.receiver, { id, transactionId });
  const { simulatorUrl } = fixture.installation;
  assert.equal(await executionsOf(simulatorUrl, party), 1, 'one execution');
}

describe('digits', { concurrency: true }, () => {
  for (const name of Object.keys(outcomeServices)) {
    const order = (digits: string): Order => orders.order(name, digits);
    const assertTook = ({ tookMs }: Outcome, leastMs: number, mostMs: number): void =>
      assert.ok(tookMs > leastMs - lateness.mostMs() && tookMs < mostMs, `${tookMs} ms`);

    it(`digits other, ${name}: success after about 1 s`, async () => {
      const outcome = await completeBefore(8_000, () => order('0001'));
      assertTook(outcome, 900, 8_000);
      await assertOneSuccess(outcome);
    });

    it(`digits 8001, ${name}: success after 20 s`, async () => {
      const outcome = await completeBefore(30_000, () => order('8001'));
      assertTook(outcome, 19_000, 30_000);
      await assertOneSuccess(outcome);
    });

    it(`digits 8003, ${name}: the submit times out, the look-up finds it executed`, async () =>
      assertOneSuccess(await orders.complete(order('8003'))));

    it(`digits 8004, ${name}: the submit times out, the same goes out again, executed once`, async () => {
      const outcome = await orders.complete(order('8004'));
      await assertOneSuccess(outcome);
      const lines = await bookOf(fixture.installation.simulatorUrl, outcome.party);
      assert.equal(lines.filter(({ result }) => result === 'dropped').length, 1, 'lost once');
    });

    it(`digits 8006, ${name}: an unsigned notice says failed, the success comes two seconds later`, async () => {
      const outcome = await orders.complete(order('8006'));
      assertTook(outcome, 1_900, Infinity);
      await assertOneSuccess(outcome);
    });
  }
});
