// Proves what the receivers of frameworks answer, with requests as these frameworks have them.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, mock } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Jokko, type Callback } from '../src/index.ts';
import { jokkoExpress, type CallbackHandler } from '../src/express.ts';
import { jokkoFetch } from '../src/fetch.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const jokko = new Jokko({ url: 'https://pay.example', key: 'jk_test_x', webhookSecret: secret });
const body = JSON.stringify({
  msg: 'payé',
  status: 'SUCCESS',
  transaction: { externalTransactionId: 'order-17', transactionId: '1', amount: 1_350 },
});
const signed = (text = body): Record<string, string> => {
  const now = new Date();
  return {
    'webhook-id': 'cb_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('cb_1', now, text),
  };
};

interface Receiving {
  handler: CallbackHandler;
  headers?: Record<string, string>;
  sent?: string;
  /** What a parser has left. */
  parsed?: unknown;
}

/** By a real request; answers its status. */
async function receive({ handler, headers = signed(), sent = body, parsed }: Receiving) {
  const listener = jokkoExpress(jokko, handler);
  const server = createServer((request, response) => {
    listener(parsed === undefined ? request : Object.assign(request, { body: parsed }), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: sent,
      headers,
    });
    return { status: answer.status, text: await answer.text() };
  } finally {
    server.close();
  }
}

describe('C5 a receiver', () => {
  it('answers 200 only after its handler', async () => {
    const order: string[] = [];
    const handler = async ({ id }: Callback): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push(id);
    };
    const { status } = await receive({ handler });
    assert.deepEqual([status, order], [200, ['order-17']]);
  });

  it('takes the bytes that express.raw() and express.text() have read', async () => {
    for (const parsed of [Buffer.from(body), body])
      assert.equal((await receive({ handler: () => {}, parsed })).status, 200);
  });

  it('says that the body was parsed before it', async () => {
    const handler = mock.fn();
    const { status, text } = await receive({ handler, parsed: JSON.parse(body) });
    assert.equal(status, 400);
    assert.match(text, /express\.json\(\)/);
    assert.equal(handler.mock.callCount(), 0);
  });

  it('answers 400 for what is forged, and its handler never hears of it', async () => {
    const handler = mock.fn();
    const sent = body.replace('1350', '2500000');
    assert.equal((await receive({ handler, sent })).status, 400);
    assert.equal((await receive({ handler, headers: {} })).status, 400);
    assert.equal(handler.mock.callCount(), 0);
  });

  it('answers 400 for a body without end, before it holds it all', async () => {
    const sent = 'x'.repeat(3_000_000);
    const { status } = await receive({ handler: () => {}, sent });
    const request = new Request('https://shop.example/', { method: 'POST', body: sent });
    const { status: ofFetch } = await jokkoFetch(jokko, () => {})(request);
    assert.deepEqual([status, ofFetch, request.bodyUsed], [400, 400, true]);
  });

  it('answers 500 where its handler throws, and nothing of the error', async () => {
    const told = mock.method(console, 'error', () => {});
    const handler = (): never => {
      throw new Error('the database is away');
    };
    const node = await receive({ handler });
    const request = new Request('https://shop.example/', {
      method: 'POST',
      body,
      headers: signed(),
    });
    const web = await jokkoFetch(jokko, handler)(request);
    assert.deepEqual([node.status, node.text, web.status, await web.text()], [500, '', 500, '']);
    assert.equal(told.mock.callCount(), 2);
    told.mock.restore();
  });

  it('is a function from Request to Response', async () => {
    const heard: string[] = [];
    const POST = jokkoFetch(jokko, ({ id }) => heard.push(id));
    const request = (headers: Record<string, string>): Request =>
      new Request('https://shop.example/', { method: 'POST', body, headers });
    assert.equal((await POST(request(signed()))).status, 200);
    assert.equal((await POST(request({}))).status, 400);
    assert.deepEqual(heard, ['order-17']);
  });
});
