// S3: checks the statuses that a transaction passes through and the effect of the provider's
// answer, by the outcome table of the sandbox. Each status query comes from its own address, so
// that no test waits for the status limit.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFixture, uniqueId, uniquePhone, until } from './harness/index.ts';
import type { Fixture } from './harness/index.ts';
import { bookOf, executionsOf, lookUp, untilAccepted, untilStatus } from './harness/payment.ts';

const cashIn = 'OPA_SN_API_CASH_IN';
const cashOut = 'OPF_SN_API_CASH_OUT';
/** The connector gives up waiting after 10 s, then looks; a proven absence takes two look-ups more. */
const unknownMaxMs = 180_000;

describe('S3 states', { concurrency: true }, () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await openFixture({ set: ['--callback-grace-ms', '0'] });
  });
  after(() => fixture.close());

  async function pay(codeService: string, lastFour: string, members: Record<string, unknown> = {}) {
    const id = uniqueId('state');
    const phone = uniquePhone(lastFour);
    const callbackUrl = fixture.receiver.url;
    const answer = await fixture.client.operation({
      phone,
      amount: 1000,
      codeService,
      externalTransactionId: id,
      callbackUrl,
      ...members,
    });
    return { id, phone, answer: answer.json };
  }
  const statusOf = async (id: string): Promise<string> =>
    (await lookUp(fixture.client, id)).json.data.status;
  async function oneCallback(id: string, status: string): Promise<void> {
    await fixture.receiver.waitFor(id);
    await sleep(2_500);
    const bodies = fixture.receiver.requestsFor(id).map(({ json }) => json.status);
    assert.deepEqual(bodies, [status], 'one callback, with the final status');
  }

  it('S3 a CASHOUT that waits for the payer stays PENDING', async () => {
    const { id, phone, answer } = await pay(cashOut, '8007');
    assert.deepEqual([answer.code, answer.data.status], [2000, 'PENDING']);
    await untilAccepted(fixture.installation.simulatorUrl, phone);
    assert.equal(await statusOf(id), 'PENDING');
    assert.equal(fixture.receiver.requestsFor(id).length, 0);
  });

  it('S3 every other type is PROCESSING once the provider took it', async () => {
    const wallet = await pay(cashIn, '8007');
    const airtime = await pay('OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE', '8007');
    const account = `9${uniquePhone('8007')}`;
    const reload = await pay('RELOADA_SN_BILL_RELOAD', '0000', { accountNumber: account });
    for (const { answer } of [wallet, airtime, reload])
      assert.deepEqual([answer.code, answer.data.status], [2000, 'PENDING']);
    for (const { id } of [wallet, airtime, reload])
      await untilStatus(fixture.client, id, 'PROCESSING');
  });

  it('S3 8000: on a pay-out nobody can fail to validate, so it stays PROCESSING like 8007', async () => {
    const { id, phone } = await pay(cashIn, '8000');
    await untilAccepted(fixture.installation.simulatorUrl, phone);
    await untilStatus(fixture.client, id, 'PROCESSING');
    await sleep(1_500);
    assert.equal(await statusOf(id), 'PROCESSING');
  });

  it('S3 a plain payment ends in SUCCESS, CASHIN and CASHOUT', async () => {
    const [paidIn, paidOut] = await Promise.all([pay(cashIn, '0000'), pay(cashOut, '0000')]);
    for (const { id, phone } of [paidIn, paidOut]) {
      await oneCallback(id, 'SUCCESS');
      assert.equal(await statusOf(id), 'SUCCESS');
      assert.equal(await executionsOf(fixture.installation.simulatorUrl, phone), 1);
    }
  });

  it('S3 9NNN: accepted, then FAILLED by the word of the provider', async () => {
    const { id, phone, answer } = await pay(cashIn, '9047');
    assert.deepEqual([answer.code, answer.data.status], [2000, 'PENDING']);
    await oneCallback(id, 'FAILLED');
    const { json } = await lookUp(fixture.client, id);
    assert.deepEqual(
      [json.data.status, json.data.errorType.code],
      ['FAILLED', 'user_opa_suspended'],
    );
    assert.equal(await executionsOf(fixture.installation.simulatorUrl, phone), 0);
  });

  it('S3 7NNN: FAILLED in the answer and by callback', async () => {
    const { id, answer } = await pay(cashIn, '7028');
    assert.deepEqual(
      [answer.code, answer.error, answer.data.status, answer.data.errorType.id],
      [4000, true, 'FAILLED', 28],
    );
    await oneCallback(id, 'FAILLED');
    assert.equal(await statusOf(id), 'FAILLED');
  });

  it('S3 8002: the provider reports success twice, one SUCCESS comes of it', async () => {
    const { id, phone } = await pay(cashOut, '8002');
    await oneCallback(id, 'SUCCESS');
    assert.equal(await executionsOf(fixture.installation.simulatorUrl, phone), 1);
  });

  it('S3 8005: a result that overtakes the answer to the submit is kept', async () => {
    for (const { id, phone } of await Promise.all([pay(cashIn, '8005'), pay(cashOut, '8005')])) {
      await oneCallback(id, 'SUCCESS');
      assert.equal(await statusOf(id), 'SUCCESS');
      assert.equal(await executionsOf(fixture.installation.simulatorUrl, phone), 1);
    }
  });

  it('S3 8006: an unsigned notice that says failed decides nothing; one SUCCESS, one callback', async () => {
    const wallet = await pay(cashOut, '8006');
    const airtime = await pay('OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE', '8006');
    await sleep(1_200);
    for (const { id } of [wallet, airtime]) assert.notEqual(await statusOf(id), 'FAILLED');
    for (const { id } of [wallet, airtime]) await oneCallback(id, 'SUCCESS');
  });

  for (const codeService of [cashIn, cashOut, 'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE']) {
    it(`S3 8003 ${codeService}: a submit without answer is never taken for a failure: the look-up finds the SUCCESS, executed once`, async () => {
      const { id, phone, answer } = await pay(codeService, '8003');
      assert.deepEqual([answer.code, answer.data.status], [2000, 'PENDING']);
      const seen = await followUntilFinal(id);
      assert.deepEqual(seen.at(-1), 'SUCCESS');
      assert.ok(!seen.includes('FAILLED'), seen.join());
      assert.equal(await executionsOf(fixture.installation.simulatorUrl, phone), 1);
      await oneCallback(id, 'SUCCESS');
    });

    it(`S3 8004 ${codeService}: a submit that the provider lost goes out again under the same reference and is executed exactly once`, async () => {
      const { id, phone } = await pay(codeService, '8004');
      const seen = await followUntilFinal(id);
      assert.deepEqual(seen.at(-1), 'SUCCESS');
      assert.ok(seen.includes('PROCESSING') && !seen.includes('FAILLED'), seen.join());
      const lines = await bookOf(fixture.installation.simulatorUrl, phone);
      assert.deepEqual(
        lines.map(({ result }) => result).filter((result) => result !== 'accepted'),
        ['dropped', 'executed'],
      );
      assert.equal(
        new Set(lines.map(({ ourReference }) => ourReference)).size,
        1,
        'one reference for both submits',
      );
      await oneCallback(id, 'SUCCESS');
    });
  }

  /** Every status shown from now until a final one, without repetitions. */
  async function followUntilFinal(id: string): Promise<string[]> {
    const seen: string[] = [];
    const read = async (): Promise<boolean> => {
      const status = await statusOf(id);
      if (seen.at(-1) !== status) seen.push(status);
      return ['SUCCESS', 'FAILLED', 'CANCELED'].includes(status);
    };
    await until(`${id} is final`, read, { timeoutMs: unknownMaxMs, everyMs: 500 });
    return seen;
  }
});
