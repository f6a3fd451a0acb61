// Proves what a bank's statement means: which days it covers, that no row of it is lost or doubled
// however files overlap, and that its balances prove it whole.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compose, moved, readDay, readOne } from './compose-statement.ts';
import type { Composed, ComposedEntry } from './compose-statement.ts';
import { otherRef, ourRef } from './samples.ts';

const of24 = (entries: readonly ComposedEntry[] = [{ amount: 500 }]): Composed => ({
  opening: { amount: 10_000, date: '2026-11-24' },
  closing: { date: '2026-11-24' },
  entries,
});
const daysOf = (composed: Composed, config = {}): string[] =>
  readOne(compose(composed), config).days;

test('B1 the day is that of balances and entries, never the one on which the message was made', async () => {
  const file = compose(of24());
  assert.deepEqual(readOne(file).days, ['2026-11-24']);
  assert.deepEqual(moved((await readDay([file], '2026-11-24')).lines), ['out 500']);
  for (const day of ['2026-11-20', '2026-11-23', '2026-11-25', '2026-11-26', '2026-11-27'])
    await assert.rejects(readDay([file], day), new RegExp(`no statement of ${day}`));
});

test('B1 what a statement covers, in each way to say it', () => {
  const entries = [{ amount: 500, booked: '2026-11-24' }];
  const rows: [name: string, composed: Composed, days: string[]][] = [
    ['to the next midnight', { span: span('24T00:00:00', '25T00:00:00') }, ['2026-11-24']],
    ['to its last second', { span: span('24T00:00:00', '24T23:59:59') }, ['2026-11-24']],
    ['to 24:00', { span: span('24T00:00:00', '24T24:00:00') }, ['2026-11-24']],
    ['one date twice', { span: span('24T00:00:00', '24T00:00:00') }, ['2026-11-24']],
    ['days', { span: span('23T00:00:00', '25T00:00:00') }, ['2026-11-23', '2026-11-24']],
    ['a morning closes nothing', { span: span('24T00:00:00', '24T12:00:00') }, []],
    [
      'dated by the day before',
      {
        opening: { amount: 0, date: '2026-11-23' },
        closing: { date: '2026-11-24' },
      },
      ['2026-11-24'],
    ],
    [
      'since the close of Friday',
      {
        opening: { amount: 0, date: '2026-11-20', code: 'PRCD' },
        closing: { date: '2026-11-23' },
        entries: [],
      },
      ['2026-11-21', '2026-11-22', '2026-11-23'],
    ],
    [
      'closed at midnight',
      {
        opening: { amount: 0, date: '2026-11-24T00:00:00' },
        closing: { date: '2026-11-25T00:00:00' },
      },
      ['2026-11-24'],
    ],
    ['entries alone', {}, ['2026-11-24']],
    [
      'over the end of a month',
      { span: { from: '2026-11-30T00:00:00', to: '2026-12-02T00:00:00' }, entries: [] },
      ['2026-11-30', '2026-12-01'],
    ],
  ];
  for (const [name, composed, days] of rows) {
    const found = daysOf({ entries, ...composed });
    const covered = name.startsWith('a morning')
      ? found.filter((day) => day !== '2026-11-24')
      : found;
    assert.deepEqual(covered, days, name);
  }
});

const span = (from: string, to: string) => ({ from: `2026-11-${from}`, to: `2026-11-${to}` });

test('B1 a day without entries is covered by its balances, with nothing', async () => {
  const { lines, told } = await readDay([compose(of24([]))], '2026-11-24');
  assert.deepEqual(lines, []);
  assert.deepEqual(told.balances, [
    { currency: 'XOF', opening: 100_000_000n, closing: 100_000_000n },
  ]);
});

test('B1 half a day, a page that is not the last and a report within the day cover nothing', async () => {
  const parts: Composed[] = [
    { span: span('24T00:00:00', '24T12:00:00'), entries: [{ amount: 500 }] },
    {
      ...of24(),
      closing: { date: '2026-11-24', code: 'ITBD' },
      page: { number: 1, isLast: false },
    },
    { ...of24(), form: 'camt.052.001.02' },
  ];
  for (const part of parts)
    await assert.rejects(readDay([compose(part)], '2026-11-24'), /no statement of 2026-11-24/);
});

