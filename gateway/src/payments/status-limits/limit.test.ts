// S2: three status requests a minute for one transaction from one address, no fewer and no more, on
// one node and on several. With more transactions than there are counters: limit.long.test.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Blocks } from './blocks.ts';
import { createCounters } from './counters.ts';
import { createStatusLimit, type StatusLimit, type Verdict } from './limit.ts';
import { privateMaxOf, type WindowShare } from './share.ts';

const start = Date.UTC(2026, 2, 1);
const minuteMs = 60_000;
const seed = Buffer.from('0123456789abcdef');
const thresholds = {
  perMinute: 3,
  refusalsBeforeBlock: 200,
  refusalWindowMs: 600_000,
  blockMs: 600_000,
};
const nobodyBlocked: Blocks = {
  isBlocked: () => false,
  refuse() {},
  exchange: async () => {},
  reload: async () => {},
};

/**
 * Room for far more transactions than a test asks for; a table of the usual size takes longer to
 * make than a test.
 */
const tableBytes = 65_536;

/**
 * What the database does: one row for each key, what came first counts first, a row's change is
 * atomic.
 */
function commonWindows(perMinute: number, nodes: number) {
  const rows = new Map<number, number[]>();
  const limits: StatusLimit[] = [];
  let merges = 0;
  for (let node = 0; node < nodes; node++) {
    const share: WindowShare = {
      privateMax: () => privateMaxOf(perMinute, nodes),
      async merge({ key, times }, cutoff) {
        merges++;
        await Promise.resolve();
        const all = [...new Set([...(rows.get(key) ?? []), ...times])]
          .filter((time) => time >= cutoff)
          .slice(0, perMinute);
        rows.set(key, all);
        return all;
      },
      announce(key) {
        limits.forEach((limit, index) => index !== node && limit.join([key], announcedAt));
      },
    };
    // Far from each other, so that no status request of one node is taken for one of another.
    limits.push(
      createStatusLimit(
        { ...thresholds, perMinute },
        nobodyBlocked,
        share,
        seed,
        node * 600,
        createCounters(perMinute, tableBytes),
      ),
    );
  }
  let announcedAt = start;
  return {
    merged: () => merges,
    async check(
      node: number,
      subject: string,
      at: number,
      address = '192.0.2.1',
    ): Promise<Verdict> {
      announcedAt = at;
      const verdict = await limits[node]!.check({ subject, accountId: 1, address, at });
      // Whoever was told has told what it had.
      await new Promise((resolve) => setImmediate(resolve));
      return verdict;
    },
    now: (subject: string, at: number, address = '192.0.2.1') =>
      limits[0]!.check({ subject, accountId: 1, address, at }),
  };
}

test('S2 the fourth status request within a minute is refused, the next is allowed when the first is a minute old', () => {
  const { now } = commonWindows(3, 1);
  const ask = (afterMs: number) => now('1 tx', start + afterMs);
  assert.deepEqual([0, 10_000, 20_000, 30_000, 59_999].map(ask), [
    'allowed',
    'allowed',
    'allowed',
    'tooMany',
    'tooMany',
  ]);
  assert.deepEqual([60_000, 60_001, 70_000, 80_000].map(ask), [
    'allowed',
    'tooMany',
    'allowed',
    'allowed',
  ]);
});

test('S2 status requests of one moment are told apart', () => {
  const { now } = commonWindows(3, 1);
  assert.deepEqual(
    [0, 0, 0, 0].map(() => now('1 tx', start)),
    ['allowed', 'allowed', 'allowed', 'tooMany'],
  );
});

const pauses = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 40_000 })),
  { maxLength: 40 },
);

test('S2 whatever the pace, exactly what keeps to three in any minute is allowed', () => {
  const { now } = commonWindows(3, 1);
  let run = 0;
  fc.assert(
    fc.property(pauses, (gaps) => {
      const subject = `1 tx${run++}`;
      const allowed: number[] = [];
      let at = start;
      for (const gap of gaps) {
        at += gap;
        const inLastMinute = allowed.filter((time) => time > at - minuteMs).length;
        const answer = now(subject, at);
        assert.equal(answer, inLastMinute < 3 ? 'allowed' : 'tooMany');
        if (answer === 'allowed') allowed.push(at);
      }
    }),
  );
});

