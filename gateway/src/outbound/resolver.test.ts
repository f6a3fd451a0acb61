// F39: does the resolver ask for a name once, keep it as long as it may, and let dead names hold up nobody? On a name server of the test's own.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNameServer, type NameServer } from '../../../acceptance/harness/name-server.ts';
import { createResolver, type Resolver } from './resolver.ts';

let names: NameServer;
let resolver: Resolver;
before(async () => {
  names = await startNameServer();
});
beforeEach(() => {
  names.asked.length = 0;
  names.ttlS = 0;
  resolver = createResolver([names.address]);
});
after(() => names.close());

const addressesOf = async (name: string) => (await resolver.resolve(name)).map(({ address }) => address).toSorted();
const askedFor = (name: string) => names.asked.filter((asked) => asked === name).length;

test('a name has the addresses of both families, also by way of an alias', async () => {
  names.addressesOf.set('both.example', ['198.51.100.1', '2001:db8::7', '198.51.100.2']);
  names.aliasOf.set('alias.example', 'both.example');
  assert.deepEqual(await addressesOf('BOTH.example.'), ['198.51.100.1', '198.51.100.2', '2001:db8::7']);
  assert.deepEqual(await addressesOf('alias.example'), ['198.51.100.1', '198.51.100.2', '2001:db8::7']);
});

test('a name that is wanted by many at once is asked for once', async () => {
  names.addressesOf.set('wanted.example', ['198.51.100.1']);
  await Promise.all(Array.from({ length: 50 }, () => resolver.resolve('wanted.example')));
  assert.equal(askedFor('wanted.example'), 2, 'A and AAAA');
});

test('an answer is kept for its TTL; one of 0 is asked for every time', async () => {
  names.addressesOf.set('kept.example', ['198.51.100.1']);
  names.ttlS = 1;
  await addressesOf('kept.example');
  names.addressesOf.set('kept.example', ['198.51.100.2']);
  assert.deepEqual(await addressesOf('kept.example'), ['198.51.100.1']);
  await sleep(1_050);
  names.ttlS = 0;
  assert.deepEqual(await addressesOf('kept.example'), ['198.51.100.2']);
  names.addressesOf.set('kept.example', ['198.51.100.3']);
  assert.deepEqual(await addressesOf('kept.example'), ['198.51.100.3']);
});

test('a name that does not exist says so, and is not asked for again at once', async () => {
  await assert.rejects(resolver.resolve('nobody.example'), { code: 'ENOTFOUND' });
  await assert.rejects(resolver.resolve('nobody.example'), { code: 'ENOTFOUND' });
  assert.equal(askedFor('nobody.example'), 2);
});

test('localhost is this machine, and nobody is asked', async () => {
  assert.deepEqual(await addressesOf('localhost'), ['127.0.0.1', '::1']);
  assert.deepEqual(await addressesOf('shop.localhost.'), ['127.0.0.1', '::1']);
  assert.deepEqual(names.asked, []);
});

test('200 names whose servers are silent do not hold up a healthy one, and end within 3 s', async () => {
  const dead = Array.from({ length: 200 }, (_, index) => `dead${index}.example`);
  for (const name of dead) names.silent.add(name);
  names.addressesOf.set('healthy.example', ['198.51.100.1']);
  const startedAt = performance.now();
  const waiting: Promise<void>[] = [];
  for (const [index, name] of dead.entries()) {
    waiting.push(assert.rejects(resolver.resolve(name), { code: 'ETIMEOUT' }));
    // A socket's buffer does not hold 400 questions at once.
    if (index % 20 === 0) await sleep(1);
  }
  for (let round = 0; round < 20; round++) {
    const askedAt = performance.now();
    await addressesOf('healthy.example');
    assert.ok(performance.now() - askedAt < 500, `round ${round} took ${performance.now() - askedAt} ms`);
  }
  await Promise.all(waiting);
  assert.ok(performance.now() - startedAt < 3_500, `${performance.now() - startedAt} ms`);
});
