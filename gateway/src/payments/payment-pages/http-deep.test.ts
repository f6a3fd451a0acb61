// O11: proves that every visitor of a payment page gets what the rule demands: redirect, code,
// countdown, expiry, and nothing for strangers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import fc from 'fast-check';
import { registerPaymentPages } from './http-deep.ts';
import type { PaymentPageView } from './http-deep.ts';
import { secureAnswers } from '../../platform/http/secure-answers.ts';

const nowMs = Date.UTC(2026, 10, 21, 7, 0, 0);
const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const desktop =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';

const waiting: PaymentPageView = {
  transactionId: '7091659672946',
  serviceName: 'CashOut Opc',
  merchantName: 'Boutique',
  amountText: '27684',
  currency: 'XOF',
  status: 'waiting',
  kind: 'deepLink',
  providerUrl: 'https://provider.example/pay?a=1&b=2',
  expiresAt: new Date(nowMs + 872_000),
  successUrl: 'https://client.example/ok',
  errorUrl: 'https://client.example/ko',
  language: 'fr',
  attempt: 1,
  pageUrl: 'https://pay.example/deep/7091659672946-1-secrettoken',
};

const link = '7091659672946-1-secrettoken';

/** Log lines of failures. */
const failures: object[] = [];

function serve(find: () => Promise<PaymentPageView | null>) {
  const app = fastify();
  secureAnswers(app, null);
  registerPaymentPages(
    app,
    {
      now: () => nowMs,
      findPaymentPage: async (asked) => (asked === link ? find() : null),
      takeStep: () => Promise.reject(new Error('nothing is handed in')),
      giveUp: () => Promise.reject(new Error('nothing is given up')),
    },
    { error: (terms: object) => void failures.push(terms) },
  );
  return app;
}

async function get(
  view: Partial<PaymentPageView> | null | Error,
  path = '',
  headers: { [name: string]: string } = { 'user-agent': desktop },
) {
  const app = serve(async () => {
    if (view instanceof Error) throw view;
    return view === null ? null : { ...waiting, ...view };
  });
  const answer = await app.inject({
    url: path.startsWith('/') && path.startsWith('/deep') ? path : `/deep/${link}${path}`,
    headers,
  });
  await app.close();
  return answer;
}

test('O11: a phone is sent to the provider, by its user agent or by its own word', async () => {
  for (const headers of [
    { 'user-agent': phone },
    { 'user-agent': iphone },
    { 'user-agent': desktop, 'sec-ch-ua-mobile': '?1' },
  ]) {
    const answer = await get({}, '', headers);
    assert.deepEqual(
      [answer.statusCode, answer.headers['location']],
      [302, 'https://provider.example/pay?a=1&b=2'],
    );
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
  }
  const app = await get({ providerUrl: 'wave://capture/abc' }, '', { 'user-agent': phone });
  assert.equal(app.headers['location'], 'wave://capture/abc', 'an app scheme opens the app');
});

test('O11: a desktop gets code, amount, merchant and countdown, without any foreign resource', async () => {
  const { statusCode, body, headers } = await get({});
  assert.equal(statusCode, 200);
  assert.match(body, /<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  assert.match(body, /27\u202f684\u00a0FCFA/);
  assert.match(body, /Boutique/);
  assert.match(body, /data-seconds="872">14:32</);
  assert.match(body, /<noscript><meta http-equiv="refresh" content="5" \/><\/noscript>/);
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; style-src 'self'; script-src 'self'; /,
  );
  assert.doesNotMatch(
    body,
    /<script(?! src="\/deep\/assets\/link\.js" defer><\/script>)/,
    'no inline script',
  );
  assert.doesNotMatch(body, /style=|\son[a-z]+=/, 'nothing that the policy would block');
  for (const [, address] of body.matchAll(/(?:src|href)="([^"]*)"/g)) {
    assert.ok(
      address?.startsWith('/deep/') ||
        address === 'data:,' ||
        address === 'https://provider.example/pay?a=1&amp;b=2',
      address,
    );
  }
});

