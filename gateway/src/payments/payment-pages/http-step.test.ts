// Proves what a payer can do on a payment page, and that the page asks for nothing else: a choice
// of apps, a one-time code, the bank's hidden frame, the way to the bank and back (decision 0064).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import type { StepInput } from '@jokko/connectors/kit';
import { secureAnswers } from '../../platform/http/secure-answers.ts';
import type { StepResult } from './payment-page-view.ts';
import { registerPaymentPages, type PaymentPageView } from './http-deep.ts';
import { pageSecurityPolicy } from './page-headers.ts';

const nowMs = Date.UTC(2026, 10, 22, 7, 0, 0);
const link = '7091659672946-1-secrettoken';
const phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0 Mobile Safari/537.36';
const desktop = 'Mozilla/5.0 (X11; Linux x64) Chrome/126.0 Safari/537.36';
const { providerUrl: _none, ...waiting } = {
  transactionId: '7091659672946',
  serviceName: 'Carte bancaire',
  merchantName: 'Boutique',
  amountText: '27684',
  currency: 'XOF',
  status: 'waiting',
  kind: 'deepLink',
  providerUrl: '',
  expiresAt: new Date(nowMs + 872_000),
  successUrl: 'https://client.example/ok',
  errorUrl: 'https://client.example/ko',
  language: 'fr',
  attempt: 3,
  pageUrl: `https://pay.example/deep/${link}`,
} satisfies PaymentPageView;
const otp = {
  kind: 'otp',
  digits: 6,
  how: { fr: 'Composez #144#391#', en: 'Dial #144#391#' },
} as const;
const collect = {
  kind: 'collect',
  form: { url: 'https://bank.example/collect?a=1', fields: { JWT: 'x"y' } },
} as const;
const post = {
  kind: 'post',
  form: { url: 'https://bank.example/challenge', fields: { creq: 'abc', MD: '1' } },
} as const;

interface Given {
  view?: Partial<PaymentPageView>;
  result?: StepResult | null;
  headers?: { [name: string]: string };
}
interface Handed {
  attempt: number;
  input: StepInput;
}

async function call(method: 'GET' | 'POST', path: string, given: Given, body?: object) {
  const app = fastify();
  secureAnswers(app, null);
  const handed: Handed[] = [];
  let givenUp = 0;
  registerPaymentPages(
    app,
    {
      now: () => nowMs,
      findPaymentPage: (asked) =>
        Promise.resolve(asked === link ? { ...waiting, ...given.view } : null),
      takeStep(_address, step) {
        handed.push(step);
        return Promise.resolve(given.result === undefined ? 'taken' : given.result);
      },
      giveUp() {
        givenUp += 1;
        return Promise.resolve();
      },
    },
    { error: assert.fail },
  );
  const answer = await app.inject({
    method,
    url: `/deep/${link}${path}`,
    headers: {
      'user-agent': desktop,
      ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...given.headers,
    },
    ...(body && { payload: new URLSearchParams(body as Record<string, string>).toString() }),
  });
  await app.close();
  return { ...answer, body: answer.body, headers: answer.headers, handed, givenUp };
}
const get = (path: string, given: Given) => call('GET', path, given);
const send = (path: string, given: Given, body: object) => call('POST', path, given, body);

/** Where a page leads on by itself. */
const forwardOf = ({ body }: { body: string }): string | undefined =>
  /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&');
const here = `/deep/${link}?lang=fr`;

test('O11 several apps: the payer chooses on the phone, which a desktop shows the page to', async () => {
  const apps = { 'Orange Money': 'orangemoney://pay/1', Maxit: 'https://maxit.example/1' };
  const page = await get('', { view: { apps }, headers: { 'user-agent': phone } });
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /href="orangemoney:\/\/pay\/1"[^>]*>Ouvrir Orange Money</);
  assert.match(page.body, /href="https:\/\/maxit\.example\/1"[^>]*>Ouvrir Maxit</);
  assert.doesNotMatch(page.body, /<svg/);
  assert.match((await get('', { view: { apps } })).body, /<svg/);
  const bad = { view: { apps: { A: 'javascript:alert(1)', B: 'https://b.example/' } } };
  assert.doesNotMatch((await get('', bad)).body, /javascript:/);
});

