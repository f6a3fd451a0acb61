// Proves that exports do not block other work: one per user at a time, few pieces at once, a slot
// given back however an export ends, and a read error reported before the answer begins.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { createExports } from './exports.ts';
import { operatorBrowser } from '../../../node/portal/testing/operator.ts';
import { startPortal } from '../../../node/portal/testing/portal.ts';
import type { Portal } from '../../../node/portal/testing/portal.ts';

let portal: Portal;
before(async () => {
  portal = await startPortal();
});
after(() => portal.close());

async function* pieces(
  count: number,
  each: () => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<string> {
  for (let at = 0; at < count; at++) {
    await each();
    yield 'x';
  }
}
const closed = (stream: NodeJS.EventEmitter) =>
  new Promise((resolve) => stream.once('close', resolve));

test('a user has one file at a time, and the next one however the last one ended', async () => {
  const files = createExports();
  const read = (await files.begin(1, pieces(9)))!;
  assert.equal(await files.begin(1, pieces(9)), null);
  assert.equal(await text(read), 'xxxxxxxxx');
  const unread = (await files.begin(1, pieces(9)))!;
  unread.destroy();
  await closed(unread);
  async function* broken(): AsyncGenerator<string> {
    yield 'x';
    throw new Error('no more');
  }
  await assert.rejects(files.begin(1, broken()), /no more/);
  assert.equal(await text((await files.begin(1, pieces(1)))!), 'x');
});

test('of five files two are being made at once, and timers get their turn meanwhile', async () => {
  const files = createExports();
  let [running, most, ticks] = [0, 0, 0];
  const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    // A piece that holds up everything else, so that two turns are at least one tick.
    Atomics.wait(nobodyWakes, 0, 0, 3);
    running--;
  };
  const timer = setInterval(() => ticks++, 5);
  const texts = await Promise.all(
    [1, 2, 3, 4, 5].map(async (user) => text((await files.begin(user, pieces(20, work)))!)),
  );
  clearInterval(timer);
  assert.deepEqual(new Set(texts), new Set(['x'.repeat(20)]));
  assert.equal(most, 2);
  assert.ok(ticks > 10, `${ticks} ticks`);
});

test('a file that cannot be begun is refused, not cut', async () => {
  const operator = await operatorBrowser(portal, 'Awa');
  const { status, code } = await operator.get('operator/transactions/export?q=%00');
  assert.deepEqual([status, code], [400, 'invalid']);
  assert.equal((await operator.get('operator/audit/export')).status, 200);
});

test('the log is proved once for all who ask at the same moment', async () => {
  const operator = await operatorBrowser(portal, 'Moussa');
  const answers = await Promise.all([1, 2, 3].map(() => operator.post('operator/audit/verify')));
  assert.deepEqual(new Set(answers.map(({ json }) => json.ok)), new Set([true]));
});

test('every answer below the interface has the headers that protect it', async () => {
  const of = async (method: string, path: string, body?: string) => {
    const headers = { origin: portal.origin, 'content-type': 'application/json' };
    return fetch(`${portal.origin}/portal/api/${path}`, {
      method,
      ...(body === undefined ? {} : { body, headers }),
    });
  };
  const tooLarge = JSON.stringify({ email: 'x'.repeat(70_000) });
  for (const [method, path, body, status] of [
    ['GET', 'no/such', undefined, 404],
    ['HEAD', 'no/such', undefined, 404],
    ['POST', 'sign-in', tooLarge, 400],
    ['GET', 'me', undefined, 401],
  ] as const) {
    const answer = await of(method, path, body);
    assert.equal(answer.status, status, `${method} ${path}`);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', `${method} ${path}`);
    assert.match(
      answer.headers.get('content-security-policy') ?? '',
      /default-src 'none'/,
      `${method} ${path}`,
    );
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
});
