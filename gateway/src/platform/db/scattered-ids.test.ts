// O12: proves that scattered ids are unique, of the promised form, do not reveal the volume, and do
// not come again after the database forgot which were taken.

import assert from 'node:assert/strict';
import { after, before, beforeEach, afterEach, test } from 'node:test';
import { isCardNumber } from '@jokko/contract';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import type { Session } from './database.ts';
import {
  blockSize,
  blocksMax,
  cellOfId,
  createScatteredIds,
  lowestId,
  periodBlocks,
  periodsMax,
  randomBlock,
} from './scattered-ids.ts';

/**
 * Without those that could be numbers of cards: a tenth of the block, where a scheme's numbers
 * begin so.
 */
const perBlockMin = 200;

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
});
beforeEach(async () => {
  db = await postgres.database();
});
afterEach(() => db.close());
after(() => postgres.close());

async function take(
  count: number,
  ids = createScatteredIds('operation'),
  session: Session = db.database,
): Promise<string[]> {
  const taken: string[] = [];
  while (taken.length < count) {
    const id = ids.next();
    if (id === null) await ids.refill(session);
    else taken.push(id);
  }
  return taken;
}

test('O12 ids have at least 13 digits, are exact as numbers, and come once', async () => {
  const ids = await take(2_000);
  assert.equal(new Set(ids).size, 2_000);
  for (const id of ids) {
    assert.match(id, /^[1-9]\d{12,15}$/);
    assert.ok(Number.isSafeInteger(Number(id)));
  }
  assert.ok(lowestId + periodsMax * periodBlocks * 256 - 1 < 2 ** 53);
});

test('G2 no id could be the number of a card, so that ids may stand in any text', async () => {
  const ids = await take(20_000);
  assert.deepEqual(ids.filter(isCardNumber), []);
});

test('O12 blocks are taken all over their period', () => {
  const blocks = Array.from({ length: 10_000 }, randomBlock);
  assert.ok(blocks.every((block) => block >= 0 && block < blocksMax && Number.isInteger(block)));
  for (const eighth of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const count = blocks.filter((block) => Math.floor(block / 2 ** 25) === eighth).length;
    assert.ok(count > 1_000 && count < 1_500, `${count} of 10,000 blocks in eighth ${eighth}`);
  }
});

test('O12 ids do not grow in the order of their making, within a block or from block to block', async () => {
  const ids = (await take(1_024)).map(Number);
  const steps = ids.slice(1).map((id, index) => id > ids[index]!);
  const growing = steps.filter(Boolean).length;
  assert.ok(growing > 350 && growing < 670, `${growing} of 1023 steps grow`);
  const blockOf = (id: number): number => Math.floor((id - lowestId) / blockSize);
  const gaps = ids
    .map((id, index) => (index === 0 || blockOf(id) === blockOf(ids[index - 1]!) ? 0 : index))
    .filter((index) => index > 0)
    .map((index) => Math.abs(ids[index]! - ids[index - 1]!));
  assert.ok(gaps.length >= 3 && gaps.every((gap) => gap > 256 * 100), `${gaps}`);
});

test('O12 a block that is taken is refused by the database and another one is taken', async () => {
  let refused = 0;
  const crowded: Session = {
    query: async <Row>(...[statement, values]: Parameters<Session['query']>) => {
      // Somebody else was first, three times.
      if (refused++ < 3) await db.database.query(statement, values);
      return db.database.query<Row>(statement, values);
    },
  };
  await take(perBlockMin, createScatteredIds('operation'), crowded);
  const blocks = await db.database.query<{ block: bigint }>({
    name: 'blocks',
    text: 'select block from id_block',
  });
  assert.deepEqual([refused, blocks.length], [4, 4]);
});

test('O12 ids come from the block that is called the last, which is committed; the kinds do not meet', async () => {
  const ids = createScatteredIds('sms_batch');
  assert.equal(ids.lastBlock, null);
  const [first] = await take(1, ids);
  assert.equal(Math.floor((Number(first) - lowestId) / blockSize), ids.lastBlock);
  const rows = await db.database.query<{ kind: string; block: bigint }>({
    name: 'kinds_and_blocks',
    text: 'select kind, block from id_block',
  });
  assert.deepEqual(rows, [{ kind: 'sms_batch', block: BigInt(ids.lastBlock!) }]);
});

test('ids of a cell are in its range, and tell it', async () => {
  await db.sql('update installation set cell = 63');
  const ids = createScatteredIds('operation');
  const cells = new Set((await take(500, ids)).map(cellOfId));
  assert.deepEqual([...cells], [63]);
  await db.sql('update installation set cell = 0');
  assert.equal(cellOfId((await take(1))[0]!), 0);
  assert.deepEqual([cellOfId('999999999999'), cellOfId('9007199254740991')], [null, null]);
});

test('F53 ids that a restored database has forgotten do not come again', async () => {
  const lost = await take(2_560);
  await db.sql('delete from id_block');
  const later = await take(2_560);
  assert.equal(new Set([...lost, ...later]).size, 5_120);
});

test('one statement a block, also when many ask at once', async () => {
  const ids = createScatteredIds('operation');
  let asked = 0;
  const counting: Session = {
    query: <Row>(...[statement, values]: Parameters<Session['query']>) => {
      asked += 1;
      return db.database.query<Row>(statement, values);
    },
  };
  assert.equal(ids.next(), null);
  await Promise.all(Array.from({ length: 50 }, () => ids.refill(counting)));
  assert.equal(asked, 1);
  let taken = 0;
  while (ids.next() !== null) taken++;
  assert.ok(taken >= perBlockMin && taken <= blockSize, `${taken} ids of one block`);
});
