// How fast is the answer, and what does the payer see? Rules O10 and O11.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openWorld, payOut, sendRequest, uniquePhone } from './harness/index.ts';
import type { Answer, Client, World } from './harness/index.ts';
import { card } from './harness/samples.ts';

let world: World;
let client: Client;
before(async () => {
  world = await openWorld();
  client = world.client;
});
after(() => world.close());

const phoneBrowser =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

const openPage = (url: string, userAgent: string, headers: Record<string, string> = {}): Promise<Answer> =>
  sendRequest(url, { headers: { 'user-agent': userAgent, ...headers } });

/** The first link in a text as a client finds it: from http to white space. */
const linkIn = (text: string): string => /https?:\/\/\S+/.exec(text)?.[0] ?? '';

const deepLink = { codeService: 'OPC_SN_API_CASH_OUT', amount: 1_350, sender: 'Shop of Awa' };
const qr = { codeService: 'OPA_SN_API_CASH_OUT', amount: 150, useOpaQrCode: true };

describe('O10', { concurrency: true }, () => {
  it('O10 services without a link answer PENDING at once, however slow the provider is', async () => {
    const slow = [
      payOut({ phone: uniquePhone('8003') }),
      payOut({ phone: uniquePhone('8004') }),
      payOut({ phone: uniquePhone('8001') }),
      payOut({ codeService: 'RELOADA_SN_BILL_RELOAD', accountNumber: '55558003' }),
      payOut({ codeService: 'OPA_SN_API_CASH_OUT', phone: uniquePhone('8003') }),
    ];
    for (const body of slow) {
      const { json, text, elapsedMs } = await client.operation(body);
      assert.deepEqual([json.code, json.data.status], [2000, 'PENDING'], text);
      assert.ok(elapsedMs < 3_000, `${elapsedMs} ms`);
    }
  });

  it('O10 services with a link wait for the provider up to 4 s, then answer PENDING with the gateway’s own page', async () => {
    const silent = payOut({ ...deepLink, phone: uniquePhone('8003') });
    const silentCard = payOut({ ...card, cardNumber: '4970100000008003' });
    const answers = await Promise.all([client.operation(silent), client.operation(silentCard)]);
    for (const { json, text, elapsedMs } of answers) {
      assert.deepEqual([json.code, json.data.status], [2000, 'PENDING'], text);
      assert.ok(elapsedMs > 3_000 && elapsedMs < 4_900, `${elapsedMs} ms`);
      const page = await openPage(json.data.deepLinkUrl ?? json.data.authLinkUrl, phoneBrowser);
      assert.equal(page.status, 200, 'a page that waits for the provider’s link');
      assert.match(page.text, /<html/i);
    }
  });

  it('O10 services with a link answer as soon as the provider has spoken', async () => {
    const { json, elapsedMs } = await client.operation(payOut({ ...deepLink, phone: uniquePhone('8007') }));
    assert.equal(json.data.status, 'PENDING');
    assert.ok(elapsedMs < 3_500, `${elapsedMs} ms`);
  });
});

const kinds = {
  'deep link': { ...deepLink, phone: '770008007' },
  'QR code': { ...qr, phone: '770008007' },
  card: { ...card },
};

