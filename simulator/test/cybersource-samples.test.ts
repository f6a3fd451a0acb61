// Proves that the requests of CyberSource's published samples work against the simulator: signed as
// its stand-alone sample signs, with the members and values of its samples for payments and
// authentication. What its own client sends is in cybersource-client.test.ts, recorded: that
// client's licence is not an open one.

import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { startProvider, type Answer, type Body } from './provider.ts';

const merchantId = 'jokko_simulator';
const keyId = '5f0c1c1e-51a1-4a70-8a70-000000000001';
const secret = Buffer.from('c2ltdWxhdG9yLXNoYXJlZC1zZWNyZXQtMzItYnl0ZXM=', 'base64');

/** As the stand-alone sample does it, with the request line in brackets. */
function signed(url: URL, path: string, body: string | null, date: Date) {
  const method = body === null ? 'get' : 'post';
  const digest = body === null ? null : createHash('sha256').update(body).digest('base64');
  let text = `host: ${url.host}\ndate: ${date.toUTCString()}\n(request-target): ${method} ${path}\n`;
  if (digest !== null) text += `digest: SHA-256=${digest}\n`;
  text += `v-c-merchant-id: ${merchantId}`;
  const names = `host date (request-target)${digest === null ? '' : ' digest'} v-c-merchant-id`;
  const signature = createHmac('sha256', secret).update(text).digest('base64');
  return {
    'content-type': 'application/json;charset=utf-8',
    date: date.toUTCString(),
    'v-c-merchant-id': merchantId,
    signature: `keyid="${keyId}", algorithm="HmacSHA256", headers="${names}", signature="${signature}"`,
    ...(digest === null ? {} : { digest: `SHA-256=${digest}` }),
  };
}

async function call(
  base: string,
  path: string,
  content?: object,
  change: { date?: Date; body?: string } = {},
): Promise<Answer> {
  const url = new URL(`${base}/cybersource${path}`);
  const body = content === undefined ? null : JSON.stringify(content);
  const method = body === null ? 'get' : 'post';
  const headers = signed(url, path, body, change.date ?? new Date());
  const answer = await fetch(url, { method, headers, body: change.body ?? body });
  return { status: answer.status, body: (await answer.json()) as Body };
}

const billTo = {
  firstName: 'John',
  lastName: 'Doe',
  address1: '1 Market St',
  locality: 'san francisco',
  administrativeArea: 'CA',
  postalCode: '94105',
  country: 'US',
  email: 'test@cybs.com',
  phoneNumber: '4158880000',
};
const amountDetails = { totalAmount: '102.21', currency: 'USD' };
const sale = (number: string, more: object = {}) => ({
  clientReferenceInformation: { code: 'TC50171_3', transactionId: '48597865325866' },
  processingInformation: { capture: true },
  paymentInformation: { card: { number, expirationMonth: '12', expirationYear: '2031' } },
  orderInformation: { amountDetails, billTo },
  ...more,
});

test('a sale, its transaction, and a time-out void by the caller’s own id', async (t) => {
  const { url, results } = await startProvider(t);
  const paid = await call(url, '/pts/v2/payments', sale('4111111111111111'));
  assert.deepEqual([paid.status, paid.body.status], [201, 'AUTHORIZED']);
  const read = await call(url, `/tss/v2/transactions/${paid.body.id}`);
  assert.equal(read.body.applicationInformation.reasonCode, '100');
  const { clientReferenceInformation } = sale('');
  const voidBody = {
    clientReferenceInformation: { ...clientReferenceInformation, code: 'TC50171_3-void' },
  };
  const voided = await call(url, '/pts/v2/voids', voidBody);
  assert.deepEqual([voided.status, voided.body.status], [201, 'VOIDED']);
  assert.deepEqual(await results('TC50171_3'), ['executed', 'reversed']);
  const unknown = { clientReferenceInformation: { code: 'x', transactionId: '1' } };
  assert.equal((await call(url, '/pts/v2/voids', unknown)).status, 404);
});

test('authentication in three calls, as the guide has it, then the payment', async (t) => {
  const { url } = await startProvider(t);
  const { clientReferenceInformation, ...order } = sale('4000000000002701');
  const setup = await call(url, '/risk/v1/authentication-setups', {
    clientReferenceInformation,
    paymentInformation: order.paymentInformation,
  });
  assert.equal(setup.body.status, 'COMPLETED');
  const { referenceId } = setup.body.consumerAuthenticationInformation as { referenceId: string };
  const enrolled = await call(url, '/risk/v1/authentications', {
    clientReferenceInformation,
    ...order,
    consumerAuthenticationInformation: { referenceId },
  });
  assert.equal(enrolled.body.status, 'AUTHENTICATION_SUCCESSFUL');
  const paid = await call(url, '/pts/v2/payments', sale('4000000000002701'));
  assert.equal(paid.body.status, 'AUTHORIZED');
});

