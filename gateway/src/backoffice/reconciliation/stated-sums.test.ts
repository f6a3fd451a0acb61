// Proves that what a file states of itself, balances and totals, is taken from it and compared, and
// that a user who types balances is believed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSums } from './index.ts';
import {
  db,
  discrepanciesOf,
  file,
  isWhole,
  line,
  openOf,
  period,
  ref,
  restOf,
  useBooks,
} from './testing/books.ts';
import { takeIn, workOff, type TestFile } from './testing/files.ts';

useBooks();

async function take(lines: string[], change: Partial<TestFile> = {}): Promise<number> {
  const { id, begun } = await takeIn(db, { content: file(lines), period: period(), ...change });
  assert.deepEqual(begun, { ok: true });
  await workOff(db);
  return id;
}
const total = async (id: number) => (await readSums(db.database, id)).totals[0]!;

test('F11 balances of the file are taken in, and what does not close is known', async () => {
  const lines = ['Solde initial,,,1000000,,,,', ...(await restOf([]))];
  const first = await take(lines);
  const { opening, closing, closes, closingCounted } = await total(first);
  assert.deepEqual([opening, closing, closes], [10_000_000_000n, null, null]);
  const ends = (amount: bigint): string => `Solde final,,,${amount / 10_000n},,,,`;
  const right = await total(await take([...lines, ends(closingCounted!)]));
  assert.deepEqual([right.closes, right.addsUp], [true, true]);
  const wrong = await total(await take([...lines, ends(closingCounted! - 500_000n)]));
  assert.deepEqual([wrong.closes, wrong.closing], [false, closingCounted! - 500_000n]);
  const balances = [{ currency: 'XOF', opening: 0n, closing: 7n }];
  const typed = await total(await take([...lines, ends(3n)], { balances }));
  assert.deepEqual([typed.opening, typed.closing], [0n, 7n]);
  await isWhole();
});

test('F11 what a statement closes with is what it opens with, its rows and their fees, whatever class they have', async () => {
  const lines = [
    line({ ours: ref('success') }),
    line({ ours: ref('collected'), direction: 'in', amount: '7000', fee: '70' }),
    line({ theirs: 'nobody', direction: 'in', amount: '300', fee: '1' }),
  ];
  const balances = [{ currency: 'XOF', opening: 10_000_000n, closing: 0n }];
  const { closingCounted, closes, theirs, fees, addsUp } = await total(
    await take(lines, { balances }),
  );
  assert.deepEqual(
    [closingCounted, closes, theirs, fees, addsUp],
    [31_790_000n, false, 23_000_000n, 1_210_000n, true],
  );
});

test('F11 a total that does not fit is one difference that says both sums', async () => {
  const lines = await restOf([]);
  const { amount } = await total(await take(lines));
  const whole = Number(amount < 0n ? -amount : amount) / 10_000;
  assert.deepEqual(await openOf(await take([...lines, `TOTAL,,,${whole},,,,`])), []);
  const other = await take([...lines, `TOTAL,,,123456789,,,,`]);
  const [wrong, ...more] = (await discrepanciesOf(other)).filter(({ state }) => state === 'open');
  assert.deepEqual([wrong?.class, wrong?.theirs, more], ['unreadable', 0n, []]);
  assert.match(wrong!.evidence.theirs!.problem!, /^total: 123456789 \d+$/);
  assert.equal((await total(other)).amount, amount);
  await isWhole();
});

test('F11 a statement goes on where the one before it closed, in each of its currencies', async () => {
  let statements = 0;
  const statement = async (day: string, totals: string): Promise<number> => {
    statements += 1;
    const [row] = await db.database.query<{ id: number }>({
      name: `statement_before_${statements}`,
      text: `with file as (insert into reconciliation_file (bank_account_id, routes, name, state,
        period_from, period_until)
          values (77, '{}', 'releve', 'done', date '${day}', date '${day}' + 1) returning id)
        insert into reconciliation_total (file_id, currency, lines, amount, fees, opening, closing)
          select file.id, t.* from file, (values ${totals}) as t returning file_id as id`,
    });
    return row!.id;
  };
  await db.sql(`insert into bank_account (id, name, bank, number, currency) overriding system value
    values (77, 'b', 'B', '77', 'XOF')`);
  const before = await statement('2026-03-01', `('EUR', 0, 0, 0, 4, 4), ('XOF', 0, 0, 0, 9, 9)`);
  const id = await statement('2026-03-02', `('EUR', 0, 0, 0, 4, 4), ('XOF', 0, 0, 0, 8, 8)`);
  const told = async (of: number) =>
    (await readSums(db.database, of)).totals.map((each) => [
      each.currency,
      each.before?.closing ?? null,
      each.continues,
    ]);
  assert.deepEqual(await told(id), [
    ['EUR', 4n, true],
    ['XOF', 9n, false],
  ]);
  assert.deepEqual(await told(before), [
    ['EUR', null, null],
    ['XOF', null, null],
  ]);
});
