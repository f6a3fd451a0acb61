// X5: proves that two nodes share the binds of a carrier connection, whichever of them accepted a
// message or receives its receipt, and that one takes over what the other leaves.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from './harness/index.ts';
import type { GatewayNode } from './harness/index.ts';
import { accountOf, importRouting } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';
import { createSmsClient } from './harness/sms.ts';

const binds = 2;
const routing: TestRouting = {
  connections: {
    SHARED: { config: { binds } },
    HTTP: { connector: 'infobip', config: { sessions: 2 } },
  },
};
const slow = { everyMs: 100 };

describe('X5 two nodes', () => {
  let fixture: SmsFixture;
  let second: GatewayNode;
  before(async () => {
    fixture = await openSmsFixture(routing);
    second = await fixture.installation.addNode();
  });
  after(() => fixture.close());

  /** Who holds the bound binds of the connection. */
  async function holders(connection = 'SHARED'): Promise<(string | null)[]> {
    const { links } = await fixture.installation.cli<{
      links: { name: string; binds: { state: string; node: string | null }[] }[];
    }>([...['sms', 'link', 'list']]);
    const found = links.find(({ name }) => name === connection)!.binds;
    return found
      .filter(({ state }) => state === 'bound')
      .map(({ node }) => node)
      .toSorted();
  }
  async function bothDeliver(connection: string): Promise<void> {
    const other = createSmsClient(() => second.baseUrl, fixture.app.appKey);
    const numbers = [fixture.numbers(connection, 40), fixture.numbers(connection, 40)] as const;
    const ids = await Promise.all([fixture.sms.accept(numbers[0]), other.accept(numbers[1])]);
    await Promise.all(
      [fixture.sms, other].map((sms, index) =>
        sms.untilEach(ids[index]!, 'delivered', ({ state }) => state === 'DELIVERED'),
      ),
    );
    // Read at the other node.
    assert.equal((await other.batch(ids[0]!)).states.DELIVERED, 40);
  }

  it('X5 each has its share of the binds, and never more than the operator allows', async () => {
    await until('one bind each', async () => new Set(await holders()).size === 2, slow);
    await until(
      'the operator sees as many',
      async () => (await fixture.smsc.binds(accountOf('SHARED'))).length === binds,
    );
    await bothDeliver('SHARED');
    await bothDeliver('HTTP');
    assert.ok(
      [...(await fixture.smsc.acceptedOf(accountOf('SHARED'))).values()].every(
        (times) => times === 1,
      ),
    );
    assert.ok(
      [...(await fixture.smsc.acceptedOf('infobip')).values()].every((times) => times === 1),
    );
  });

  it('X5 a new routing is in force on both: binds are opened anew with it, nothing is lost', async () => {
    const before = (await fixture.smsc.binds(accountOf('SHARED'))).map(({ session }) => session);
    await fixture.smsc.behave(accountOf('SHARED'), { slowMs: 50 });
    const id = await fixture.sms.accept(fixture.numbers('SHARED', 100));
    await importRouting(fixture.installation, {
      connections: { ...routing.connections, SHARED: { config: { binds, window: 30 } } },
    });
    await fixture.sms.untilEach(id, 'all are delivered', ({ state }) => state === 'DELIVERED', {
      timeoutMs: 120_000,
    });
    await until(
      'two new sessions',
      async () => {
        const now = (await fixture.smsc.binds(accountOf('SHARED'))).map(({ session }) => session);
        return now.length === binds && now.every((session) => !before.includes(session));
      },
      slow,
    );
    assert.ok(
      [...(await fixture.smsc.acceptedOf(accountOf('SHARED'))).values()].every(
        (times) => times === 1,
      ),
    );
    await fixture.smsc.behave(accountOf('SHARED'), { slowMs: 0 });
  });

  it('X5 F69 a node that stops hands its binds over; what it was sending has its answers first', async () => {
    await fixture.smsc.behave(accountOf('SHARED'), { slowMs: 50 });
    const id = await fixture.sms.accept(fixture.numbers('SHARED', 200));
    assert.equal(await second.stop(), 0);
    await until(
      'the first has both',
      async () =>
        (await holders()).every((node) => node === 'node-1') && (await holders()).length === binds,
      slow,
    );
    await fixture.sms.untilEach(id, 'all are delivered', ({ state }) => state === 'DELIVERED', {
      timeoutMs: 120_000,
    });
    assert.ok(
      [...(await fixture.smsc.acceptedOf(accountOf('SHARED'))).values()].every(
        (times) => times === 1,
      ),
    );
    await fixture.installation.cli(['doctor']);
  });
});