test('enrolment inside a payment: the bank’s page is needed, and without it nothing is paid', async (t) => {
  const { url, results } = await startProvider(t);
  const number = '4000000000001091';
  const { clientReferenceInformation, paymentInformation } = sale(number);
  const setup = await call(url, '/risk/v1/authentication-setups', {
    clientReferenceInformation,
    paymentInformation,
  });
  const { referenceId } = setup.body.consumerAuthenticationInformation as { referenceId: string };
  const body = sale(number, {
    processingInformation: { actionList: ['CONSUMER_AUTHENTICATION'], capture: true },
    consumerAuthenticationInformation: { referenceId, returnUrl: 'https://shop.example/back' },
    deviceInformation: {
      ipAddress: '139.130.4.5',
      httpAcceptContent: 'test',
      userAgentBrowserValue: 'GxKnLy8TFDUFxJP1t',
    },
  });
  const pending = await call(url, '/pts/v2/payments', body);
  assert.equal(pending.body.status, 'PENDING_AUTHENTICATION');
  const { authenticationTransactionId } = pending.body.consumerAuthenticationInformation as {
    authenticationTransactionId: string;
  };
  const validated = await call(url, '/pts/v2/payments', {
    ...sale(number),
    processingInformation: { actionList: ['VALIDATE_CONSUMER_AUTHENTICATION'], capture: true },
    consumerAuthenticationInformation: { authenticationTransactionId },
  });
  assert.equal(validated.body.status, 'AUTHENTICATION_FAILED');
  assert.deepEqual(await results('TC50171_3'), ['failed']);
});

test('without capture the amount is set aside, under a code that its reversal may have too', async (t) => {
  const { url, results } = await startProvider(t);
  const order = sale('4111111111111111', { processingInformation: { capture: false } });
  const { body: held } = await call(url, '/pts/v2/payments', order);
  assert.equal(held.status, 'AUTHORIZED');
  const told = await call(url, `/tss/v2/transactions/${held.id}`);
  const { applications, reasonCode } = told.body.applicationInformation;
  assert.deepEqual([reasonCode, applications.map(({ name }: Body) => name)], ['100', ['ics_auth']]);
  assert.equal(Date.parse(told.body.submitTimeUTC), Date.parse(held.submitTimeUtc));
  const reversal = {
    clientReferenceInformation: { code: 'TC50171_3' },
    reversalInformation: { amountDetails, reason: 'test' },
  };
  const path = `/pts/v2/payments/${held.id}/reversals`;
  assert.equal((await call(url, path, reversal)).body.status, 'REVERSED');
  assert.equal((await call(url, path, reversal)).body.reason, 'AUTH_ALREADY_REVERSED');
  assert.deepEqual(await results('TC50171_3'), ['accepted', 'canceled']);
});

test('a void may have the code of its payment, and the search finds both', async (t) => {
  const { url, results } = await startProvider(t);
  const paid = await call(url, '/pts/v2/payments', sale('4111111111111111'));
  const clientReferenceInformation = { code: 'TC50171_3' };
  const path = `/pts/v2/payments/${paid.body.id}/voids`;
  const voided = await call(url, path, { clientReferenceInformation });
  assert.equal(voided.body.status, 'VOIDED');
  assert.deepEqual(voided.body.clientReferenceInformation, clientReferenceInformation);
  assert.equal((await call(url, path, { clientReferenceInformation })).body.reason, 'NOT_VOIDABLE');
  const query = 'clientReferenceInformation.code:TC50171_3';
  const found = await call(url, '/tss/v2/searches', { query });
  assert.deepEqual(
    found.body._embedded.transactionSummaries.map((each: Body) => [
      each.id,
      each.clientReferenceInformation.code,
    ]),
    [
      [paid.body.id, 'TC50171_3'],
      [voided.body.id, 'TC50171_3'],
    ],
  );
  assert.deepEqual(await results('TC50171_3#voids'), ['executed']);
});