test('B4 a day on which the bank does not work waits for the statement of a later one', async () => {
  const friday = compose({
    ...of24(),
    opening: day('20'),
    closing: day('20'),
    entries: [on('20')],
  });
  const monday = compose({
    ...of24(),
    opening: day('23'),
    closing: day('23'),
    entries: [on('23')],
  });
  await assert.rejects(readDay([friday], '2026-11-21'), /no statement of 2026-11-21/);
  assert.deepEqual((await readDay([friday, monday], '2026-11-21')).lines, []);
  await assert.rejects(readDay([monday], '2026-11-20'), /no statement of 2026-11-20/);
});

const day = (date: string) => ({ amount: 0, date: `2026-11-${date}` });
const on = (date: string): ComposedEntry => ({ amount: 500, booked: `2026-11-${date}` });

test('B2 three transactions of one reference and two fees without one are five movements', async () => {
  const file = compose(
    of24([
      {
        amount: 6_000,
        reference: 'BATCH',
        details: [{ amount: 1_000, ours: ourRef }, { amount: 2_000 }, { amount: 3_000 }],
      },
      { amount: 250, reference: 'NONREF', text: 'FRAIS' },
      { amount: 250, reference: 'NONREF', text: 'FRAIS' },
    ]),
  );
  const { lines, told } = await readDay([file], '2026-11-24');
  assert.deepEqual(moved(lines), ['out 1000', 'out 2000', 'out 3000', 'out 250', 'out 250']);
  assert.equal(new Set(lines.map(({ theirs }) => theirs)).size, 5);
  assert.deepEqual([lines[0]?.ours, lines[0]?.theirs], [ourRef, 'BATCH']);
  assert.equal(told.balances?.[0]?.closing, 35_000_000n);
  // However often it came.
  assert.equal((await readDay([file, file, file], '2026-11-24')).lines.length, 5);
});

test('B2 transactions that do not make their entry are one movement of its amount, and doubted', () => {
  for (const details of [
    [{ amount: 1_000, ours: ourRef }, { amount: 2_000 }],
    [{ amount: null, ours: ourRef }, { amount: null }],
    [{ amount: 3_000, ours: ourRef, currency: 'EUR' }, { amount: 3_000 }],
  ]) {
    const { lines, events, doubts } = readOne(compose(of24([{ amount: 6_000, details }])));
    assert.deepEqual(moved(lines), ['out 6000']);
    assert.deepEqual([events.length, doubts[0]?.ours], [0, ourRef]);
    assert.match(doubts[0]!.evidence, /entry 1/);
  }
});

test('B2 charges of an entry are within its amount', () => {
  const alone = readOne(
    compose(of24([{ amount: 5_025, charges: 25, details: [{ ours: ourRef, amount: 5_000 }] }])),
  );
  assert.deepEqual(
    alone.lines.map(({ amount, fee }) => [amount, fee]),
    [[50_000_000n, 250_000n]],
  );
  const many = readOne(
    compose(
      of24([{ amount: 3_010, charges: 10, details: [{ amount: 1_000 }, { amount: 2_000 }] }]),
    ),
  );
  assert.deepEqual(moved(many.lines), ['out 1000', 'out 2000', 'out 10']);
});

test('B2 a row that lacks what is optional is read, and one that cannot be stops the file with its number', () => {
  const bare = readOne(
    compose(
      of24([
        { amount: 1, booked: null, valued: '2026-11-24' },
        { amount: 2, booked: null },
        { amount: 3, status: null, reference: null },
        { amount: 4, booked: '2026-11-24+01:00' },
        { amount: 5, booked: '2026-11-24T09:00:00.123456789+01:00' },
      ]),
    ),
  );
  assert.equal(bare.lines.length, 5);
  assert.deepEqual(bare.days, ['2026-11-24']);
  const text = compose(of24([{ amount: 1 }, { amount: 2 }])).toString();
  for (const [wrong, why] of [
    ['<Amt Ccy="XOF">2</Amt>', /entry 2: no amount/],
    ['<CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-24', /entry 2: neither/],
  ] as const) {
    const at = text.lastIndexOf(wrong);
    const broken = text.slice(0, at) + text.slice(at).replace(/>(2|DBIT)</, '>?<');
    assert.throws(() => readOne(Buffer.from(broken)), why);
  }
  assert.throws(
    () => readOne(compose(of24([{ amount: 1, status: 'WHAT' }]))),
    /entry 1: no status/,
  );
  assert.throws(
    () => readOne(compose({ entries: [{ amount: 1, booked: '2026-02-30' }] })),
    /entry 1: no date/,
  );
  assert.throws(
    () => readOne(compose({ entries: [{ amount: 1, booked: null }] })),
    /entry 1: no date/,
  );
});