test('a QR service shows the provider’s own code text; a phone cannot scan itself and gets the link', async () => {
  const text = 'https://provider.example/qr/1';
  const { providerUrl: _, ...qr } = { ...waiting, kind: 'qr' as const, qrText: text };
  const page = await get({ ...qr, providerUrl: undefined } as unknown as Partial<PaymentPageView>);
  assert.match(page.body, /<svg/);
  assert.equal(
    (
      await get({ ...qr, providerUrl: undefined } as unknown as Partial<PaymentPageView>, '', {
        'user-agent': phone,
      })
    ).headers['location'],
    text,
  );
  const code = {
    kind: 'qr',
    qrText: '00020101021226',
    providerUrl: undefined,
  } as unknown as Partial<PaymentPageView>;
  assert.equal(
    (await get(code, '', { 'user-agent': phone })).statusCode,
    200,
    'a code that is no address is shown on phones too',
  );
});

test('a code text longer than any code is shown as text', async () => {
  const answer = await get({ kind: 'qr', qrText: 'x'.repeat(4000) });
  assert.equal(answer.statusCode, 200);
  assert.match(answer.body, /class="qr-text">x{4000}</);
});

test('O11 3-D Secure: every device goes to the bank at once, and nowhere once the link has expired', async () => {
  for (const agent of [phone, iphone, desktop]) {
    const headers = { 'user-agent': agent };
    const answer = await get({ kind: 'authPage' }, '', headers);
    assert.deepEqual(
      [answer.statusCode, answer.headers['location']],
      [302, 'https://provider.example/pay?a=1&b=2'],
    );
    const early = await get({ kind: 'authPage', status: 'notReady', providerUrl: '' }, '', headers);
    assert.deepEqual([early.statusCode, early.headers['location']], [200, undefined]);
    const late = await get({ kind: 'authPage', expiresAt: new Date(nowMs) }, '', headers);
    assert.deepEqual([late.statusCode, late.headers['location']], [410, undefined]);
    assert.ok(!late.body.includes('provider.example'));
  }
});

/** Where a page leads on by itself; null where it stays. */
function forwardOf({ body }: { body: string }): string | null {
  const address = /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(body)?.[1];
  return address?.replaceAll('&amp;', '&').replaceAll('&#39;', "'") ?? null;
}

const continueUrl = `https://pay.example/deep/${link}/result`;

test('O11 3-D Secure: the return leads to the developer’s page for it, told where to go on to', async () => {
  const next = `continueUrl=${encodeURIComponent(continueUrl)}`;
  for (const [url, expected] of [
    ['https://client.example/3ds', `https://client.example/3ds?${next}`],
    [
      'https://client.example/3ds?cart=a%20b#top',
      `https://client.example/3ds?cart=a%20b&${next}#top`,
    ],
  ] as const) {
    for (const status of ['waiting', 'succeeded', 'failed', 'expired'] as const) {
      const view = { kind: 'authPage' as const, status, bankReturn: { url, continueUrl } };
      const answer = await get(view, '/return?result=success');
      assert.deepEqual([answer.statusCode, forwardOf(answer)], [200, expected], status);
      assert.equal(answer.headers['location'], undefined, 'no redirect of the bank’s form');
    }
  }
  for (const url of ['javascript:alert(1)', '//evil.example', 'wave://x', '']) {
    const answer = await get({ bankReturn: { url, continueUrl } }, '/return');
    assert.deepEqual([answer.statusCode, forwardOf(answer)], [200, null], url);
  }
});

