// Proves that a text goes out once from the address of the country, with a token that is renewed
// when it has expired.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResult } from '@jokko/connectors/kit';
import {
  createScriptedCarrier,
  jsonAnswer,
  openBound,
  samplePart,
} from '@jokko/connectors/kit/conformance';
import { holdTime } from '../../../acceptance/harness/held-time.ts';
import type { OrangeSmsConfig } from '../config.ts';
import { orangeSmsConnector } from '../index.ts';

const config: OrangeSmsConfig = {
  baseUrl: 'https://orange.example',
  clientId: 'id',
  clientSecret: 'secret',
  country: 'SEN',
  ratePerSec: 1_000,
};
const token = (value: string): HttpResult =>
  jsonAnswer(200, { token_type: 'Bearer', access_token: value, expires_in: '3600' });
const contracts = jsonAnswer(200, [
  { country: 'SEN', availableUnits: 90, status: 'ACTIVE' },
  { country: 'SEN', availableUnits: 10, status: 'EXPIRED' },
]);
const resource =
  'https://api.orange.com/smsmessaging/v1/outbound/tel:+2210000/requests/6c2c3b2e-aa';
const created = (resourceURL = resource): HttpResult =>
  jsonAnswer(201, {
    outboundSMSMessageRequest: {
      address: ['tel:+221770000001'],
      senderAddress: 'tel:+2210000',
      outboundSMSTextMessage: { message: 'Bonjour' },
      resourceURL,
    },
  });
const gateway = (status: number, code: number | string): HttpResult =>
  jsonAnswer(status, { code, message: 'no', description: 'no' });
const service = (
  status: number,
  family: 'policyException' | 'serviceException',
  messageId: string,
  variable = 'why',
): HttpResult =>
  jsonAnswer(status, {
    requestError: { [family]: { messageId, text: 'It is %1', variables: [variable] } },
  });

test('a text goes from the address of the country, under the name of its sender', async () => {
  const context = createScriptedCarrier({ ...config, bundle: 'SMS_OCB2' }, [
    token('t1'),
    contracts,
    created(),
    created(),
  ]);
  const { session } = await openBound(orangeSmsConnector, context);
  assert.deepEqual(await session.submit(samplePart), { kind: 'accepted', id: '6c2c3b2e-aa' });
  await session.submit({ ...samplePart, from: '2214040' });
  const [asked, greeted, sent, unnamed] = context.requests;
  assert.deepEqual(
    [asked?.method, asked?.url, asked?.body],
    ['POST', 'https://orange.example/oauth/v3/token', 'grant_type=client_credentials'],
  );
  assert.deepEqual(
    [asked?.headers?.['Authorization'], asked?.headers?.['Accept']],
    [`Basic ${btoa('id:secret')}`, 'application/json'],
  );
  assert.equal(greeted?.url, 'https://orange.example/sms/admin/v1/contracts?country=SEN');
  assert.equal(
    sent?.url,
    'https://orange.example/smsmessaging/v1/outbound/tel%3A%2B2210000/requests?resource_type_parameter_management=SMS_OCB2',
  );
  assert.equal(sent?.headers?.['Authorization'], 'Bearer t1');
  const request = {
    address: 'tel:+221770000001',
    senderAddress: 'tel:+2210000',
    outboundSMSTextMessage: { message: 'Bonjour' },
  };
  assert.deepEqual(JSON.parse(String(sent?.body)), {
    outboundSMSMessageRequest: { ...request, senderName: 'JOKKO' },
  });
  assert.deepEqual(JSON.parse(String(unnamed?.body)), { outboundSMSMessageRequest: request });
  await session.close(0);
});

test('a token that Orange has forgotten is renewed once; credentials that it refuses are no reason to ask again', async () => {
  const forgotten = createScriptedCarrier(config, [
    ...[token('t1'), contracts, gateway(401, 41), token('t2'), created()],
  ]);
  const { session } = await openBound(orangeSmsConnector, forgotten);
  assert.equal((await session.submit(samplePart)).kind, 'accepted');
  await session.close(0);
  const refused = createScriptedCarrier(config, [
    ...[token('t1'), contracts, gateway(401, 41), token('t2'), gateway(401, 41)],
  ]);
  const { session: other } = await openBound(orangeSmsConnector, refused);
  assert.equal((await other.submit(samplePart)).kind, 'busy');
  assert.deepEqual([other.state, refused.requests.length], ['connecting', 5]);
  await other.close(0);
});

test('a token is renewed at four fifths of its life, and once when Orange says it has expired', async (t) => {
  const time = holdTime(t);
  const context = createScriptedCarrier(config, [
    token('t1'),
    contracts,
    gateway(401, 42),
    token('t2'),
    created(),
    token('t3'),
    created(),
  ]);
  const { session } = await openBound(orangeSmsConnector, context);
  assert.equal((await session.submit(samplePart)).kind, 'accepted');
  time.jump(2_900_000);
  assert.equal((await session.submit(samplePart)).kind, 'accepted');
  assert.deepEqual(
    context.requests.map(({ url, headers }) =>
      url.endsWith('/token') ? 'token' : headers?.['Authorization'],
    ),
    ['token', 'Bearer t1', 'Bearer t1', 'token', 'Bearer t2', 'token', 'Bearer t3'],
  );
  await session.close(0);
});

test('a sender that Orange never takes is refused without a call', async () => {
  for (const from of ['Twelve chars', 'Écobank']) {
    const context = createScriptedCarrier(config, [token('t1'), contracts]);
    const { session } = await openBound(orangeSmsConnector, context);
    assert.deepEqual(await session.submit({ ...samplePart, from }), {
      kind: 'refused',
      reason: 'bad_sender',
      code: 'sender',
    });
    assert.equal(context.requests.length, 2);
    await session.close(0);
  }
});

test('a contract that has expired is told in Orange’s own words', async () => {
  const answer = service(403, 'policyException', 'POL0001', 'Expired contract');
  const context = createScriptedCarrier(config, [token('t1'), contracts, answer]);
  const { session } = await openBound(orangeSmsConnector, context);
  assert.equal((await session.submit(samplePart)).kind, 'busy');
  assert.deepEqual([session.state, session.detail], ['connecting', 'Expired contract']);
  await session.close(0);
});

test('five texts a second in one session unless said otherwise; the test tells what is left', async () => {
  const { ratePerSec: _, ...plain } = config;
  assert.deepEqual(orangeSmsConnector.capabilities(plain), {
    splits: false,
    receipts: true,
    binds: 1,
    window: 64,
    ratePerSec: 5,
    resendAfterMs: null,
  });
  assert.deepEqual(
    orangeSmsConnector
      .checkConfig({ ...config, clientId: '', country: 'FRA', senderAddress: '+1' })
      .map(({ field }) => field),
    ['clientId', 'country', 'senderAddress'],
  );
  const context = createScriptedCarrier(config, [token('t1'), contracts]);
  assert.deepEqual(await orangeSmsConnector.connectionTest!.call(context), {
    ok: true,
    said: '90 SMS',
  });
});