test('B2 what is not booked is left alone, and told with the file', () => {
  for (const form of ['camt.053.001.02', 'camt.053.001.08'] as const) {
    const { lines, notes } = readOne(
      compose({
        ...of24([{ amount: 1 }, { amount: 2, status: 'PDNG' }, { amount: 3, status: 'INFO' }]),
        form,
      }),
    );
    assert.deepEqual(moved(lines), ['out 1']);
    assert.deepEqual(notes, ['not booked yet, and not read: entry 2, 3']);
  }
});

test('B2 overlapping statements tell a row once: a report within the day, a day and a week', async () => {
  const all: ComposedEntry[] = [
    { amount: 500, reference: 'A1', details: [{ ours: ourRef }] },
    { amount: 500, reference: 'A2', details: [{ ours: otherRef }] },
    { amount: 250, reference: 'NONREF' },
    { amount: 250, reference: 'NONREF' },
    { amount: 6_000, reference: 'B', details: [{ amount: 2_000 }, { amount: 4_000 }] },
  ];
  const within = compose({
    form: 'camt.052.001.02',
    id: 'RPT-1',
    entries: [
      { ...all[0]!, booked: '2026-11-24T09:00:00Z' },
      { amount: 250, reference: null },
      { amount: 6_000 },
    ],
  });
  const whole = compose(of24(all));
  const week = compose({
    id: 'WEEK',
    span: span('23T00:00:00', '28T00:00:00'),
    entries: [...all.toReversed(), { amount: 9, booked: '2026-11-25' }],
  });
  for (const files of [
    [within, whole, week],
    [week, within, whole],
    [whole, week, whole, within],
  ]) {
    const { lines } = await readDay(files, '2026-11-24');
    assert.deepEqual(moved(lines).toSorted(), [
      'out 2000',
      'out 250',
      'out 250',
      'out 4000',
      'out 500',
      'out 500',
    ]);
    assert.deepEqual(
      lines.flatMap(({ ours }) => ours ?? []).toSorted(),
      [ourRef, otherRef].toSorted(),
    );
  }
});

test('B2 statements that follow each other within a day each have their rows', async () => {
  const fee: ComposedEntry = { amount: 250, reference: 'NONREF' };
  const morning: Composed = { id: 'M', entries: [fee], ...day2(10_000, 'ITBD') };
  const evening: Composed = { id: 'E', entries: [fee], ...day2(9_750, 'CLBD') };
  const { lines, told } = await readDay([compose(morning), compose(evening)], '2026-11-24');
  assert.deepEqual(moved(lines), ['out 250', 'out 250']);
  assert.deepEqual(told.balances, [
    { currency: 'XOF', opening: 100_000_000n, closing: 95_000_000n },
  ]);
  const pages = [1, 2].map((number) =>
    compose({
      span: span('24T00:00:00', '25T00:00:00'),
      entries: [fee],
      page: { number, isLast: number === 2 },
    }),
  );
  assert.equal((await readDay([...pages, pages[0]!], '2026-11-24')).lines.length, 2);
});

const day2 = (amount: number, code: 'ITBD' | 'CLBD') => ({
  opening: { amount, date: '2026-11-24' },
  closing: { date: '2026-11-24', code },
});

test('B2 a row keeps its id when a later file tells more', async () => {
  const first = compose(of24([{ amount: 250, reference: 'NONREF' }]));
  const second = compose(
    of24([
      { amount: 250, reference: 'R-17' },
      { amount: 250, reference: 'NONREF' },
    ]),
  );
  const idsOf = async (files: Buffer[]) =>
    (await readDay(files, '2026-11-24')).lines.map(({ theirs }) => theirs);
  assert.deepEqual(await idsOf([first]), ['2026-11-24/out/250/1']);
  assert.ok((await idsOf([first, second])).includes('2026-11-24/out/250/1'));
  assert.equal((await idsOf([first, second])).length, 2);
});