test('O11 the page of the result waits, then leads to the developer’s page by the outcome alone', async () => {
  const bankReturn = { url: 'https://client.example/3ds', continueUrl };
  const page = await get({ bankReturn }, '/result?result=success&url=https://evil.example');
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /Vérification du paiement/);
  assert.match(page.body, /data-watch="[^"]*\/status" data-status="waiting"/);
  assert.ok(!page.body.includes('client.example') && !page.body.includes('evil.example'));
  for (const [status, expected] of [
    ['succeeded', 'https://client.example/ok'],
    ['failed', 'https://client.example/ko'],
  ] as const) {
    const answer = await get({ status, bankReturn }, '/result?result=success');
    assert.deepEqual([answer.statusCode, answer.headers['location']], [303, expected]);
  }
});

test('not ready: the page asks again every 2 seconds, with and without script', async () => {
  for (const agent of [phone, desktop]) {
    const answer = await get(
      { status: 'notReady', providerUrl: undefined } as unknown as Partial<PaymentPageView>,
      '',
      { 'user-agent': agent },
    );
    assert.equal(answer.statusCode, 200);
    assert.match(answer.body, /Préparation du paiement/);
    assert.match(answer.body, /content="2"/);
    assert.match(
      answer.body,
      /data-watch="\/deep\/7091659672946-1-secrettoken\/status" data-status="notReady"/,
    );
  }
});

test('O11: an expired link says so, whether the core has noticed or not, and leads nowhere else', async () => {
  for (const view of [{ status: 'expired' as const }, { expiresAt: new Date(nowMs) }]) {
    const answer = await get(view, '', { 'user-agent': phone });
    assert.equal(answer.statusCode, 410);
    assert.match(answer.body, /Lien expiré/);
    assert.ok(!answer.body.includes('provider.example'));
    assert.match(answer.body, /href="https:\/\/client\.example\/ko"/);
    assert.match(
      answer.body,
      /data-status="expired"/,
      'the page and its status agree, else the script would reload for ever',
    );
    assert.deepEqual((await get(view, '/status')).json(), { status: 'expired' });
    assert.match((await get(view, '/return')).body, /data-status="expired"/);
  }
});

test('a final transaction sends the browser to the developer’s page; without one it says the result', async () => {
  const ok = await get({ status: 'succeeded' });
  assert.deepEqual([ok.statusCode, ok.headers['location']], [303, 'https://client.example/ok']);
  const ko = await get({ status: 'failed', expiresAt: new Date(0) });
  assert.deepEqual([ko.statusCode, ko.headers['location']], [303, 'https://client.example/ko']);
  const plain = await get({
    status: 'succeeded',
    successUrl: undefined,
  } as unknown as Partial<PaymentPageView>);
  assert.equal(plain.statusCode, 200);
  assert.match(plain.body, /Paiement réussi/);
  assert.doesNotMatch(plain.body, /data-watch|http-equiv="refresh"/, 'nothing more will happen');
  const failed = await get({ status: 'failed', errorUrl: '' });
  assert.match(failed.body, /Échec du paiement/);
});

test('the return from the provider is never proof: it waits for the transaction and follows that', async () => {
  for (const result of ['success', 'error']) {
    const page = await get({}, `/return?result=${result}`);
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /Vérification du paiement/);
    assert.ok(!page.body.includes('client.example'));
  }
  assert.equal(
    forwardOf(await get({ status: 'failed' }, '/return?result=success')),
    'https://client.example/ko',
  );
  assert.equal(
    forwardOf(await get({ status: 'succeeded' }, '/return?result=error')),
    'https://client.example/ok',
  );
});

test('addresses that would run in the browser are not followed', async () => {
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'no address', '//evil.example']) {
    assert.equal(
      (await get({ providerUrl: bad }, '', { 'user-agent': phone })).statusCode,
      200,
      bad,
    );
    assert.equal((await get({ status: 'succeeded', successUrl: bad })).statusCode, 200, bad);
  }
  assert.equal(
    (await get({ status: 'succeeded', successUrl: 'wave://x' })).statusCode,
    200,
    'a developer’s page is a web page',
  );
});