describe('O11', { concurrency: true }, () => {
  for (const [kind, members] of Object.entries(kinds)) {
    it(`O11 ${kind}: the link is a page of the gateway, <public base>/deep/<transactionId> with an unguessable token`, async () => {
      const [one, two] = await Promise.all([client.operation(payOut(members)), client.operation(payOut(members))]);
      const links = [one, two].map(({ json }) => (json.data.deepLinkUrl ?? json.data.authLinkUrl) as string);
      [one, two].forEach(({ json }, index) => {
        const prefix = `${client.baseUrl}/deep/${json.data.transactionId}`;
        assert.ok(links[index]?.startsWith(prefix), links[index]);
        const token = String(links[index]).slice(prefix.length);
        assert.ok(token.replace(/[^\w]/g, '').length >= 20, `token ${token}`);
      });
      const tokens = links.map((link) => link.slice(-20));
      assert.notEqual(tokens[0], tokens[1]);
    });

    it(`O11 ${kind}: notificationMessage holds the same link as bare text`, async () => {
      const { json } = await client.operation(payOut(members));
      const link = json.data.deepLinkUrl ?? json.data.authLinkUrl;
      assert.equal(linkIn(json.data.notificationMessage), link);
      assert.ok(!/[<>]/.test(json.data.notificationMessage));
    });

    it(`O11 ${kind}: without the token, or with another one, nothing is shown`, async () => {
      const [one, two] = await Promise.all([client.operation(payOut(members)), client.operation(payOut(members))]);
      const link = (one.json.data.deepLinkUrl ?? one.json.data.authLinkUrl) as string;
      const id = one.json.data.transactionId as string;
      const otherLink = (two.json.data.deepLinkUrl ?? two.json.data.authLinkUrl) as string;
      const wrong = [
        `${client.baseUrl}/deep/${id}`,
        `${client.baseUrl}/deep/`,
        link.slice(0, -1),
        `${link}0`,
        `${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`,
        otherLink.replace(two.json.data.transactionId, id),
      ];
      for (const url of wrong) {
        for (const userAgent of [phoneBrowser, desktop]) {
          const page = await openPage(url, userAgent);
          assert.equal(page.status, 404, url);
          assert.ok(!page.text.includes(id) && !page.headers['location'], url);
        }
      }
    });

    it(`O11 ${kind}: on a desktop a page with a QR code and a countdown of 15 minutes, kept in by a content security policy`, async () => {
      const { json } = await client.operation(payOut(members));
      const link = (json.data.deepLinkUrl ?? json.data.authLinkUrl) as string;
      const page = await openPage(link, desktop, { 'accept-language': 'fr' });
      assert.equal(page.status, 200, page.text);
      assert.match(String(page.headers['content-type']), /^text\/html; ?charset=utf-8/i);
      const policy = String(page.headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/);
      assert.ok(!/unsafe-inline|unsafe-eval|\*/.test(policy), policy);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.match(String(page.headers['cache-control']), /no-store/);
      assert.equal(page.headers['referrer-policy'], 'no-referrer');
      assert.match(page.text, /<svg/);
      assert.match(page.text, /1[45]:\d\d/, 'about 15 minutes left');
      assert.ok(
        !/<script(?![^>]*src=)/.test(page.text) && !/ style=| onclick=/.test(page.text),
        'nothing inline that the policy would stop',
      );
      const hosts = [...page.text.matchAll(/(?:src|href)="(https?:\/\/[^/"]+)/g)].map((match) => match[1]);
      for (const host of hosts)
        assert.ok([client.baseUrl, world.installation.simulatorUrl].includes(String(host)), `loads nothing from ${host}`);
    });
  }

  for (const kind of ['deep link', 'card'] as const) {
    it(`O11 ${kind}: on a phone the page redirects to the provider’s link`, async () => {
      const { json } = await client.operation(payOut(kinds[kind]));
      const link = (json.data.deepLinkUrl ?? json.data.authLinkUrl) as string;
      for (const userAgent of [phoneBrowser, iphone]) {
        const page = await openPage(link, userAgent);
        assert.ok([302, 303, 307].includes(page.status), String(page.status));
        assert.ok(String(page.headers['location']).startsWith(world.installation.simulatorUrl), String(page.headers['location']));
        assert.match(String(page.headers['cache-control']), /no-store/);
      }
    });
  }

  it('O11 the page is in French and English, as the browser asks', async () => {
    const { json } = await client.operation(payOut(kinds['deep link']));
    const [fr, en] = await Promise.all([
      openPage(json.data.deepLinkUrl, desktop, { 'accept-language': 'fr-SN,fr;q=0.9' }),
      openPage(json.data.deepLinkUrl, desktop, { 'accept-language': 'en-GB,en;q=0.9' }),
    ]);
    assert.match(fr.text, /<html[^>]* lang="fr"/);
    assert.match(en.text, /<html[^>]* lang="en"/);
    assert.ok(en.text.includes('Shop of Awa') && en.text.includes('1,350'), 'who is paid, and how much');
  });

  it('O11 what the developer sent is text on the page, never markup', async () => {
    const { json } = await client.operation(
      payOut({
        ...deepLink,
        phone: '770008007',
        sender: '<script>alert(1)</script>"><img src=x>',
        errorRedirectUrl: 'https://client.example/"onload="x',
      }),
    );
    const page = await openPage(json.data.deepLinkUrl, desktop);
    assert.ok(!page.text.includes('<script>alert') && !page.text.includes('<img src=x>'), 'escaped');
  });

  it('O11 the page tells success, and failure', async () => {
    const [paid, failed] = [
      payOut({ ...deepLink, callbackUrl: world.receiver.url }),
      payOut({ ...deepLink, phone: uniquePhone('9045'), callbackUrl: world.receiver.url }),
    ];
    const [good, bad] = await Promise.all([client.operation(paid), client.operation(failed)]);
    await Promise.all([paid, failed].map((body) => world.receiver.waitFor(String(body['externalTransactionId']))));
    const texts = await Promise.all(
      [good, bad].map(async ({ json }) => (await openPage(json.data.deepLinkUrl, desktop, { 'accept-language': 'en' })).text),
    );
    assert.ok(!texts[0]?.includes('<svg') || !/data-seconds/.test(String(texts[0])), 'no more to pay');
    assert.notEqual(texts[0]?.replaceAll(/\d/g, ''), texts[1]?.replaceAll(/\d/g, ''));
    assert.match(String(texts[0]), /succe|confirm|paid/i);
    assert.match(String(texts[1]), /fail|not (completed|made|paid)|declined/i);
  });

  it('O11 orderId is <PREFIX>-BK-<transactionId>, and only a card payment has one', async () => {
    const [paid, link] = await Promise.all([client.operation(payOut(kinds.card)), client.operation(payOut(kinds['deep link']))]);
    assert.match(paid.json.data.orderId, /^[A-Z0-9]+-BK-\d+$/);
    assert.ok(paid.json.data.orderId.endsWith(`-BK-${paid.json.data.transactionId}`));
    assert.equal(link.json.data.orderId, undefined);
  });

  it('O11 opening the page and approving makes it a success, refusing a failure', async () => {
    const decisions = { approve: 'SUCCESS', refuse: 'FAILLED' };
    for (const [decision, status] of Object.entries(decisions)) {
      const body = payOut({
        ...deepLink,
        phone: uniquePhone('8007'),
        callbackUrl: world.receiver.url,
        successRedirectUrl: 'https://client.example/ok',
        errorRedirectUrl: 'https://client.example/ko',
      });
      const { json } = await client.operation(body);
      const page = await openPage(json.data.deepLinkUrl, phoneBrowser);
      const provider = String(page.headers['location']);
      const decided = await sendRequest(`${provider.split('?')[0]}/${decision}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: '',
      });
      assert.ok([302, 303].includes(decided.status), `${decision}: ${decided.status}`);
      const callback = await world.receiver.waitFor(String(body['externalTransactionId']));
      assert.equal(callback.json.status, status);
    }
  });
});
