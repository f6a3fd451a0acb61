// O11: proves in a real browser what payers do on a payment page: type a code, be recognised by
// their bank in a hidden frame, leave for the bank and come back, and find the node that has their
// card. The pages are the gateway's own; operation and bank are stand-ins that do what each test
// says.

import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import fastify from 'fastify';
import type { Page } from 'playwright-core';
import {
  registerPaymentPages,
  type PaymentPagesDeps,
  type PaymentPageView,
} from '../../gateway/src/payments/payment-pages/http-deep.ts';
import { secureAnswers } from '../../gateway/src/platform/http/secure-answers.ts';
import { shareBrowser, type SharedBrowser } from './browser.ts';

type Step = Parameters<PaymentPagesDeps['takeStep']>[1];
type Result = Awaited<ReturnType<PaymentPagesDeps['takeStep']>>;

/** One payment: what its page shows, and what a step makes of it. */
interface Payment {
  view: Partial<PaymentPageView>;
  taken: Step[];
  onStep(step: Step): Result;
}

const payments = new Map<string, Payment>();
const app = fastify();
let pages: string;
let browser: SharedBrowser;
const bank = createServer((request, response) => {
  void bodyOf(request).then((body) => {
    response.setHeader('content-type', 'text/html');
    response.end(bankPage(request.url ?? '', body));
  });
});
const bankUrl = (): string => `http://127.0.0.1:${(bank.address() as AddressInfo).port}`;

before(async () => {
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve));
  secureAnswers(app, null);
  registerPaymentPages(
    app,
    {
      now: Date.now,
      findPaymentPage: (address) => Promise.resolve(viewOf(address)),
      takeStep(address, step) {
        const payment = payments.get(address)!;
        payment.taken.push(step);
        return Promise.resolve(payment.onStep(step));
      },
      giveUp: () => Promise.resolve(),
    },
    { error: assert.fail },
  );
  [pages, browser] = await Promise.all([
    app.listen({ port: 0, host: '127.0.0.1' }),
    shareBrowser(),
  ]);
});
after(async () => {
  await browser.release();
  bank.closeAllConnections();
  bank.close();
  await app.close();
});

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return new URLSearchParams(Buffer.concat(parts).toString());
}

/** Its frame says when it is ready; its own page leads back by a form. */
function bankPage(url: string, body: URLSearchParams): string {
  if (url === '/collect')
    return body.get('JWT') === 'a' ? `<script>parent.postMessage('done', '*')</script>` : '';
  if (url === '/silent') return '';
  if (url === '/challenge')
    return `<h1>Bank</h1><form method="post" action="${body.get('back')}"><input name="cres" value="xyz"><button>OK</button></form>`;
  return `<h1>${url}</h1>`;
}

function viewOf(address: string): PaymentPageView | null {
  const payment = payments.get(address);
  if (payment === undefined) return null;
  return {
    transactionId: '7091659672946',
    serviceName: 'Card',
    merchantName: 'Shop of Awa',
    amountText: '27684',
    currency: 'XOF',
    status: 'waiting',
    kind: 'deepLink',
    expiresAt: new Date(Date.now() + 600_000),
    language: 'en',
    attempt: 1,
    pageUrl: `${pages}/deep/${address}`,
    ...payment.view,
  };
}

const waitAtMostMs = 120_000;
/** How long a page waits for the bank's frame. */
const silenceMs = 10_000;
/** Runs in each page before its own code: the time to wait for the bank's frame is never over. */
const neverTired = `(() => {
  const start = globalThis.setTimeout;
  globalThis.setTimeout = (run, ms) => (ms === ${silenceMs} ? console.debug('waits') : start(run, ms));
})()`;

interface Opened {
  page: Page;
  payment: Payment;
  /** What the browser's policy has kept from it. */
  errors: string[];
  /** `neverTired`: how often it would have begun to wait for the bank's frame. */
  waits(): number;
}