test('languages: ?lang=, then the browser, then the account', async () => {
  const titleOf = async (view: Partial<PaymentPageView>, path: string, approvalRequest: string) => {
    const { body } = await get(view, path, {
      'user-agent': desktop,
      'accept-language': approvalRequest,
    });
    return body.includes('Validez votre paiement')
      ? 'fr'
      : body.includes('Approve your payment')
        ? 'en'
        : 'none';
  };
  assert.equal(await titleOf({}, '', ''), 'fr');
  assert.equal(await titleOf({ language: 'en' }, '', 'wo, de;q=0.5'), 'en');
  assert.equal(await titleOf({}, '', 'en-GB,fr;q=0.5'), 'en');
  assert.equal(await titleOf({}, '', 'fr;q=0.4,en;q=0.9'), 'en');
  assert.equal(await titleOf({}, '?lang=en', 'fr'), 'en');
  assert.equal(await titleOf({}, '?lang=xx', 'en'), 'en');
  assert.match((await get({}, '?lang=en')).body, /href="\/deep\/[^"]+\?lang=fr" hreflang="fr"/);
  assert.match((await get({}, '?lang=en')).body, /27,684\u00a0FCFA/);
});

test('a wrong token gets a page that tells nothing, the same for every wrong address', async () => {
  const bodies = new Set<string>();
  for (const path of [
    '/deep/7091659672946',
    '/deep/x',
    '/deep/x/return',
    '/deep/x/result',
    '/deep/x/status',
    `/deep/${'a'.repeat(90)}`,
    '/deep/a/b/c',
    '/deep/',
  ]) {
    const answer = await get({}, path);
    assert.equal(answer.statusCode, 404, path);
    bodies.add(answer.body);
  }
  assert.equal(bodies.size, 1);
  assert.ok(![...bodies][0]?.includes('7091659672946'));
});

test('who asks for many pages that there are none of is told to wait, at any depth, and is still shown his own', async () => {
  const app = serve(() => Promise.resolve(waiting));
  const ask = (url: string) => app.inject({ url, headers: { 'user-agent': desktop } });
  for (const path of ['x', 'x/status', 'x/y/z']) {
    // More than 120 in a minute, whenever the minute ends.
    const answers = await Promise.all(Array.from({ length: 245 }, () => ask(`/deep/${path}`)));
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    assert.ok(Number(refused?.headers['retry-after']) > 0, path);
  }
  assert.equal((await ask(`/deep/${link}`)).statusCode, 200);
  await app.close();
});

test('a fault of ours is a page that reloads itself, without its reason', async () => {
  const answer = await get(new Error('connection to 10.0.0.1 refused'));
  assert.equal(answer.statusCode, 503);
  assert.match(answer.body, /http-equiv="refresh" content="5"/);
  assert.ok(!answer.body.includes('10.0.0.1'));
  assert.match(JSON.stringify(failures), /connection to 10.0.0.1 refused/);
});

test('status for the script: one word, never cached', async () => {
  const answer = await get({}, '/status');
  assert.deepEqual(answer.json(), { status: 'waiting' });
  assert.equal(answer.headers['cache-control'], 'no-store');
});

test('the page’s own files are served', async () => {
  const script = await get({}, '/deep/assets/link.js');
  assert.match(String(script.headers['content-type']), /^text\/javascript/);
  assert.match((await get({}, '/deep/assets/link.css')).body, /prefers-color-scheme: dark/);
});

test('text from outside never becomes markup', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '/', ' ', '{', '$') }),
      async (name) => {
        const tagsOf = (body: string) =>
          body.replace(/<svg[\s\S]*<\/svg>/, '').match(/<[a-z!/][^>]*>/g)?.length;
        const plain = await get({ merchantName: 'x', serviceName: 'x' });
        const hostile = await get({ merchantName: `x${name}`, serviceName: `x${name}` });
        assert.equal(tagsOf(hostile.body), tagsOf(plain.body));
      },
    ),
    { numRuns: 30 },
  );
});
