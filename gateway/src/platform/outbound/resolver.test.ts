// F39: proves that the resolver queries a name once, caches it as long as it may, and that dead
// names delay nobody. On a name server of the test's own.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startNameServer, type NameServer } from '../../../../acceptance/harness/name-server.ts';
import { until } from '../../../../acceptance/harness/until.ts';
import { machine, runIn } from '../environment.ts';
import { createResolver, type Resolver } from './resolver.ts';

/** Longer than any stall of the machine. */
const patientMs = 60_000;

let names: NameServer;
let resolver: Resolver;
before(async () => {
  names = await startNameServer();
});
beforeEach(() => {
  names.asked.length = 0;
  names.ttlS = 0;
  resolver = createResolver([names.address], patientMs);
});
after(() => names.close());

const addressesOf = async (name: string) =>
  (await resolver.resolve(name)).map(({ address }) => address).toSorted();
const askedFor = (name: string) => names.asked.filter((asked) => asked === name).length;

test('a name has the addresses of both families, also by way of an alias', async () => {
  names.addressesOf.set('both.example', ['198.51.100.1', '2001:db8::7', '198.51.100.2']);
  names.aliasOf.set('alias.example', 'both.example');
  assert.deepEqual(await addressesOf('BOTH.example.'), [
    '198.51.100.1',
    '198.51.100.2',
    '2001:db8::7',
  ]);
  assert.deepEqual(await addressesOf('alias.example'), [
    '198.51.100.1',
    '198.51.100.2',
    '2001:db8::7',
  ]);
});

test('a name that is wanted by many at once is asked for once', async () => {
  names.addressesOf.set('wanted.example', ['198.51.100.1']);
  await Promise.all(Array.from({ length: 50 }, () => resolver.resolve('wanted.example')));
  assert.equal(askedFor('wanted.example'), 2, 'A and AAAA');
});

/** With a clock that stands until `pass` is called. */
function withClock(work: (pass: (ms: number) => void) => Promise<void>): Promise<void> {
  let now = 0;
  return runIn({ ...machine, monotonic: () => now }, () => work((ms) => void (now += ms)));
}

test('an answer is kept for its TTL; one of 0 is asked for every time', () =>
  withClock(async (pass) => {
    names.addressesOf.set('kept.example', ['198.51.100.1']);
    names.ttlS = 1;
    await addressesOf('kept.example');
    names.addressesOf.set('kept.example', ['198.51.100.2']);
    pass(999);
    assert.deepEqual(await addressesOf('kept.example'), ['198.51.100.1']);
    pass(1);
    names.ttlS = 0;
    assert.deepEqual(await addressesOf('kept.example'), ['198.51.100.2']);
    names.addressesOf.set('kept.example', ['198.51.100.3']);
    assert.deepEqual(await addressesOf('kept.example'), ['198.51.100.3']);
  }));

test('a name that does not exist says so, and is not asked for again at once', () =>
  withClock(async (pass) => {
    await assert.rejects(resolver.resolve('nobody.example'), { code: 'ENOTFOUND' });
    await assert.rejects(resolver.resolve('nobody.example'), { code: 'ENOTFOUND' });
    assert.equal(askedFor('nobody.example'), 2);
    pass(2_000);
    await assert.rejects(resolver.resolve('nobody.example'), { code: 'ENOTFOUND' });
    assert.equal(askedFor('nobody.example'), 4, 'but later');
  }));

test('localhost is this machine, and nobody is asked', async () => {
  assert.deepEqual(await addressesOf('localhost'), ['127.0.0.1', '::1']);
  assert.deepEqual(await addressesOf('shop.localhost.'), ['127.0.0.1', '::1']);
  assert.deepEqual(names.asked, []);
});

test('a name whose server is silent is given up by itself, after one question for each family', async () => {
  names.silent.add('dead.example');
  await assert.rejects(createResolver([names.address], 500).resolve('dead.example'), {
    code: 'ETIMEOUT',
  });
  assert.equal(askedFor('dead.example'), 2);
});

test('200 names whose servers are silent do not hold up a healthy one, and none is asked for twice', async () => {
  const dead = Array.from({ length: 200 }, (_, index) => `dead${index}.example`);
  for (const name of dead) names.silent.add(name);
  names.addressesOf.set('healthy.example', ['198.51.100.1']);
  let ended = 0;
  const ends: Promise<void>[] = [];
  for (const [index, name] of dead.entries()) {
    ends.push(
      assert.rejects(resolver.resolve(name), { code: 'ENOTFOUND' }).then(() => void (ended += 1)),
    );
    // A socket's buffer does not hold 400 questions at once.
    if (index % 20 === 19)
      await until('they have come', () => names.asked.length === 2 * (index + 1));
  }
  for (let round = 0; round < 20; round++)
    assert.deepEqual((await resolver.resolve('healthy.example')).length, 1);
  assert.equal(ended, 0, 'the healthy one was answered before any of the others was given up');
  await names.endSilence();
  await Promise.all(ends);
  assert.ok(dead.every((name) => askedFor(name) === 2));
});

test('a server that was fast until now has the whole time once it is slow', async () => {
  names.addressesOf.set('fast.example', ['198.51.100.1']);
  for (let round = 0; round < 10; round++) await resolver.resolve('fast.example');
  names.addressesOf.set('slow.example', ['198.51.100.2']);
  names.silent.add('slow.example');
  const addresses = addressesOf('slow.example');
  addresses.catch(() => {});
  await until('it is asked for again', () => askedFor('slow.example') >= 4);
  await names.endSilence();
  assert.deepEqual(await addresses, ['198.51.100.2']);
});
