// S3: checks the statuses that a transaction passes through and the effect of the provider's
// answer, by the outcome table of the sandbox. Each status query comes from its own address, so
// that no test waits for the status limit. Orders without an answer: s-unanswered.test.ts.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, uniqueId, uniquePhone } from './harness/index.ts';
import type { Fixture } from './harness/index.ts';
import { lookUp, untilAccepted, untilStatus } from './harness/payment.ts';
import { executionsOf } from './harness/provider-book.ts';

const cashIn = 'OPA_SN_API_CASH_IN';
const cashOut = 'OPF_SN_API_CASH_OUT';

describe('S3 states', () => {
  let fixture: Fixture;
  /** What each ended with that was told so. */
  const told = new Map<string, 'SUCCESS' | 'FAILLED'>();
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
  async function untilTold(id: string, status: 'SUCCESS' | 'FAILLED'): Promise<void> {
    assert.equal((await fixture.receiver.waitFor(id)).json.status, status);
    told.set(id, status);
  }

  describe('S3 by the outcome table', { concurrency: true }, () => {
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
      const later = await pay(cashIn, '0000');
      await untilTold(later.id, 'SUCCESS');
      assert.equal(await statusOf(id), 'PROCESSING');
    });

    it('S3 a plain payment ends in SUCCESS, CASHIN and CASHOUT', async () => {
      const [paidIn, paidOut] = await Promise.all([pay(cashIn, '0000'), pay(cashOut, '0000')]);
      for (const { id, phone } of [paidIn, paidOut]) {
        await untilTold(id, 'SUCCESS');
        assert.equal(await statusOf(id), 'SUCCESS');
        assert.equal(await executionsOf(fixture.installation.simulatorUrl, phone), 1);
      }
    });

    it('S3 9NNN: accepted, then FAILLED by the word of the provider', async () => {
      const { id, phone, answer } = await pay(cashIn, '9047');
      assert.deepEqual([answer.code, answer.data.status], [2000, 'PENDING']);
      await untilTold(id, 'FAILLED');
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
      await untilTold(id, 'FAILLED');
      assert.equal(await statusOf(id), 'FAILLED');
    });

    it('S3 8002: the provider reports success twice, one SUCCESS comes of it', async () => {
      const { id, phone } = await pay(cashOut, '8002');
      await untilTold(id, 'SUCCESS');
      assert.equal(await executionsOf(fixture.installation.simulatorUrl, phone), 1);
    });

    it('S3 8005: a result that overtakes the answer to the submit is kept', async () => {
      for (const { id, phone } of await Promise.all([pay(cashIn, '8005'), pay(cashOut, '8005')])) {
        await untilTold(id, 'SUCCESS');
        assert.equal(await statusOf(id), 'SUCCESS');
        assert.equal(await executionsOf(fixture.installation.simulatorUrl, phone), 1);
      }
    });

    it('S3 8006: an unsigned notice that says failed, and comes first, decides nothing; one SUCCESS, one callback', async () => {
      const wallet = await pay(cashOut, '8006');
      const airtime = await pay('OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE', '8006');
      for (const { id } of [wallet, airtime]) await untilTold(id, 'SUCCESS');
    });
  });

  it('S3 each has had one callback, with its final status', async () => {
    // A second one would have come before that of what is ordered last.
    const last = await pay(cashIn, '0000');
    await untilTold(last.id, 'SUCCESS');
    for (const [id, status] of told) {
      const requests = fixture.receiver.requestsFor(id);
      assert.deepEqual([...new Set(requests.map(({ json }) => json.status))], [status]);
      // The same one may come twice.
      assert.equal(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 1);
    }
  });
});