test('a challenge and its check carry what the published models name, and need no payer in the check', async (t) => {
  const { url } = await startProvider(t);
  const numbers = { frictionless: '5200000000002235', challenge: '4000000000002503' };
  const enrol = async (number: string) => {
    const { clientReferenceInformation, ...order } = sale(number);
    const setup = await call(url, '/risk/v1/authentication-setups', {
      clientReferenceInformation,
      paymentInformation: order.paymentInformation,
    });
    const { referenceId, accessToken } = setup.body.consumerAuthenticationInformation;
    assert.match(accessToken, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    const consumerAuthenticationInformation = { referenceId };
    const body = { ...sale(number), consumerAuthenticationInformation };
    return (await call(url, '/risk/v1/authentications', body)).body;
  };
  const known = (await enrol(numbers.frictionless)).consumerAuthenticationInformation;
  assert.deepEqual([known.eci, known.paresStatus, known.indicator], ['02', 'Y', 'spa']);
  assert.ok(known.directoryServerTransactionId && known.cavv && known.ucafAuthenticationData);
  for (const [number, ...proof] of [
    ['4000000000002719', '06', 'A', 'vbv_attempted'],
    ['5200000000002276', '01', 'A', 'spa'],
  ] as const) {
    const attempt = await enrol(number);
    const { eci, paresStatus, indicator } = attempt.consumerAuthenticationInformation;
    assert.deepEqual([eci, paresStatus, indicator], proof);
    assert.equal(attempt.status, 'AUTHENTICATION_SUCCESSFUL');
  }
  const asked = (await enrol(numbers.challenge)).consumerAuthenticationInformation;
  assert.ok(asked.stepUpUrl && asked.acsUrl && asked.pareq);
  const { clientReferenceInformation, paymentInformation } = sale(numbers.challenge);
  const { authenticationTransactionId } = asked;
  const check = await call(url, '/risk/v1/authentication-results', {
    clientReferenceInformation,
    paymentInformation,
    orderInformation: { amountDetails },
    consumerAuthenticationInformation: { authenticationTransactionId },
  });
  assert.deepEqual([check.status, check.body.status], [201, 'AUTHENTICATION_FAILED']);
});

test('another body, an old date and a missing member are refused', async (t) => {
  const { url } = await startProvider(t);
  const body = sale('4111111111111111');
  const changed = JSON.stringify(body).replace('102.21', '2.21');
  assert.equal((await call(url, '/pts/v2/payments', body, { body: changed })).status, 401);
  const old = new Date(Date.now() - 16 * 60_000);
  assert.equal((await call(url, '/pts/v2/payments', body, { date: old })).status, 401);
  const without = { ...body, orderInformation: { billTo } };
  const refused = await call(url, '/pts/v2/payments', without);
  const field = 'orderInformation.amountDetails.totalAmount';
  assert.deepEqual(refused.body.details, [{ field, reason: 'MISSING_FIELD' }]);
  assert.deepEqual([refused.status, refused.body.reason], [400, 'MISSING_FIELD']);
});

test('a capture is refunded in parts, never for more than itself, and not voided any more', async (t) => {
  const { url, results, advance } = await startProvider(t);
  const { body: paid } = await call(url, '/pts/v2/payments', sale('4111111111111111'));
  const refund = (code: string, totalAmount: string, currency = 'USD') =>
    call(url, `/pts/v2/captures/${paid.id}/refunds`, {
      clientReferenceInformation: { code },
      orderInformation: { amountDetails: { totalAmount, currency } },
    });
  const first = await refund('back-1', '40.00');
  assert.deepEqual(
    [first.status, first.body.status, first.body.refundAmountDetails],
    [201, 'PENDING', { refundAmount: '40', currency: 'USD' }],
  );
  assert.equal((await refund('back-2', '62.22')).body.reason, 'INVALID_AMOUNT');
  const inFrancs = await refund('back-2', '62.21', 'XOF');
  assert.deepEqual(inFrancs.body.details[0].field, 'orderInformation.amountDetails.currency');
  const clientReferenceInformation = { code: 'void-1' };
  const voided = await call(url, `/pts/v2/payments/${paid.id}/voids`, {
    clientReferenceInformation,
  });
  assert.equal(voided.body.reason, 'NOT_VOIDABLE');
  await advance(1);
  assert.deepEqual(await results('TC50171_3'), ['executed']);
  assert.equal((await refund('back-2', '62.21')).status, 201);
  await advance(1);
  assert.deepEqual(await results('TC50171_3'), ['executed', 'reversed']);
  assert.equal((await refund('back-3', '0.01')).body.reason, 'INVALID_PAYMENT_ID');
});
