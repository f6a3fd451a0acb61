// Card payments over both acquirers in a gateway as it is run, from the payer's page on: recognised
// without a page, challenged, refused, cancelled, abandoned, declined afterwards, and given back.
// docs/providers/cybersource.md, stripe.md.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  createClient,
  payOut,
  hostInstallation,
  uniqueId,
  until,
} from './harness/index.ts';
import type { Client, HostedInstallation } from './harness/index.ts';
import { formTo, openPage, submitForm, untilForm } from './harness/browser.ts';
import type { Page } from './harness/browser.ts';
import { sellCardsOver } from './harness/card-routes.ts';
import { untilStatus } from './harness/payment.ts';
import { card } from './harness/samples.ts';

const partial = 'partial_3ds_authentification';

interface Order {
  id: string;
  link: string;
  transactionId: string;
}

describe('cards over two acquirers', () => {
  let installation: HostedInstallation;
  let client: Client;
  before(async () => {
    installation = await hostInstallation();
    const account = await createAccount(installation);
    client = createClient(installation.baseUrl, account.apiKey);
  });
  after(() => installation?.stop());

  /** An order, and the payer's page. */
  async function order(cardNumber: string): Promise<Order> {
    const id = uniqueId('card');
    const body = payOut({
      ...card,
      cardNumber,
      externalTransactionId: id,
    });
    const { json, text } = await client.operation(body);
    assert.equal(json.code, 2000, text);
    const { authLinkUrl, transactionId } = json.data as { [member: string]: string };
    return { id, link: authLinkUrl ?? '', transactionId: transactionId ?? '' };
  }

  const ends = async (id: string, status: 'SUCCESS' | 'FAILLED', errorCode?: string) => {
    const data = await untilStatus(client, id, status);
    if (errorCode !== undefined) assert.equal(data.errorType.code, errorCode);
  };

  describe('CyberSource', { concurrency: true }, () => {
    before(() => sellCardsOver(installation, 'cybersource'));

    /** The hidden frame, then our own form with what a browser knows of itself. */
    async function recognise(link: string): Promise<void> {
      const page = await untilForm(link, '/cybersource/collect');
      const frame = await submitForm(page, formTo(page, '/cybersource/collect'));
      assert.match(frame.text, /postMessage/);
      const known = { language: 'fr', screenWidth: '360', screenHeight: '800', colorDepth: '24' };
      await submitForm(page, formTo(page, '/step'), known);
    }

    async function challenge(cardNumber: string, choice: string): Promise<string> {
      const { id, link } = await order(cardNumber);
      await recognise(link);
      const page = await untilForm(link, '/cybersource/challenge');
      const bank = await submitForm(page, formTo(page, '/cybersource/challenge'));
      const back = await submitForm(bank, formTo(bank, `/${choice}`));
      const after = await submitForm(back, formTo(back, '/return'));
      assert.equal(after.status, 200);
      return id;
    }

    it('a card that is recognised is paid without a page of the bank, and given back', async () => {
      const ordered = await order('4456530000001005');
      await recognise(ordered.link);
      await ends(ordered.id, 'SUCCESS');
      await takeBack(ordered, 'REFUNDED');
    });

    it('the bank’s page: confirmed, refused, cancelled', async () => {
      await ends(await challenge('4000000000002503', 'approve'), 'SUCCESS');
      await ends(await challenge('5200000000002151', 'refuse'), 'FAILLED', partial);
      await ends(await challenge('4000000000002503', 'cancel'), 'FAILLED', partial);
    });

    it('refused without a page, and declined by the issuer', async () => {
      for (const number of ['4000000000002925', '5997001234567100']) {
        const { id, link } = await order(number);
        await recognise(link);
        await ends(id, 'FAILLED');
      }
    });

    it('a checkout’s payer confirms at the bank, and comes back to the checkout', async () => {
      const { json, text } = await client.post('/api-services/checkouts', {
        id: uniqueId('checkout'),
        amount: 1500,
        description: 'Order',
        apiKey: client.apiKey,
        services: [card.codeService],
        successRedirectUrl: 'https://shop.example/ok',
        errorRedirectUrl: 'https://shop.example/ko',
      });
      assert.equal(json.code, 2000, text);
      const { id, url } = json.data as { [member: string]: string };
      const form = await openPage(url!);
      const paying = await submitForm(form, formTo(form, '/pay/'), {
        phone: '+221770000001',
        number: '4000 0000 0000 2503',
        expiry: '09 / 39',
        code: '920',
        first: 'Awa',
        last: 'Ndiaye',
      });
      const step = await until('the step of the payer', async () => {
        const { text: shown } = await openPage(paying.url);
        return /url=([^"]*\/deep\/[^"]+)"/.exec(shown)?.[1];
      });
      await recognise(step);
      const page = await untilForm(step, '/cybersource/challenge');
      const bank = await submitForm(page, formTo(page, '/cybersource/challenge'));
      const back = await submitForm(bank, formTo(bank, '/approve'));
      const after = await submitForm(back, formTo(back, '/return'));
      const result = /url=([^"]*\/result)"/.exec(after.text)?.[1];
      await until('the payer is led back', async () => {
        const shown = await openPage(new URL(result!, url).href);
        return `${shown.url} ${shown.text}`.includes(new URL(url!).pathname);
      });
      await until('the checkout is paid', async () => {
        const read = await client.get(`/api-services/checkouts/${id}`, {
          Secretkey: client.apiKey,
        });
        return read.json.data.status === 'PAID';
      });
    });

    it('a second answer of the bank changes nothing', async () => {
      const { id, link } = await order('4000000000002503');
      await recognise(link);
      const page = await untilForm(link, '/cybersource/challenge');
      const bank = await submitForm(page, formTo(page, '/cybersource/challenge'));
      const back = await submitForm(bank, formTo(bank, '/approve'));
      await Promise.all([
        submitForm(back, formTo(back, '/return')),
        submitForm(back, formTo(back, '/return')),
      ]);
      await ends(id, 'SUCCESS');
    });

    it('abandoned at the bank’s page: waits, and is dropped when the developer cancels', async () => {
      const ordered = await order('4000000000002503');
      await recognise(ordered.link);
      await takeBack(ordered, 'CANCELED');
    });
  });

  describe('Stripe', { concurrency: true }, () => {
    before(() => sellCardsOver(installation, 'stripe'));

    async function challenge(cardNumber: string, choice: string): Promise<string> {
      const { id, link } = await order(cardNumber);
      const page = await bankPage(link);
      await submitForm(page, formTo(page, `/${choice}`));
      return id;
    }

    /** Our page leads on to Stripe's. */
    async function bankPage(link: string): Promise<Page> {
      return until('the link of the bank', async () => {
        const page = await openPage(link);
        const url = /https?:[^"\s]*\/3ds\/[\w-]+/.exec(`${page.url} ${page.text}`)?.[0];
        return url === undefined ? undefined : openPage(url.replaceAll('&amp;', '&'));
      });
    }

    it('a card that needs no authentication is paid at once, and given back', async () => {
      const ordered = await order('4242424242424242');
      await ends(ordered.id, 'SUCCESS');
      await takeBack(ordered, 'REFUNDED');
    });

    it('the bank’s page: confirmed, refused, given up, declined afterwards', async () => {
      await ends(await challenge('4000000000003220', 'approve'), 'SUCCESS');
      await ends(await challenge('4000002760003184', 'refuse'), 'FAILLED');
      await ends(await challenge('4000000000003220', 'abandon'), 'FAILLED', partial);
      await ends(await challenge('4000008400001629', 'approve'), 'FAILLED');
    });

    it('declined without a page', async () => {
      const cases = [
        ['4000000000009995', 'customer_balance_low'],
        ['4000000000000069', 'bank_card_expired'],
        ['4000000000000127', 'card_payment_rejected_by_issuer'],
      ] as const;
      for (const [cardNumber, code] of cases) {
        // A busy machine's answer may not have waited for the provider's word.
        const { json, text } = await until('it is declined in the answer', async () => {
          const answer = await client.operation(payOut({ ...card, cardNumber }));
          return answer.json.code !== 2000 && answer;
        });
        assert.deepEqual([json.code, json.data.errorType?.code], [4000, code], text);
      }
    });

    it('abandoned: waits, and is dropped when the developer cancels', async () => {
      await takeBack(await order('4000000000003220'), 'CANCELED');
    });
  });

  async function takeBack({ id, transactionId }: Order, end: string): Promise<void> {
    const { json, text } = await client.post('/api-services/transaction/refund-cancel', {
      apiKey: client.apiKey,
      transactionId,
    });
    // The provider's word may come later than the answer waits for it, or the order be under way
    // still.
    assert.ok(['SUCCESS', 'PENDING'].includes(json.statutTreatment), text);
    await untilStatus(client, id, end);
  }
});
