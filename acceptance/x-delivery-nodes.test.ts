// X5: do two nodes share the binds of a link, whichever of them took a message or hears its receipt, and does one take over what the other leaves?

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from './harness/index.ts';
import type { GatewayNode } from './harness/index.ts';
import { accountOf, importRouting } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsWorld } from './harness/sms-world.ts';
import type { SmsWorld } from './harness/sms-world.ts';
import { createSmsClient } from './harness/sms.ts';

const binds = 2;
const routing: TestRouting = { links: { SHARED: { config: { binds } }, HTTP: { connector: 'sms-http', config: { sessions: 2 } } } };
const slow = { timeoutMs: 25_000, everyMs: 100 };

describe('X5 two nodes', () => {
  let world: SmsWorld;
  let second: GatewayNode;
  before(async () => {
    world = await openSmsWorld(routing, { env: { JOKKO_LEASE_MS: '2000' } });
    second = await world.installation.addNode();
  });
  after(() => world.close());

  /** Who holds the bound binds of the link. */
  async function holders(link = 'SHARED'): Promise<(string | null)[]> {
    const { links } = await world.installation.cli<{ links: { name: string; binds: { state: string; node: string | null }[] }[] }>([
      ...['sms', 'link', 'list'],
    ]);
    const found = links.find(({ name }) => name === link)!.binds;
    return found
      .filter(({ state }) => state === 'bound')
      .map(({ node }) => node)
      .toSorted();
  }
  async function bothDeliver(link: string): Promise<void> {
    const other = createSmsClient(() => second.baseUrl, world.app.appKey);
    const numbers = [world.numbers(link, 40), world.numbers(link, 40)] as const;
    const ids = await Promise.all([world.sms.accept(numbers[0]), other.accept(numbers[1])]);
    await Promise.all(
      [world.sms, other].map((sms, index) => sms.untilEach(ids[index]!, 'delivered', ({ state }) => state === 'DELIVERED')),
    );
    // Read at the other node.
    assert.equal((await other.batch(ids[0]!)).states.DELIVERED, 40);
  }

  it('X5 each has its share of the binds, and never more than the operator allows', async () => {
    await until('one bind each', async () => new Set(await holders()).size === 2, slow);
    assert.equal((await world.centre.binds(accountOf('SHARED'))).length, binds);
    await bothDeliver('SHARED');
    await bothDeliver('HTTP');
    assert.ok([...(await world.centre.acceptedOf(accountOf('SHARED'))).values()].every((times) => times === 1));
    assert.ok([...(await world.centre.acceptedOf('http')).values()].every((times) => times === 1));
  });

  it('X5 a new routing is in force on both: binds are opened anew with it, nothing is lost', async () => {
    const before = (await world.centre.binds(accountOf('SHARED'))).map(({ session }) => session);
    await world.centre.behave(accountOf('SHARED'), { slowMs: 50 });
    const id = await world.sms.accept(world.numbers('SHARED', 100));
    await importRouting(world.installation, { links: { ...routing.links, SHARED: { config: { binds, window: 30 } } } });
    await world.sms.untilEach(id, 'all are delivered', ({ state }) => state === 'DELIVERED', { timeoutMs: 25_000 });
    await until(
      'two new sessions',
      async () => {
        const now = (await world.centre.binds(accountOf('SHARED'))).map(({ session }) => session);
        return now.length === binds && now.every((session) => !before.includes(session));
      },
      slow,
    );
    assert.ok([...(await world.centre.acceptedOf(accountOf('SHARED'))).values()].every((times) => times === 1));
    await world.centre.behave(accountOf('SHARED'), { slowMs: 0 });
  });

  it('X5 F69 a node that stops hands its binds over; what it was sending has its answers first', async () => {
    await world.centre.behave(accountOf('SHARED'), { slowMs: 50 });
    const id = await world.sms.accept(world.numbers('SHARED', 200));
    assert.equal(await second.stop(), 0);
    await until(
      'the first has both',
      async () => (await holders()).every((node) => node === 'node-1') && (await holders()).length === binds,
      slow,
    );
    await world.sms.untilEach(id, 'all are delivered', ({ state }) => state === 'DELIVERED', { timeoutMs: 25_000 });
    assert.ok([...(await world.centre.acceptedOf(accountOf('SHARED'))).values()].every((times) => times === 1));
    await world.installation.cli(['doctor']);
  });
});