test('B3 the day is the bank’s own, whatever zone a time is written in', async () => {
  const ahead = { utcOffsetMinutes: 60 };
  for (const booked of [
    '2026-11-24T00:30:00+01:00',
    '2026-11-24T00:30+01:00',
    '2026-11-23T23:30:00Z',
    '2026-11-24T00:30:00',
    '2026-11-24',
    '2026-11-24T24:00:00',
  ]) {
    const file = compose({ entries: [{ amount: 1, booked }] });
    assert.deepEqual(readOne(file, ahead).days, ['2026-11-24'], booked);
    const { told } = await readDay([file], '2026-11-24', ahead);
    assert.equal(told.utcOffsetMinutes, 60);
  }
  const behind = compose({ entries: [{ amount: 1, booked: '2026-11-25T03:00:00Z' }] });
  assert.deepEqual(readOne(behind, { utcOffsetMinutes: -300 }).days, ['2026-11-24']);
});

test('a statement proves itself whole, and says it with all figures where it is not', () => {
  assert.deepEqual(readOne(compose(of24())).doubts, []);
  const half = readOne(
    compose({ ...of24([{ amount: 500 }]), closing: { amount: 9_000, date: '2026-11-24' } }),
  );
  assert.deepEqual(
    half.doubts.map(({ evidence }) => evidence),
    [
      'statement STMT-1 is not whole: it opens with 10000 XOF, its entries make -500 and so 9500, and it closes with 9000',
    ],
  );
  assert.equal(half.lines.length, 1, 'what it tells is read');
});

test('an entry that was booked late stands with the day whose balances it is part of', async () => {
  const late = compose(of24([{ amount: 500 }, { amount: 70, booked: '2026-11-20' }]));
  assert.deepEqual(readOne(late).days, ['2026-11-24']);
  assert.deepEqual(moved((await readDay([late], '2026-11-24')).lines), ['out 70', 'out 500']);
});

test('several statements in a file; those of another account are left alone and told', async () => {
  const file = compose(
    { ...of24(), id: 'OURS' },
    { ...of24(), id: 'THEIRS', account: 'CI93CI0080111301134291200589' },
    {
      id: 'NEXT',
      span: span('25T00:00:00', '26T00:00:00'),
      entries: [{ amount: 7, booked: '2026-11-25' }],
    },
  );
  const { days, notes } = readOne(file);
  assert.deepEqual(
    [days, notes],
    [['2026-11-24', '2026-11-25'], ['1 more of other accounts, not read']],
  );
  assert.deepEqual(moved((await readDay([file], '2026-11-25')).lines), ['out 7']);
});

test('a statement of more days than a year has is refused', () => {
  assert.throws(
    () => readOne(compose({ span: { from: '2016-11-24T00:00:00', to: '2026-11-25T00:00:00' } })),
    /is of 3653 days/,
  );
});

const anyEntry = fc.record({
  amount: fc.constantFrom(250, 250, 500, 1_000),
  direction: fc.constantFrom('CRDT' as const, 'DBIT' as const),
  reference: fc.constantFrom(null, 'NONREF', 'R1', 'R2', 'NOTPROVIDED', '0000'),
  booked: fc.constantFrom('2026-11-24', '2026-11-24T10:00:00Z'),
  details: fc.option(
    fc.constantFrom(
      [{ amount: null }],
      [{ amount: 125 }, { amount: 125 }],
      [{ amount: 1 }, { amount: 2 }],
    ),
    { nil: undefined },
  ),
});

test('P no row vanishes: the rows of a day move what its entries move, however files repeat them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyEntry, { maxLength: 12 }),
      fc.integer({ min: 0, max: 12 }),
      async (found, cut) => {
        const entries = found.map(({ details, ...entry }) =>
          details === undefined ? entry : { ...entry, details },
        );
        const whole = compose(of24(entries));
        const part = compose({ ...of24(entries.slice(0, cut)), form: 'camt.052.001.02' });
        for (const files of [[whole], [whole, whole], [part, whole], [whole, part]]) {
          const { lines, told } = await readDay(files, '2026-11-24');
          const sum = lines.reduce(
            (all, { direction, amount, fee }) =>
              all + (direction === 'in' ? amount : -amount) - fee,
            0n,
          );
          const [{ opening, closing } = { opening: null, closing: null }] = told.balances ?? [];
          assert.equal(opening! + sum, closing);
          assert.ok(lines.length >= entries.length);
          const ids = lines.map(({ theirs, direction }) => `${direction} ${theirs}`);
          assert.equal(new Set(ids).size, lines.length);
        }
      },
    ),
    { numRuns: 60 },
  );
});