test('a code is typed with the numeric keyboard, is told how to be had, and is sent with its attempt', async () => {
  const { body } = await get('', { view: { step: otp } });
  assert.match(body, /inputmode="numeric"/);
  assert.match(body, /autocomplete="one-time-code"/);
  assert.match(body, /Composez #144#391#/);
  assert.match(body, /data-status="waiting-3"/);
  assert.doesNotMatch(body, /http-equiv="refresh"/, 'nobody is disturbed while typing');
  assert.deepEqual((await get('/status', { view: { step: otp } })).json(), { status: 'waiting-3' });
  const sent = await send('/step', { view: { step: otp } }, { attempt: '3', otp: ' 123 456 ' });
  assert.deepEqual(sent.handed, [{ attempt: 3, input: { otp: '123456' } }]);
  assert.deepEqual([sent.statusCode, forwardOf(sent)], [200, here], 'no redirect after a form');
  assert.ok(!sent.body.includes('123456'));
});

test('a code that is none, of another page, or for nothing is not handed in', async () => {
  for (const code of ['12345', '1234567', '12345a', '']) {
    const sent = await send('/step', { view: { step: otp } }, { attempt: '3', otp: code });
    assert.deepEqual([sent.handed, forwardOf(sent)], [[], `${here}&problem=code`], code);
  }
  for (const fields of [{ attempt: '2', otp: '123456' }, { otp: '123456' }]) {
    const sent = await send('/step', { view: { step: otp } }, fields);
    assert.deepEqual([sent.handed, forwardOf(sent)], [[], here]);
  }
  assert.deepEqual((await send('/step', {}, { attempt: '3', otp: '123456' })).handed, []);
  const wrong = { view: { step: otp } };
  assert.equal((await send('x/step', wrong, { attempt: '3', otp: '123456' })).statusCode, 404);
});

test('the payer is told why a code was not taken', async () => {
  for (const [result, problem, shown] of [
    ['refused', 'code', /pas complet/],
    ['tooFast', 'tooFast', /Attendez une minute/],
    ['spent', 'spent', /Trop d’essais/],
    ['closed', 'closed', /pour le moment/],
  ] as const) {
    const given: Given = { view: { step: otp }, result };
    const sent = await send('/step', given, { attempt: '3', otp: '123456' });
    assert.equal(forwardOf(sent), `${here}&problem=${problem}`);
    const page = await get(`?problem=${problem}`, { view: { step: otp } });
    assert.match(page.body, shown);
    assert.match(page.body, /role="alert"/);
  }
  const wrong = await get('?lang=en', { view: { step: { ...otp, lastStep: 'refused' } } });
  assert.match(wrong.body, /This code was not accepted/);
  const unknown = await get('?problem=%3Cb%3E', { view: { step: otp } });
  assert.doesNotMatch(unknown.body, /role="alert"|<b>/);
});

test('while a step is under way the page waits', async () => {
  const expiresAt = new Date(nowMs - 1);
  const { body } = await get('', { view: { step: otp, status: 'checking', expiresAt } });
  assert.match(body, /Vérification du paiement/);
  assert.match(body, /data-status="checking"/);
});

test('the bank’s hidden frame gets its fields, and nobody else may be framed', async () => {
  const { body, headers } = await get('', { view: { step: collect } });
  assert.match(body, /<iframe name="bank"/);
  assert.match(body, /action="https:\/\/bank\.example\/collect\?a=1" target="bank"/);
  assert.match(body, /name="JWT" value="x&quot;y"/);
  assert.match(body, /data-browser="10000"/);
  const policy = String(headers['content-security-policy']);
  assert.match(
    policy,
    /form-action 'self' https:\/\/bank\.example; frame-src https:\/\/bank\.example;/,
  );
  assert.equal(
    (await get('', { view: { step: otp } })).headers['content-security-policy'],
    pageSecurityPolicy,
  );
});

test('what the browser says of itself is handed in with its connection; nonsense is not', async () => {
  const given: Given = {
    view: { step: collect },
    headers: { accept: 'text/html', 'accept-language': 'fr-SN,fr;q=0.9' },
  };
  const told = { javaEnabled: 'true', colorDepth: '24', screenHeight: '800', screenWidth: '400' };
  const sent = await send('/step', given, { attempt: '3', timeZoneOffset: '-60', ...told });
  const expected = {
    ip: '127.0.0.1',
    userAgent: desktop,
    acceptHeader: 'text/html',
    language: 'fr-SN',
    javaEnabled: true,
    colorDepth: 24,
    screenHeight: 800,
    screenWidth: 400,
    timeZoneOffset: -60,
  };
  assert.deepEqual(sent.handed, [{ attempt: 3, input: { browser: expected } }]);
  const odd = { colorDepth: '1e9', screenHeight: '-1', timeZoneOffset: '99999', language: '<b>' };
  const [{ input }] = (await send('/step', given, { attempt: '3', ...odd })).handed as [Handed];
  assert.deepEqual(input.browser, {
    ...expected,
    language: 'fr',
    javaEnabled: false,
    screenHeight: 0,
    screenWidth: 0,
    timeZoneOffset: 0,
  });
});

test('O11 the payer leaves for the bank by a form, by itself or with a button', async () => {
  const { body, headers } = await get('', { view: { step: post } });
  assert.match(body, /<form[^>]*action="https:\/\/bank\.example\/challenge"[^>]*data-submit="0"/);
  assert.match(body, /name="creq" value="abc"/);
  assert.match(body, /<button class="button" type="submit">Continuer</);
  assert.match(
    String(headers['content-security-policy']),
    /form-action 'self' https:\/\/bank\.example;/,
  );
  const bad = { ...post, form: { url: 'javascript:alert(1)', fields: {} } };
  assert.doesNotMatch((await get('', { view: { step: bad } })).body, /javascript:/);
});

test('O11 what the bank’s form or redirect brings back is handed in, and leads on to the result', async () => {
  const returned = { cres: 'xyz', MD: '1' };
  const handed = [{ attempt: 3, input: { returned } }];
  const posted = await send('/return?result=success', { view: { step: post } }, returned);
  assert.deepEqual([posted.handed, forwardOf(posted)], [handed, `/deep/${link}/result`]);
  const got = await get('/return?result=success&cres=xyz&MD=1', { view: { step: post } });
  assert.deepEqual([got.handed, forwardOf(got)], [handed, `/deep/${link}/result`]);
  const bankReturn = {
    url: 'https://client.example/3ds',
    continueUrl: `https://pay.example/deep/${link}/result`,
  };
  const back = await send('/return', { view: { step: post, bankReturn } }, returned);
  assert.match(forwardOf(back)!, /^https:\/\/client\.example\/3ds\?continueUrl=/);
});

test('a return that nobody waits for hands nothing in', async () => {
  for (const view of [{}, { step: otp }, { step: post, status: 'checking' }] as const) {
    const posted = await send('/return', { view }, { cres: 'xyz' });
    assert.deepEqual([posted.handed, forwardOf(posted)], [[], `/deep/${link}/result`]);
  }
  assert.deepEqual((await get('/return?result=success', { view: { step: post } })).handed, []);
});

test('a node without the card lets the browser find the one that has it, then gives the payment up', async () => {
  const given: Given = { view: { step: post }, result: 'noCard' };
  const posted = await send('/return', given, { cres: 'x"y' });
  assert.equal(posted.headers['connection'], 'close');
  assert.match(posted.body, /data-submit="1000"/);
  assert.match(posted.body, /name="returned\.cres" value="x&quot;y"/);
  const fields = { attempt: '3', 'returned.cres': 'x"y', tries: '1' };
  const second = await send('/step', given, fields);
  assert.deepEqual(second.handed, [{ attempt: 3, input: { returned: { cres: 'x"y' } } }]);
  assert.match(second.body, /name="tries" value="2"/);
  const found = await send('/step', { view: { step: post } }, fields);
  assert.equal(forwardOf(found), `/deep/${link}/result`);
  const last = await send('/step', given, { ...fields, tries: '8' });
  assert.deepEqual([last.givenUp, forwardOf(last)], [1, `${here}&problem=ended`]);
  const { body } = await get('?problem=ended', { view: { step: post } });
  assert.match(body, /ne peut pas continuer/);
  assert.doesNotMatch(body, /<form/);
});

test('forms are bounded', async () => {
  const big = await send('/return', { view: { step: post } }, { cres: 'x'.repeat(70_000) });
  assert.deepEqual([big.statusCode, big.handed], [413, []]);
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, '1']));
  const [{ input }] = (await send('/return', { view: { step: post } }, many)).handed as [Handed];
  assert.equal(Object.keys(input.returned!).length, 40);
  const json = await call('POST', '/return', {
    view: { step: post },
    headers: { 'content-type': 'application/json' },
  });
  assert.deepEqual([json.statusCode, json.handed], [200, []]);
});
