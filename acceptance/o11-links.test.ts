// O10, O11: checks that the answer does not wait for the provider where it must not, and what the
// payer sees. How fast it is: o11-links.long.test.ts.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, payOut, sendRequest, uniquePhone, until } from './harness/index.ts';
import type { Answer, Client, Fixture } from './harness/index.ts';
import { openStoredRows, type StoredRows } from './harness/database.ts';
import { card } from './harness/samples.ts';

let fixture: Fixture;
let client: Client;
let rows: StoredRows;
before(async () => {
  fixture = await openFixture({ set: ['--callback-grace-ms', '0'] });
  client = fixture.client;
  rows = openStoredRows(fixture.installation);
});
after(async () => {
  await rows.close();
  await fixture.close();
});

const phoneBrowser =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const desktop =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/** A page of a link that the provider has given: until then it says that the payer is to wait. */
const openLink = (
  url: string,
  userAgent: string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  until(`the provider's link behind ${url}`, async () => {
    const page = await openPage(url, userAgent, headers);
    return (page.headers['location'] !== undefined || page.text.includes('<svg')) && page;
  });

const openPage = (
  url: string,
  userAgent: string,
  headers: Record<string, string> = {},
): Promise<Answer> => sendRequest(url, { headers: { 'user-agent': userAgent, ...headers } });

/** The first link in a text as a client finds it: from http to white space. */
const linkIn = (text: string): string => /https?:\/\/\S+/.exec(text)?.[0] ?? '';

const deepLink = { codeService: 'OPC_SN_API_CASH_OUT', amount: 1_350, sender: 'Shop of Awa' };
const qr = { codeService: 'OPA_SN_API_CASH_OUT', amount: 150, useOpaQrCode: true };

const kinds = {
  'deep link': { ...deepLink, phone: '770008007' },
  'QR code': { ...qr, phone: '770008007' },
  card: { ...card },
};

describe('O10 O11', { concurrency: true }, () => {
  /**
   * Orders, and expects an answer while the provider, which is waited for 10 s, has not spoken yet.
   */
  async function assertPending(body: Record<string, unknown>): Promise<Answer> {
    const answer = await client.operation(body);
    assert.deepEqual([answer.json.code, answer.json.data.status], [2000, 'PENDING'], answer.text);
    const attempts = await rows.read<{ state: string }>(
      'select state from attempt where operation_id = $1',
      [answer.json.data.transactionId],
    );
    for (const { state } of attempts) assert.equal(state, 'SENDING', 'the provider has not spoken');
    return answer;
  }

  it('O10 services without a link answer PENDING at once, however slow the provider is', async () => {
    const slow = [
      payOut({ phone: uniquePhone('8003') }),
      payOut({ phone: uniquePhone('8004') }),
      payOut({ codeService: 'RELOADA_SN_BILL_RELOAD', accountNumber: '55558003' }),
      payOut({ codeService: 'OPA_SN_API_CASH_OUT', phone: uniquePhone('8003') }),
    ];
    for (const body of slow) await assertPending(body);
  });

  it('O10 services with a link wait for the provider up to 4 s, then answer PENDING with the gateway’s own page', async () => {
    const bodies = [
      payOut({ ...deepLink, phone: uniquePhone('8003') }),
      payOut({ ...card, cardNumber: '4970100000008003' }),
    ];
    const answers = await Promise.all(bodies.map(assertPending));
    for (const { json, elapsedMs } of answers) {
      // A slow machine only makes it more.
      assert.ok(elapsedMs > 3_000, `${elapsedMs} ms`);
      const page = await openPage(json.data.deepLinkUrl ?? json.data.authLinkUrl, phoneBrowser);
      assert.equal(page.status, 200, 'a page that waits for the provider’s link');
      assert.match(page.text, /<html/i);
    }
  });

  for (const [kind, members] of Object.entries(kinds)) {
    it(`O11 ${kind}: the link is a page of the gateway, <public base>/deep/<transactionId> with an unguessable token`, async () => {
      const [one, two] = await Promise.all([
        client.operation(payOut(members)),
        client.operation(payOut(members)),
      ]);
      const links = [one, two].map(
        ({ json }) => (json.data.deepLinkUrl ?? json.data.authLinkUrl) as string,
      );
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
      const [one, two] = await Promise.all([
        client.operation(payOut(members)),
        client.operation(payOut(members)),
      ]);
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

    // A card's page is the bank's, on every device.
    if (kind === 'card') continue;
    it(`O11 ${kind}: on a desktop a page with a QR code and a countdown of 15 minutes, kept in by a content security policy`, async () => {
      const { json } = await client.operation(payOut(members));
      const link = (json.data.deepLinkUrl ?? json.data.authLinkUrl) as string;
      const page = await openLink(link, desktop, { 'accept-language': 'fr' });
      assert.equal(page.status, 200, page.text);
      assert.match(String(page.headers['content-type']), /^text\/html; ?charset=utf-8/i);
      const policy = String(page.headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/);
      assert.ok(!/unsafe-inline|unsafe-eval|\*/.test(policy), policy);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.match(String(page.headers['cache-control']), /no-store/);
      assert.equal(page.headers['referrer-policy'], 'no-referrer');
      assert.match(page.text, /<svg/);
      assert.match(page.text, /1[1-5]:\d\d/, 'no more than 15 minutes left');
      assert.ok(
        !/<script(?![^>]*src=)/.test(page.text) && !/ style=| onclick=/.test(page.text),
        'nothing inline that the policy would stop',
      );
      const hosts = [...page.text.matchAll(/(?:src|href)="(https?:\/\/[^/"]+)/g)].map(
        (match) => match[1],
      );
      for (const host of hosts)
        assert.ok(
          [client.baseUrl, fixture.installation.simulatorUrl].includes(String(host)),
          `loads nothing from ${host}`,
        );
    });
  }

  const devices = {
    'deep link': ['on a phone', [phoneBrowser, iphone]],
    card: ['on every device', [phoneBrowser, iphone, desktop]],
  } as const;
  for (const kind of ['deep link', 'card'] as const) {
    const [where, browsers] = devices[kind];
    it(`O11 ${kind}: ${where} the page redirects to the provider’s link`, async () => {
      const { json } = await client.operation(payOut(kinds[kind]));
      const link = (json.data.deepLinkUrl ?? json.data.authLinkUrl) as string;
      for (const userAgent of browsers) {
        const page = await openLink(link, userAgent);
        assert.ok([302, 303, 307].includes(page.status), String(page.status));
        assert.ok(
          String(page.headers['location']).startsWith(fixture.installation.simulatorUrl),
          String(page.headers['location']),
        );
        assert.match(String(page.headers['cache-control']), /no-store/);
      }
    });
  }

  it('O11 the page is in French and English, as the browser asks', async () => {
    const { json } = await client.operation(payOut(kinds['deep link']));
    const [fr, en] = await Promise.all([
      openLink(json.data.deepLinkUrl, desktop, { 'accept-language': 'fr-SN,fr;q=0.9' }),
      openLink(json.data.deepLinkUrl, desktop, { 'accept-language': 'en-GB,en;q=0.9' }),
    ]);
    assert.match(fr.text, /<html[^>]* lang="fr"/);
    assert.match(en.text, /<html[^>]* lang="en"/);
    assert.ok(
      en.text.includes('Shop of Awa') && en.text.includes('1,350'),
      'who is paid, and how much',
    );
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
    const page = await openLink(json.data.deepLinkUrl, desktop);
    assert.ok(
      !page.text.includes('<script>alert') && !page.text.includes('<img src=x>'),
      'escaped',
    );
  });

  it('O11 the page tells success, and failure', async () => {
    const [paid, failed] = [
      payOut({ ...deepLink, callbackUrl: fixture.receiver.url }),
      payOut({ ...deepLink, phone: uniquePhone('9045'), callbackUrl: fixture.receiver.url }),
    ];
    const [good, bad] = await Promise.all([client.operation(paid), client.operation(failed)]);
    await Promise.all(
      [paid, failed].map((body) => fixture.receiver.waitFor(String(body['externalTransactionId']))),
    );
    const texts = await Promise.all(
      [good, bad].map(
        async ({ json }) =>
          (await openPage(json.data.deepLinkUrl, desktop, { 'accept-language': 'en' })).text,
      ),
    );
    assert.ok(
      !texts[0]?.includes('<svg') || !/data-seconds/.test(String(texts[0])),
      'no more to pay',
    );
    assert.notEqual(texts[0]?.replaceAll(/\d/g, ''), texts[1]?.replaceAll(/\d/g, ''));
    assert.match(String(texts[0]), /succe|confirm|paid/i);
    assert.match(String(texts[1]), /fail|not (completed|made|paid)|declined/i);
  });

  it('O11 orderId is <PREFIX>-BK-<transactionId>, and only a card payment has one', async () => {
    const [paid, link] = await Promise.all([
      client.operation(payOut(kinds.card)),
      client.operation(payOut(kinds['deep link'])),
    ]);
    assert.match(paid.json.data.orderId, /^[A-Z0-9]+-BK-\d+$/);
    assert.ok(paid.json.data.orderId.endsWith(`-BK-${paid.json.data.transactionId}`));
    assert.equal(link.json.data.orderId, undefined);
  });

  it('O11 opening the page and approving makes it a success, refusing a failure', async () => {
    const decide = async (decision: 'approve' | 'refuse', status: string): Promise<void> => {
      const body = payOut({
        ...deepLink,
        phone: uniquePhone('8007'),
        callbackUrl: fixture.receiver.url,
        successRedirectUrl: 'https://client.example/ok',
        errorRedirectUrl: 'https://client.example/ko',
      });
      const { json } = await client.operation(body);
      const page = await openLink(json.data.deepLinkUrl, phoneBrowser);
      const provider = String(page.headers['location']);
      const decided = await sendRequest(`${provider.split('?')[0]}/${decision}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: '',
      });
      assert.ok([302, 303].includes(decided.status), `${decision}: ${decided.status}`);
      const callback = await fixture.receiver.waitFor(String(body['externalTransactionId']));
      assert.equal(callback.json.status, status);
    };
    await Promise.all([decide('approve', 'SUCCESS'), decide('refuse', 'FAILLED')]);
  });

  /**
   * Pays by card as a browser does, up to the bank's button; answers where the bank then sends it.
   */
  async function decideAtBank(
    decision: 'approve' | 'refuse',
    members: Record<string, unknown> = {},
  ): Promise<{ link: string; back: string; result: Promise<{ json: { status: string } }> }> {
    const body = payOut({ ...card, callbackUrl: fixture.receiver.url, ...members });
    const { json } = await client.operation(body);
    const link = json.data.authLinkUrl as string;
    const bank = String((await openLink(link, desktop)).headers['location']);
    const decided = await sendRequest(`${bank.split('?')[0]}/${decision}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    });
    return {
      link,
      back: String(decided.headers['location']),
      result: fixture.receiver.waitFor(String(body['externalTransactionId'])),
    };
  }

  /** Where a page leads on: by a redirect, or by itself as the return from the bank does. */
  function targetOf({ headers, text }: Answer): string | undefined {
    const forward = /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(text)?.[1];
    return (headers['location'] as string | undefined) ?? forward?.replaceAll('&amp;', '&');
  }

  /** The page waits for the outcome and then leads on. */
  async function followResult(url: string): Promise<string> {
    let target: string | undefined;
    await until('the redirect', async () => {
      const page = await openPage(url, desktop);
      target = targetOf(page);
      return target !== undefined;
    });
    return String(target);
  }

  for (const [decision, status, target] of [
    ['approve', 'SUCCESS', card.successRedirectUrl],
    ['refuse', 'FAILLED', card.errorRedirectUrl],
  ] as const) {
    it(`O11 card: from the bank over bankAuthRedirectUrl to the page of the outcome (${decision})`, async () => {
      const { link, back, result } = await decideAtBank(decision);
      assert.ok(back.startsWith(`${link}/return`), back);
      const over = await openPage(back, desktop);
      const shop = new URL(String(targetOf(over)));
      assert.equal(`${shop.origin}${shop.pathname}`, card.bankAuthRedirectUrl);
      const next = String(shop.searchParams.get('continueUrl'));
      assert.equal(next, `${link}/result`);
      assert.equal(await followResult(next), target);
      assert.equal((await result).json.status, status);
    });
  }

  it('O11 card: straight to the page of the outcome where bankAuthRedirectUrl is one of the two', async () => {
    const { back } = await decideAtBank('approve', {
      bankAuthRedirectUrl: card.successRedirectUrl,
    });
    assert.equal(await followResult(back), card.successRedirectUrl);
  });

  it('O11 card: what the return’s address says is not believed, and without the token it leads nowhere', async () => {
    const { json } = await client.operation(payOut({ ...card }));
    const link = json.data.authLinkUrl as string;
    for (const below of ['/return', '/result']) {
      const query = '?result=success&continueUrl=https://evil.example&url=//evil.example';
      const page = await openPage(`${link}${below}${query}`, desktop);
      assert.ok(!`${page.headers['location'] ?? ''}${page.text}`.includes('evil.example'));
      assert.notEqual(targetOf(page), card.successRedirectUrl);
      for (const forged of [`${link.slice(0, -1)}${below}`, `${link}0${below}`]) {
        const unknown = await openPage(`${forged}${query}`, desktop);
        assert.deepEqual([unknown.status, unknown.headers['location']], [404, undefined]);
      }
    }
  });
});
