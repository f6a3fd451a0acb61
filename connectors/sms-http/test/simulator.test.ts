// Proves that connector and simulator, two implementations of one protocol, understand each other
// over real HTTP.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import {
  createTransport,
  recordEvents,
  startSimulatorProcess,
} from '@jokko/connectors/kit/conformance';
import type { SimulatorProcess } from '@jokko/connectors/kit/conformance';
import type { SmsInbound, SmsReceipt, SmsSession, SmsSubmitOutcome } from '@jokko/connectors/kit';
import { holdTime, type HeldTime } from '../../../acceptance/harness/held-time.ts';
import { until as untilTrue } from '../../../acceptance/harness/until.ts';
import { smsHttpConnector } from '../index.ts';
import type { SmsHttpConfig } from '../config.ts';
import { part } from './scripted.ts';

const until = (condition: () => boolean, what: string): Promise<boolean> =>
  untilTrue(what, condition, { everyMs: 5 });
const receipts: SmsReceipt[] = [];
const inbound: SmsInbound[] = [];
const statuses: number[] = [];
const transport = createTransport();
let simulator: SimulatorProcess;
let session: SmsSession;
let config: SmsHttpConfig;
let time: HeldTime;

const server = createServer((request, response) => {
  void readAll(request).then((body) => {
    const headers = request.headers as { [name: string]: string | undefined };
    const received = smsHttpConnector.receive!(
      { config },
      {
        method: request.method ?? '',
        path: '/',
        headers,
        body,
        receivedAtMs: Date.now(),
      },
    );
    receipts.push(...received.receipts);
    inbound.push(...received.inbound);
    statuses.push(received.reply.status);
    response.writeHead(received.reply.status).end(received.reply.body);
  });
});

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

before(async () => {
  time = holdTime();
  simulator = await startSimulatorProcess({ SIM_DELAY_MS: '0' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  config = {
    baseUrl: `${simulator.url}/sms/v1`,
    apiKey: 'sandbox-api-key',
    noticeSecret: 'sandbox-notice-secret',
    // No deadline of a call passes while a test lets the pauses pass.
    timeoutMs: 600_000,
  };
  const noticeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  session = smsHttpConnector.open(
    { config, noticeUrl, http: transport.http, log: () => {} },
    recordEvents(),
  );
  await until(() => session.state === 'bound', 'bound');
});
after(async () => {
  time.release();
  await session.close(1_000);
  transport.close();
  server.closeAllConnections();
  server.close();
  await simulator.stop();
});

let last = 0;
const send = (digits: string): Promise<SmsSubmitOutcome> =>
  session.submit({
    ...part,
    to: `22177000${digits}`,
    ourRef: `r-${(last += 1)}`,
    text: 'Fête, été, 5€',
  });
const statesOf = (outcome: SmsSubmitOutcome): string[] =>
  receipts
    .filter(({ id }) => outcome.kind === 'accepted' && id === outcome.id)
    .map(({ state }) => state);

test('accepted and delivered; a failure with its error; twice what is told twice', async () => {
  const outcomes = [await send('0001'), await send('9242'), await send('8002')];
  const reported = (): string[][] => outcomes.map(statesOf);
  await until(() => reported().flat().length === 4, 'four receipts');
  assert.deepEqual(reported(), [['delivered'], ['rejected'], ['delivered', 'delivered']]);
  const failed = receipts.find(({ state }) => state === 'rejected');
  assert.deepEqual([failed?.errorCode, failed?.msisdn], ['242', '221770009242']);
});

test('refusals have their reasons', async () => {
  const reasons = [];
  for (const digits of ['7011', '7010', '7001', '7902', '7903', '7098', '7500', '7020']) {
    const outcome = await send(digits);
    reasons.push(
      outcome.kind === 'refused'
        ? outcome.reason
        : outcome.kind === 'busy'
          ? outcome.cause
          : outcome.kind,
    );
  }
  assert.deepEqual(reasons, [
    'bad_number',
    'bad_sender',
    'bad_text',
    'no_credit',
    'barred',
    'not_permitted',
    'other',
    'queue_full',
  ]);
  assert.equal(session.free, 0);
  await time.pass(5_000);
  assert.ok(session.free > 0, 'the pause is over');
});

test('8003 is found by our reference; 8004 stays unknown', async () => {
  const both = Promise.all([send('8003'), send('8004')]);
  let ended = false;
  void both.then(() => (ended = true));
  await untilTrue('both have ended', async () => {
    await time.pass(100);
    return ended;
  });
  const [found, unknown] = await both;
  assert.equal(found.kind, 'accepted');
  assert.deepEqual(unknown, { kind: 'unknown', cause: 'connection' });
  await until(() => statesOf(found).length === 1, 'its receipt');
});

test('8005 tells before it answers; 8006 lies unsigned, and is not believed', async () => {
  const early = await send('8005');
  assert.deepEqual(statesOf(early), ['delivered']);
  const lied = await send('8006');
  await until(() => statuses.includes(401), 'the lie was refused');
  await simulator.advance(1);
  await until(() => statesOf(lied).length > 0, 'the true receipt');
  assert.deepEqual(statesOf(lied), ['delivered']);
});

test('messages from phones come in', async () => {
  const body = JSON.stringify({
    account: 'http',
    from: '221770000009',
    to: '40404',
    text: 'ARRÊT',
  });
  await fetch(`${simulator.url}/control/sms/inbound`, { method: 'POST', body });
  await until(() => inbound.length === 1, 'the message');
  assert.deepEqual(
    inbound.map(({ from, to, text }) => [from, to, text]),
    [['221770000009', '40404', 'ARRÊT']],
  );
});

test('a connection test tells whether the provider knows us', async () => {
  const connectionTest = smsHttpConnector.connectionTest!;
  const context = { config, http: transport.http, log: () => {} };
  assert.deepEqual(await connectionTest.call(context), { ok: true, said: 'account' });
  const stranger = await connectionTest.call({
    ...context,
    config: { ...config, apiKey: 'wrong' },
  });
  assert.equal(stranger.ok ? null : stranger.why, 'unknown us');
});