test('S2 whatever the pace, on whatever nodes: exactly what keeps to the limit is allowed, no more and no less', async () => {
  let run = 0;
  const visits = fc.array(
    fc.tuple(
      fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 40_000 })),
      fc.nat(5),
    ),
    {
      maxLength: 30,
    },
  );
  await fc.assert(
    fc.asyncProperty(
      visits,
      fc.integer({ min: 2, max: 6 }),
      fc.integer({ min: 1, max: 12 }),
      async (steps, nodes, perMinute) => {
        const installation = commonWindows(perMinute, nodes);
        const subject = `1 tx${run++}`;
        const allowed: number[] = [];
        let at = start;
        for (const [gap, node] of steps) {
          at += gap;
          const inLastMinute = allowed.filter((time) => time > at - minuteMs).length;
          const answer = await installation.check(node % nodes, subject, at);
          assert.equal(
            answer,
            inLastMinute < perMinute ? 'allowed' : 'tooMany',
            `look-up at ${at - start} on node ${node % nodes}`,
          );
          if (answer === 'allowed') allowed.push(at);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('S2 many status requests of one transaction at the same moment, on two nodes: never more than the private ones above the limit', async () => {
  for (const nodes of [2, 3, 5]) {
    const installation = commonWindows(3, nodes);
    const verdicts = await Promise.all(
      Array.from({ length: 40 }, (_, index) => installation.check(index % nodes, '1 tx', start)),
    );
    const allowed = verdicts.filter((verdict) => verdict === 'allowed').length;
    assert.ok(
      allowed >= 3 && allowed <= 3 + (nodes - 1) * privateMaxOf(3, nodes),
      `${allowed} allowed on ${nodes} nodes`,
    );
  }
});

test('S2 the first status request on one of two nodes asks nobody, nor does a refusal that the node can see by itself', async () => {
  const installation = commonWindows(3, 2);
  await installation.check(0, '1 tx', start);
  assert.equal(installation.merged(), 0);
  for (let count = 0; count < 2; count++) await installation.check(0, '1 tx', start + 1);
  const asked = installation.merged();
  for (let count = 0; count < 50; count++)
    assert.equal(await installation.check(0, '1 tx', start + 2), 'tooMany');
  assert.equal(installation.merged(), asked);
});

test('S2 where the database does not answer, a node keeps the limit by itself', async () => {
  const share: WindowShare = {
    privateMax: () => 1,
    merge: () => Promise.reject(new Error('away')),
    announce() {},
  };
  const limit = createStatusLimit(thresholds, nobodyBlocked, share, seed);
  const verdicts: Verdict[] = [];
  for (let count = 0; count < 5; count++)
    verdicts.push(
      await limit.check({ subject: '1 tx', accountId: 1, address: '192.0.2.1', at: start }),
    );
  assert.deepEqual(verdicts, ['allowed', 'allowed', 'allowed', 'tooMany', 'tooMany']);
});

test('S2 another transaction and another address have their own three; the addresses of an IPv6 /64 share theirs', () => {
  const { now } = commonWindows(3, 1);
  for (const subject of ['1 a', '1 b']) {
    for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8:0:1::1', '2001:db8:0:2::1']) {
      for (let count = 0; count < 3; count++)
        assert.equal(now(subject, start, address), 'allowed', `${subject} ${address}`);
      assert.equal(now(subject, start, address), 'tooMany', `${subject} ${address}`);
    }
    assert.equal(now(subject, start, '2001:db8:0:1:ffff::2'), 'tooMany');
  }
});

test('S2 refusals are counted by account and address group, keyless ones by address alone', () => {
  const refused: string[] = [];
  const blocks: Blocks = {
    ...nobodyBlocked,
    refuse: (accountId, address) => refused.push(`${accountId} ${address}`),
  };
  const share: WindowShare = {
    privateMax: () => 3,
    merge: () => Promise.reject(new Error('not asked')),
    announce() {},
  };
  const limit = createStatusLimit(thresholds, blocks, share, seed);
  for (const accountId of [7, null])
    for (let count = 0; count < 4; count++)
      void limit.check({
        subject: `${accountId} tx`,
        accountId,
        address: '2001:db8::5',
        at: start,
      });
  assert.deepEqual(refused, ['7 2001:db8::/64', '0 2001:db8::/64']);
});
