// Checks when the first callback is sent. Rules C3, K22: no earlier than one second after the
// request, or the account's own delay. That it waits for the answer is proven by the clock of
// gateway/src/payments/callbacks/grace.test.ts, and how soon it comes by c-grace.long.test.ts.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, uniqueId, uniquePhone } from './harness/index.ts';
import type { Client, Fixture } from './harness/index.ts';

/** Timers of another process may fire so much before their time by this one's clock. */
const clocksApartMs = 20;

describe('C3 grace', { concurrency: true }, () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await openFixture();
  });
  after(() => fixture.close());

  const withGrace = (graceMs: number): Promise<Client> =>
    fixture.newClient({ set: ['--callback-grace-ms', String(graceMs)] });

  async function pay(client: Client, members: Record<string, unknown> = {}) {
    const id = uniqueId('grace');
    const answer = await client.operation({
      phone: uniquePhone('7028'),
      amount: 100,
      codeService: 'OPF_SN_API_CASH_IN',
      externalTransactionId: id,
      callbackUrl: fixture.receiver.url,
      ...members,
    });
    assert.ok([2000, 4000].includes(answer.json.code), answer.text);
    return { id, sentAt: answer.arrivedAt - answer.elapsedMs };
  }
  /** From before the request to the callback: whatever stands still makes it longer. */
  async function assertNotBefore(
    graceMs: number,
    client: Client,
    members: Record<string, unknown> = {},
  ): Promise<void> {
    const { id, sentAt } = await pay(client, members);
    const { arrivedAt } = await fixture.receiver.waitFor(id);
    assert.ok(arrivedAt - sentAt >= graceMs - clocksApartMs, `${arrivedAt - sentAt} ms`);
  }

  it('C3 K22 not earlier than 1 s after the answer, where the result is known at once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => assertNotBefore(1_000, fixture.client)));
  });

  it('C3 K22 the same where the provider is faster than the answer: 8005', async () => {
    const services = [
      'OPF_SN_API_CASH_IN',
      'OPF_SN_API_CASH_OUT',
      'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE',
    ];
    await Promise.all(
      services.map((codeService) =>
        assertNotBefore(1_000, fixture.client, { phone: uniquePhone('8005'), codeService }),
      ),
    );
  });

  it('C3 per account, 0 allowed: what waits for an hour is passed by what waits for nothing', async () => {
    const [eager, patient] = [await withGrace(0), await withGrace(3_600_000)];
    const waiting = await pay(patient);
    const { id } = await pay(eager);
    await fixture.receiver.waitFor(id);
    assert.deepEqual(fixture.receiver.requestsFor(waiting.id), []);
  });

  it('C3 per account, longer', async () => assertNotBefore(2_000, await withGrace(2_000)));
});
