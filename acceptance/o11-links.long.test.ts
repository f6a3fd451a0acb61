// O10: proves in real time how fast an order is answered: at once without a link, and with one as
// soon as the provider has spoken, but after no more than 4 s.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, payOut, undisturbed, uniquePhone } from './harness/index.ts';
import type { Fixture } from './harness/index.ts';
import { card } from './harness/samples.ts';

const deepLink = { codeService: 'OPC_SN_API_CASH_OUT', amount: 1_350, sender: 'Shop of Awa' };

describe('O10', { concurrency: true }, () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await openFixture();
  });
  after(() => fixture.close());

  it('O10 services without a link answer PENDING at once, however slow the provider is', async () => {
    const slow = [
      () => payOut({ phone: uniquePhone('8003') }),
      () => payOut({ phone: uniquePhone('8004') }),
      () => payOut({ phone: uniquePhone('8001') }),
      () => payOut({ codeService: 'RELOADA_SN_BILL_RELOAD', accountNumber: '55558003' }),
      () => payOut({ codeService: 'OPA_SN_API_CASH_OUT', phone: uniquePhone('8003') }),
    ];
    for (const body of slow) await assertPendingWithin(3_000, body);
  });

  it('O10 services with a link wait for the provider up to 4 s, then answer PENDING with the gateway’s own page', async () => {
    const bodies = [
      () => payOut({ ...deepLink, phone: uniquePhone('8003') }),
      () => payOut({ ...card, cardNumber: '4970100000008003' }),
    ];
    await Promise.all(bodies.map((body) => assertPendingWithin(4_900, body)));
  });

  it('O10 services with a link answer as soon as the provider has spoken', async () => {
    await assertPendingWithin(3_500, () => payOut({ ...deepLink, phone: uniquePhone('8007') }));
  });

  async function assertPendingWithin(
    limitMs: number,
    body: () => Record<string, unknown>,
  ): Promise<void> {
    const { json, text, elapsedMs } = await undisturbed(
      () => fixture.client.operation(body()),
      (answer) => answer.elapsedMs < limitMs,
    );
    assert.deepEqual([json.code, json.data.status], [2000, 'PENDING'], text);
    assert.ok(elapsedMs < limitMs, `${elapsedMs} ms`);
  }
});
