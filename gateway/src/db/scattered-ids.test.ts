// O12: are scattered ids unique, of the promised form, and silent about the volume?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Session } from './database.ts';
import { createScatteredIds, deriveRoundKeys, scatter } from './scattered-ids.ts';

const blocksMax = 2 ** 44;
const roundKeys = deriveRoundKeys(Buffer.from('installation key'));

/** A sequence as the database has it, and how often it was asked. */
function countingSession(first = 1n): { session: Session; asked(): number } {
  let block = first;
  return { session: { query: async <Row>() => [{ block: block++ }] as Row[] }, asked: () => Number(block - first) };
}
async function take(count: number, key = 'key', first = 1n): Promise<string[]> {
  const ids = createScatteredIds('a_seq', Buffer.from(key));
  const { session } = countingSession(first);
  const taken: string[] = [];
  while (taken.length < count) {
    const id = ids.next();
    if (id === null) await ids.refill(session);
    else taken.push(id);
  }
  return taken;
}

test('O12 no two blocks are scattered to the same place', () => {
  const seen = new Set<number>();
  for (let block = 0; block < 100_000; block++) seen.add(scatter(block, roundKeys));
  assert.equal(seen.size, 100_000);
  const blocks = fc.uniqueArray(
    fc.maxSafeNat().map((block) => block % blocksMax),
    { minLength: 2, maxLength: 200 },
  );
  fc.assert(fc.property(blocks, (some) => assert.equal(new Set(some.map((block) => scatter(block, roundKeys))).size, some.length)));
});

test('O12 a scattered block stays within 44 bits, so that ids stay below 2^53', () => {
  const edges = [0, 1, 2 ** 22 - 1, 2 ** 22, blocksMax - 1];
  const inRange = (block: number) =>
    Number.isSafeInteger(scatter(block, roundKeys)) && scatter(block, roundKeys) >= 0 && scatter(block, roundKeys) < blocksMax;
  assert.deepEqual(
    edges.filter((block) => !inRange(block)),
    [],
  );
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.uint8Array({ minLength: 1 }), (block, key) => {
      const place = scatter(block % blocksMax, deriveRoundKeys(Buffer.from(key)));
      assert.ok(place >= 0 && place < blocksMax);
    }),
  );
  assert.ok(1_000_000_000_000 + (blocksMax - 1) * 256 + 255 < 2 ** 53);
});

test('O12 ids have at least 13 digits, are exact as numbers, and come once', async () => {
  const ids = await take(2_000);
  assert.equal(new Set(ids).size, 2_000);
  for (const id of ids) {
    assert.match(id, /^[1-9]\d{12,15}$/);
    assert.ok(Number.isSafeInteger(Number(id)));
  }
});

test('O12 two nodes with different blocks of one sequence never make the same id', async () => {
  const [one, other] = await Promise.all([take(1_024, 'key', 1n), take(1_024, 'key', 5n)]);
  assert.equal(new Set([...one, ...other]).size, 2_048);
});

test('O12 ids do not grow in the order of their making, within a block or from block to block', async () => {
  const ids = (await take(1_024)).map(Number);
  const steps = ids.slice(1).map((id, index) => id > ids[index]!);
  const growing = steps.filter(Boolean).length;
  assert.ok(growing > 350 && growing < 670, `${growing} of 1023 steps grow`);
  const gaps = [256, 512, 768].map((index) => Math.abs(ids[index]! - ids[index - 1]!));
  assert.ok(
    gaps.every((gap) => gap > 256 * 100),
    `${gaps}`,
  );
});

test('O12 another installation has other ids for the same blocks', async () => {
  const [one, other] = await Promise.all([take(256, 'one'), take(256, 'other')]);
  assert.equal(new Set([...one, ...other]).size, 512);
});

test('one statement a block, also when many ask at once', async () => {
  const ids = createScatteredIds('a_seq', Buffer.from('key'));
  const { session, asked } = countingSession();
  assert.equal(ids.next(), null);
  await Promise.all(Array.from({ length: 50 }, () => ids.refill(session)));
  assert.equal(asked(), 1);
  for (let index = 0; index < 256; index++) assert.notEqual(ids.next(), null);
  assert.equal(ids.next(), null);
});
