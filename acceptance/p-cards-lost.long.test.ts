// Card payments whose answers are lost, in a gateway as it is run: what was executed is found, what
// is not found is taken back, and nothing is paid twice. decisions/0052, 0067, 0067.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  createClient,
  payOut,
  startInstallation,
  uniqueId,
} from './harness/index.ts';
import type { Client, Installation } from './harness/index.ts';
import { formTo, submitForm, untilForm } from './harness/browser.ts';
import { sellCardsOver } from './harness/card-routes.ts';
import { untilStatus } from './harness/payment.ts';
import { bookOf } from './harness/provider-book.ts';
import { card } from './harness/samples.ts';

/**
 * An answer that never comes is given up after so long; one that comes late on a busy machine is
 * not.
 */
const timeoutMs = 10_000;
const resolvedWithinMs = 240_000;

describe('answers about cards that are lost', () => {
  let installation: Installation;
  let client: Client;
  before(async () => {
    installation = await startInstallation();
    const account = await createAccount(installation);
    client = createClient(installation.baseUrl, account.apiKey);
  });
  after(() => installation?.stop());

  async function order(lastFour: string): Promise<{ id: string; link: string }> {
    const id = uniqueId('card');
    const cardNumber = `599700123456${lastFour}`;
    const body = payOut({ ...card, cardNumber, externalTransactionId: id });
    const { json, text } = await client.operation(body);
    assert.equal(json.code, 2000, text);
    return { id, link: json.data.authLinkUrl as string };
  }

  /** What the provider wrote down about cards with these last digits. */
  const resultsOf = async (lastFour: string): Promise<string[]> =>
    (await bookOf(installation.simulatorUrl, `card ${lastFour}`)).map(({ result }) => result);

  describe('CyberSource', () => {
    before(() => sellCardsOver(installation, 'cybersource', { timeoutMs }));

    async function pay(lastFour: string): Promise<string> {
      const { id, link } = await order(lastFour);
      const page = await untilForm(link, '/step');
      await submitForm(page, formTo(page, '/step'));
      return id;
    }

    it('paid, and the answer is lost: the search finds it', async () => {
      await untilStatus(client, await pay('8003'), 'SUCCESS', resolvedWithinMs);
      assert.deepEqual(await resultsOf('8003'), ['executed']);
    });

    it('never arrived: taken back by our own id, and only then failed', async () => {
      await untilStatus(client, await pay('8004'), 'FAILLED', resolvedWithinMs);
      assert.deepEqual(await resultsOf('8004'), ['dropped']);
    });
  });

  describe('Stripe', () => {
    before(() => sellCardsOver(installation, 'stripe', { timeoutMs }));

    it('paid, and the answer is lost: the search finds it', async () => {
      const { id } = await order('8003');
      await untilStatus(client, id, 'SUCCESS', resolvedWithinMs);
      assert.deepEqual(await resultsOf('8003'), ['executed', 'executed']);
    });

    it('never arrived: the same bytes go out again under the same key, and the payer is asked', async () => {
      const { id } = await order('8004');
      await untilStatus(client, id, 'SUCCESS', resolvedWithinMs);
      assert.deepEqual(await resultsOf('8004'), ['dropped', 'dropped', 'accepted', 'executed']);
    });
  });
});