/** Opens the page of a payment; `before` runs in it before its own code. */
async function open(
  name: string,
  view: Payment['view'],
  onStep: Payment['onStep'],
  before = '',
): Promise<Opened> {
  const payment: Payment = { view, taken: [], onStep };
  payments.set(name, payment);
  const context = await browser.browser.newContext({ locale: 'en-GB' });
  await context.addInitScript(before);
  const page = await context.newPage();
  page.setDefaultTimeout(waitAtMostMs);
  const errors: string[] = [];
  let waits = 0;
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
    if (message.text() === 'waits') waits += 1;
  });
  await page.goto(`${pages}/deep/${name}`);
  return { page, payment, errors, waits: () => waits };
}

test('O11 a payer types a code, is told that it was wrong, and pays with the next', async () => {
  const step = { kind: 'otp', digits: 6 } as const;
  const codes = ['000000', '914273'];
  const { page, payment, errors } = await open('code', { step }, () => {
    payment.view = { step, status: 'checking' };
    return 'taken';
  });
  await page.fill('#otp', codes[0]!);
  await page.getByRole('button').click();
  await page.getByText('Checking the payment').waitFor();
  payment.view = { step: { ...step, lastStep: 'refused' }, attempt: 2 };
  await page.getByText('This code was not accepted').waitFor();
  await page.fill('#otp', codes[1]!);
  await page.getByRole('button').click();
  await page.getByText('Checking the payment').waitFor();
  payment.view = { status: 'succeeded', successUrl: `${bankUrl()}/shop` };
  await page.waitForURL(`${bankUrl()}/shop`);
  assert.deepEqual(
    payment.taken,
    codes.map((code, index) => ({ attempt: index + 1, input: { otp: code } })),
  );
  assert.deepEqual(errors, []);
});

test('O11 a card’s payer is recognised, leaves for the bank, and comes back to the shop', async () => {
  const collect = { url: `${bankUrl()}/collect`, fields: { JWT: 'a' } };
  const back = `${pages}/deep/card/return?result=success`;
  const post = { url: `${bankUrl()}/challenge`, fields: { creq: 'abc', back } };
  const onStep = ({ input }: Step): Result => {
    payments.get('card')!.view =
      input.browser === undefined
        ? { status: 'succeeded', successUrl: `${bankUrl()}/shop` }
        : { step: { kind: 'post', form: post }, attempt: 2 };
    return 'taken';
  };
  const view = { step: { kind: 'collect', form: collect } } as const;
  const { page, payment, errors, waits } = await open('card', view, onStep, neverTired);
  // The bank has said that its frame is ready: nothing else leads on.
  await page.getByRole('heading', { name: 'Bank' }).waitFor();
  assert.equal(waits(), 1);
  await page.getByRole('button').click();
  await page.waitForURL(`${bankUrl()}/shop`);
  const [first, second] = payment.taken;
  assert.ok(first!.input.browser!.screenWidth > 0 && first!.input.browser!.language === 'en-GB');
  assert.deepEqual(second, { attempt: 2, input: { returned: { cres: 'xyz' } } });
  assert.deepEqual(errors, []);
});

test('O11 a bank whose frame says nothing is waited for 10 seconds', async () => {
  const form = { url: `${bankUrl()}/silent`, fields: {} };
  const begun = performance.now();
  const { page } = await open('silent', { step: { kind: 'collect', form } }, () => {
    payments.get('silent')!.view = { status: 'failed' };
    return 'taken';
  });
  await page.getByText('Payment failed').waitFor();
  assert.ok(performance.now() - begun > silenceMs - 500);
});

test('O11 a browser finds the node that has the card', async () => {
  const form = { url: `${pages}/deep/nodes/return`, fields: { cres: 'q"1' } };
  const { page, payment } = await open('nodes', { step: { kind: 'post', form } }, () => {
    if (payments.get('nodes')!.taken.length < 3) return 'noCard';
    payments.get('nodes')!.view = { status: 'failed' };
    return 'taken';
  });
  await page.getByText('Payment failed').waitFor();
  const handed = { attempt: 1, input: { returned: { cres: 'q"1' } } };
  assert.deepEqual(payment.taken, [handed, handed, handed]);
});
