// Proves, with a watch on the machine, how soon after the answer the first callback is sent: not
// before the answer has left and the account's delay is over, and not long after. Rules C3, K22.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, uniqueId, uniquePhone, until } from './harness/index.ts';
import type { Client, Fixture } from './harness/index.ts';
import { watchLateness, type Lateness } from './harness/lateness.ts';

/**
 * Both ends of the measurement are in this process, which may be late in seeing the answer: by
 * this, and by as long as it stood still.
 */
const leastBlurMs = 300;

describe('C3 grace', { concurrency: true }, () => {
  let fixture: Fixture;
  let eager: Client;
  let patient: Client;
  let lateness: Lateness;
  const blurMs = (): number => leastBlurMs + lateness.mostMs();
  before(async () => {
    lateness = watchLateness();
    fixture = await openFixture();
    [eager, patient] = await Promise.all([
      fixture.newClient({ set: ['--callback-grace-ms', '0'] }),
      fixture.newClient({ set: ['--callback-grace-ms', '2500'] }),
    ]);
  });
  after(async () => {
    lateness.stop();
    await fixture?.close();
  });

  /** From the answer's last byte, and from before the request, to the callback; ms. */
  async function measure(client: Client, members: Record<string, unknown>) {
    const id = uniqueId('grace');
    const sentAt = performance.now();
    const common = {
      amount: 100,
      codeService: 'OPF_SN_API_CASH_IN',
      externalTransactionId: id,
      callbackUrl: fixture.receiver.url,
    };
    const answer = await client.operation({ ...common, ...members });
    assert.ok([2000, 4000].includes(answer.json.code), answer.text);
    const callback = await fixture.receiver.waitFor(id);
    return {
      afterAnswerMs: callback.arrivedAt - answer.arrivedAt,
      afterRequestMs: callback.arrivedAt - sentAt,
    };
  }

  it('C3 K22 not earlier than 1 s after the answer, where the result is known at once', async () => {
    const measured = await Promise.all(
      Array.from({ length: 10 }, () => measure(fixture.client, { phone: uniquePhone('7028') })),
    );
    for (const { afterAnswerMs, afterRequestMs } of measured) {
      assert.ok(afterRequestMs >= 1_000, `${afterRequestMs} ms after the request was sent`);
      assert.ok(afterAnswerMs >= 1_000 - blurMs(), `${afterAnswerMs} ms after the answer`);
      assert.ok(afterAnswerMs < 20_000, `${afterAnswerMs} ms: soon after the second`);
    }
  });

  it('C3 K22 the same where the provider is faster than the answer: 8005', async () => {
    for (const codeService of [
      'OPF_SN_API_CASH_IN',
      'OPF_SN_API_CASH_OUT',
      'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE',
    ]) {
      const { afterAnswerMs, afterRequestMs } = await measure(fixture.client, {
        phone: uniquePhone('8005'),
        codeService,
      });
      assert.ok(
        afterRequestMs >= 1_000 && afterAnswerMs >= 1_000 - blurMs(),
        `${codeService}: ${afterAnswerMs} ms`,
      );
    }
  });

  it('C3 K22 a service with a link, refused by the provider in the answer: not before the answer and its second', async () => {
    const links = {
      successRedirectUrl: 'https://shop.example/ok',
      errorRedirectUrl: 'https://shop.example/ko',
    };
    const { afterAnswerMs } = await measure(fixture.client, {
      phone: uniquePhone('7028'),
      codeService: 'OPC_SN_API_CASH_OUT',
      ...links,
    });
    assert.ok(afterAnswerMs >= 1_000 - blurMs(), `${afterAnswerMs} ms`);
  });

  it('C3 per account, 0 allowed: at once, but never before the answer has left', async () => {
    const measured = await Promise.all(
      Array.from({ length: 10 }, () => measure(eager, { phone: uniquePhone('7028') })),
    );
    for (const { afterAnswerMs } of measured)
      assert.ok(afterAnswerMs > -blurMs(), `${afterAnswerMs} ms`);
    // A busy machine delays some; none would come before its second if there were one.
    await until(
      'one comes before a second is over',
      async () =>
        (await measure(eager, { phone: uniquePhone('7028') })).afterRequestMs < 900 || undefined,
    );
    const links = {
      successRedirectUrl: 'https://shop.example/ok',
      errorRedirectUrl: 'https://shop.example/ko',
    };
    const link = await measure(eager, {
      phone: uniquePhone('7028'),
      codeService: 'OPC_SN_API_CASH_OUT',
      ...links,
    });
    assert.ok(link.afterAnswerMs > -blurMs(), `${link.afterAnswerMs} ms`);
  });

  it('C3 per account, longer', async () => {
    const { afterAnswerMs, afterRequestMs } = await measure(patient, {
      phone: uniquePhone('7028'),
    });
    assert.ok(afterRequestMs >= 2_500 && afterAnswerMs >= 2_500 - blurMs(), `${afterAnswerMs} ms`);
  });
});
