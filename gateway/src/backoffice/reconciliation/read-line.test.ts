// Proves that amounts, times and words of statements are read as humans and programs write them,
// and never guessed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreedFee, type Mapping } from './mapping.ts';
import { lineReader, readMoney, saidBy, type StatementLine } from './read-line.ts';
import { timeReader } from './read-time.ts';
import { testMapping } from './testing/files.ts';

const noNumbers: ReadonlySet<number> = new Set();
const timeIn = (mapping: Partial<Mapping>) => {
  const read = timeReader({ ...testMapping, ...mapping });
  return (text: string): string | null => {
    const found = read(text);
    return found.ok ? found.at.toISOString() : null;
  };
};

const form = (decimal: '.' | ',') => ({ decimal, currency: 'XOF', isNumber: false });

test('amounts with the decimal sign and the groups of the statement', () => {
  const points: [string, bigint | null][] = [
    ['1500', 15_000_000n],
    ['1,500.25', 15_002_500n],
    ['(1 500)', -15_000_000n],
    ['1500-', -15_000_000n],
    ['XOF 1 500', 15_000_000n],
    ['1,5', null],
    ['1.500,25', null],
    ['abc', null],
    ['', null],
    ['1e5', null],
    ...[
      '12-34',
      '2026-11-20',
      '100abc',
      '(1500',
      '1500)',
      '-(1500)',
      '--5',
      '15 EUR',
      'EUR 15',
      'XOF 15 XOF',
      '1500 2000',
      '1,50,000',
      'XOF',
    ].map((text): [string, null] => [text, null]),
    ['1500 F', 15_000_000n],
    ['-XOF 15', -150_000n],
    ['XOF -15', -150_000n],
    ['+15', 150_000n],
    ["1'500.5", 15_005_000n],
  ];
  for (const [text, expected] of points) assert.equal(readMoney(text, form('.')), expected, text);
  const commas: [string, bigint | null][] = [
    ['1.500,25', 15_002_500n],
    ['1 500,5 F CFA', 15_005_000n],
    ['−2 000', -20_000_000n],
    ['1\u202f500', 15_000_000n],
    ['1,500.25', null],
  ];
  for (const [text, expected] of commas) assert.equal(readMoney(text, form(',')), expected, text);
  assert.equal(
    readMoney('1500.25', { ...form(','), isNumber: true }),
    15_002_500n,
    'a number of a spreadsheet has a point, whatever the texts have',
  );
});

test('everyday forms of amounts: signs, words of accounts, names of the franc, spaces of every kind', () => {
  const minus = ['–1 500', '—1500', '‑1500', '- 1500', '1500 -', '(1 500)', '1 500 DR', '1500D'];
  for (const text of [...minus, '(1\u202f500 F CFA)', 'XOF 1\u00a0500-', '-1\u2009500 F.CFA'])
    assert.equal(readMoney(text, form(',')), -15_000_000n, text);
  const plus = ['1 500 CR', '1500 C', '+1 500', '1500,-', '1 500 Fcfa', '1500 CFA', '1500 francs'];
  for (const text of [...plus, '1’500', '1\u202f500,00 F', 'F CFA 1 500', '1 500 FRS'])
    assert.equal(readMoney(text, form(',')), 15_000_000n, text);
  for (const text of ['1 500 FCFA DR', 'XOF DR 1500', '1500 Dr.'])
    assert.equal(readMoney(text, form(',')), -15_000_000n, text);
  for (const text of ['1 500 Cr.', '1 500 Frs CFA', '1500 Fr. CFA', '1500 FRS. CFA'])
    assert.equal(readMoney(text, form(',')), 15_000_000n, text);
  for (const text of [
    '-1500 DR',
    '1500 CR-',
    '1500 FCFA DR CR',
    '1500 FCFA XOF',
    '(1500) DR',
    '1500 DR CR',
    '1500 €',
    '1 500 XAF',
  ])
    assert.equal(readMoney(text, form(',')), null, text);
  assert.equal(readMoney('12 €', { ...form(','), currency: 'EUR' }), 120_000n);
});

test('a cell that says nothing is an empty one: `-`, `--`, `N/A`', () => {
  const headings = ['transaction_id', 'external_reference', 'Débit', 'Crédit', 'currency'];
  const columns = { ...testMapping.columns, amount: 'Crédit', amountOut: 'Débit' };
  const mapping: Mapping = {
    ...testMapping,
    direction: 'columns',
    columns: { ...columns, fee: null, time: null, status: null, direction: null },
  };
  const reader = lineReader(mapping, headings);
  assert.ok(reader.ok);
  const read = (debit: string, credit: string) => {
    const cells = ['-', 'N/A', debit, credit, 'XOF'];
    const line = reader.read({ line: 2, cells, numbers: noNumbers });
    return line && [line.direction, line.amount, line.problem, line.providerReference];
  };
  const accounting = ['-   €', ' -  F CFA ', 'XOF -', '€ –', '- -', 'N/D', 'n.d.', 'S/O'];
  for (const nothing of ['-', '–', '—', '--', '- ', '', 'N/A', 'néant', '.', ...accounting]) {
    assert.deepEqual(read('1500', nothing), ['out', 15_000_000n, null, null], nothing);
    assert.deepEqual(read(nothing, '1500'), ['in', 15_000_000n, null, null], nothing);
    assert.equal(read(nothing, nothing), null, 'a line without anything');
  }
  const both = reader.read({ line: 2, cells: ['T1', '', '-', '-', 'XOF'], numbers: noNumbers });
  assert.equal(both?.problem, 'amount: ');
});

test('a cell that a spreadsheet could not calculate is a problem of its line, in whatever column', () => {
  const headings = Object.values(testMapping.columns).filter((name) => name !== null);
  const reader = lineReader(testMapping, headings);
  assert.ok(reader.ok);
  const whole = ['r', 'T1', '1500', '15', 'XOF', '2026-11-20', 'SUCCESS', 'in'];
  const problemOf = (cells: string[]) =>
    reader.read({ line: 9, cells, numbers: noNumbers })?.problem;
  assert.equal(problemOf(whole), null);
  const errors = ['#N/A', '#REF!', '#VALUE!', '#VALEUR!', '#DIV/0!', '#NOM?', '#NAME?', '####'];
  for (const error of errors)
    for (const [place, heading] of headings.entries()) {
      const column = Object.entries(testMapping.columns).find(([, name]) => name === heading)![0];
      const cells = whole.with(place, error);
      assert.equal(problemOf(cells), `${column}: ${error}`);
      assert.equal(reader.read({ line: 9, cells, numbers: noNumbers })?.number, 9);
    }
  assert.equal(problemOf(['#N/A', '', '', '', '', '', '', '']), 'ourReference: #N/A');
});

test('F11 bare numbers of a workbook are days in a column of days, and nowhere else', () => {
  const read = timeReader({ ...testMapping, timeZone: 'Africa/Douala' });
  const at = (text: string, firstDay: number | null) => {
    const found = read(text, firstDay);
    return found.ok ? found.at.toISOString() : null;
  };
  assert.equal(at('46354.159', 25_569), '2026-11-28T02:48:58.000Z');
  assert.equal(at('46354', 25_569), '2026-11-27T23:00:00.000Z');
  // A workbook that counts from 1904.
  assert.equal(at('44892', 24_107), '2026-11-27T23:00:00.000Z');
  for (const text of ['99999', '12', '463541', '-46354', '46354,1'])
    assert.equal(at(text, 25_569), null, text);
  assert.equal(at('46354.159', null), null, 'a text is no number');
  const headings = ['external_reference', 'amount', 'completed_at'];
  const columns = { ...testMapping.columns, providerReference: null, fee: null, status: null };
  const mapping: Mapping = {
    ...testMapping,
    columns: { ...columns, currency: null, direction: null },
    direction: 'in',
    currency: 'XOF',
  };
  const reader = lineReader(mapping, headings, 'xlsx');
  assert.ok(reader.ok);
  const cells = ['46354', '46354', '46354.5'];
  const line = reader.read({ line: 2, cells, numbers: new Set([0, 1, 2]), firstDay: 25_569 });
  assert.deepEqual(
    [line?.ourReference, line?.amount, line?.at?.toISOString(), line?.problem],
    ['46354', 463_540_000n, '2026-11-28T12:00:00.000Z', null],
  );
  const asText = reader.read({ line: 2, cells, numbers: new Set([1]), firstDay: 25_569 });
  assert.equal(asText?.problem, 'time: 46354.5');
});

test('times in the zone of the provider, in the order of its dates', () => {
  const dakar = timeIn({ timeZone: 'Africa/Dakar' });
  assert.equal(dakar('2026-11-20 10:15:30'), '2026-11-20T10:15:30.000Z');
  assert.equal(dakar('20/11/2026 10:15'), '2026-11-20T10:15:00.000Z');
  assert.equal(dakar('20261120101530'), '2026-11-20T10:15:30.000Z');
  assert.equal(dakar('2026-11-20T10:15:30.250+01:00'), '2026-11-20T09:15:30.250Z');
  for (const text of [
    '27 11 2026',
    '27-NOV-2026',
    '27NOV26',
    '27 nov. 2026',
    '27 novembre 2026',
    'ven. 27/11/2026',
    'vendredi 27 novembre 2026',
    'Fri, 27 Nov 2026',
    'Nov 27, 2026',
    'November 27th, 2026',
    '2026.11.27',
    '20261127',
    '27\u00a0nov\u00a02026',
  ])
    assert.equal(dakar(text), '2026-11-27T00:00:00.000Z', text);
  assert.equal(dakar('27 janvier 2026'), '2026-01-27T00:00:00.000Z');
  assert.equal(dakar('Dec 27, 2026'), '2026-12-27T00:00:00.000Z');
  assert.equal(dakar('1er août 2026'), '2026-08-01T00:00:00.000Z');
  assert.equal(dakar('27 juil 2026 à 10h15'), '2026-07-27T10:15:00.000Z');
  assert.equal(dakar('27/11/2026 à 10h15'), '2026-11-27T10:15:00.000Z');
  for (const text of ['27/11/2026 10 h 15', '27/11/2026 à 10 h 15', '27 nov. 2026 10h15'])
    assert.equal(dakar(text), '2026-11-27T10:15:00.000Z', text);
  assert.equal(dakar('27/11/2026 10 h'), '2026-11-27T10:00:00.000Z');
  for (const text of ['27/11/2026 10:', '27/11/2026 10 h 7', '27/11/2026 h 15', '27/11/2026 10'])
    assert.equal(dakar(text), null, text);
  assert.equal(dakar('20261127 10:15:30'), '2026-11-27T10:15:30.000Z');
  assert.equal(dakar('2026-11-27 10:15 GMT+1'), '2026-11-27T09:15:00.000Z');
  const french = timeIn({ dayOrder: 'dmy' });
  for (const text of ['20-11-26', '20.11.26', '20/11/26 00:00'])
    assert.equal(french(text), '2026-11-20T00:00:00.000Z', text);
  // Each of the three may be the year, and nobody has said which.
  for (const text of ['26/04/03', '26-04-03 10:00', '26.4.3', '20-11-26'])
    assert.equal(dakar(text), null, text);
  for (const [text, day] of [
    ['27112026', '2026-11-27'],
    ['20112026', '2026-11-20'],
    ['01112026', '2026-11-01'],
    ['20261127', '2026-11-27'],
  ] as const)
    assert.equal(french(text), `${day}T00:00:00.000Z`, text);
  for (const text of ['27112026', '27 jui 2026', '27 xyz 2026', 'nov 2026', '31 nov 2026'])
    assert.equal(dakar(text), null, text);
  assert.equal(dakar('11/20/2026'), null, 'there is no month 20');
  assert.equal(dakar('2026-02-30'), null);
  assert.equal(dakar('2026-11-20 25:00'), null);
  assert.equal(dakar('yesterday'), null);
  assert.equal(dakar('2026-11-20 10:00:77'), null);
  assert.equal(dakar('2026-11-20 13:00 pm'), null);
  assert.equal(dakar('2026-11-20 10:00:00+00'), '2026-11-20T10:00:00.000Z');
  assert.equal(dakar('2026-11-20 10:00:00-03'), '2026-11-20T13:00:00.000Z');
  const american = timeIn({ timeZone: 'Africa/Douala', dayOrder: 'mdy' });
  assert.equal(american('11/20/2026 01:15 PM'), '2026-11-20T12:15:00.000Z');
  assert.equal(american('11/20/2026 01:15 p.m.'), '2026-11-20T12:15:00.000Z');
  assert.equal(american('11/20/2026 12:05 am'), '2026-11-19T23:05:00.000Z');
  const paris = timeIn({ timeZone: 'Europe/Paris' });
  assert.deepEqual(
    [paris('2026-07-01 12:00'), paris('2026-12-01 12:00')],
    ['2026-07-01T10:00:00.000Z', '2026-12-01T11:00:00.000Z'],
  );
});

test('times at their bounds', () => {
  const dakar = timeIn({ timeZone: 'Africa/Dakar' });
  const year = (text: string): string | undefined => dakar(text)?.slice(0, 4);
  assert.deepEqual(['1999-12-31', '2000-01-01', '2100-12-31', '2101-01-01'].map(year), [
    undefined,
    '2000',
    '2100',
    undefined,
  ]);
  for (const text of ['2026-11-20 24:00', '2026-11-20 10:60', '2026-11-20 10:00:60'])
    assert.equal(dakar(text), null, text);
  assert.equal(dakar('2026-11-20 23:59:59.9995'), '2026-11-20T23:59:59.999Z');
  const long = (characters: number) => year('2026-11-20'.padEnd(characters));
  assert.deepEqual([long(60), long(61)], ['2026', undefined]);
  for (const [zone, hour] of [
    ['Z', '10:15'],
    ['UTC', '10:15'],
    ['+05:30', '04:45'],
    ['-0330', '13:45'],
  ])
    assert.equal(dakar(`2026-11-20 10:15 ${zone}`), `2026-11-20T${hour}:00.000Z`, zone);
});

test('times of the hours in which clocks change', () => {
  const paris = timeIn({ timeZone: 'Europe/Paris' });
  assert.deepEqual(
    ['2026-03-29 01:59', '2026-03-29 03:05', '2026-10-25 01:30', '2026-10-25 02:30'].map(paris),
    [
      '2026-03-29T00:59:00.000Z',
      '2026-03-29T01:05:00.000Z',
      '2026-10-24T23:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ],
  );
});

test('fees as agreed: percent and fixed part, rounded to what the currency knows', () => {
  const mapping = { ...testMapping, fees: { in: { percent: '1.5', fixed: '10' }, out: null } };
  assert.equal(
    agreedFee(mapping, 'in', 15_010_000n, 'XOF'),
    330_000n,
    '22.515 and 10 are 33 whole units',
  );
  assert.equal(agreedFee(mapping, 'in', 15_010_000n, 'EUR'), 325_200n);
  assert.equal(agreedFee(mapping, 'out', 15_010_000n, 'XOF'), null);
});

test('a row that cannot be read keeps what is wrong with it; a foot of the page is no row', () => {
  const headings = [
    'transaction_id',
    'external_reference',
    'direction',
    'amount',
    'fee',
    'currency',
    'status',
    'completed_at',
  ];
  const reader = lineReader(testMapping, headings);
  assert.ok(reader.ok);
  const read = (...cells: string[]) => reader.read({ line: 7, cells, numbers: noNumbers });
  assert.equal(read('', '', '', '', '', '', '', 'Page 1'), null);
  const line = read('T1', '7091659672946', 'out', '5000', '', 'XOF', 'SUCCESS', '2026-11-20');
  assert.deepEqual(line?.said, { operationId: '7091659672946', attempt: null });
  assert.deepEqual([line?.problem, line?.fee, line?.feeAgreed], [null, 0n, 500_000n]);
  assert.equal(
    read('T1', 'r', 'sideways', '5000', '0', 'XOF', 'SUCCESS', '2026-11-20')?.problem,
    'direction: sideways',
  );
  assert.equal(
    read('T1', 'r', 'in', '5000', '0', 'XOF', 'DONE?', '2026-11-20')?.problem,
    'status: DONE?',
  );
  assert.equal(
    read('T1', 'r', 'in', '5000', 'x', 'XOF', 'SUCCESS', '2026-11-20')?.problem,
    'fee: x',
  );
  assert.equal(
    read('T1', 'a\0b\ud800', 'in', '5000', '0', 'XOF', 'SUCCESS', '2026-11-20')?.ourReference,
    'ab\ufffd',
  );
  const split = read(
    'T1',
    `${'r'.repeat(199)}😀`,
    'in',
    '5000',
    '0',
    'XOF',
    `${'s'.repeat(59)}😀`,
    '2026-11-20',
  );
  assert.deepEqual(
    [split?.ourReference, split?.problem],
    [`${'r'.repeat(199)}\ufffd`, `status: ${'s'.repeat(59)}\ufffd`],
  );
  assert.deepEqual(lineReader(testMapping, headings.slice(1)), {
    ok: false,
    missing: 'transaction_id',
  });
});

test('a sign that says the opposite of the line’s direction is a problem; a fee that was given back is none', () => {
  const headings = [
    'transaction_id',
    'external_reference',
    'direction',
    'amount',
    'fee',
    'currency',
    'status',
    'completed_at',
    'out',
  ];
  const read = (
    mapping: Partial<Mapping>,
    amount: string,
    fee: string,
    out = '',
    direction = 'in',
  ) => {
    const reader = lineReader({ ...testMapping, ...mapping }, headings);
    assert.ok(reader.ok);
    const cells = ['T1', 'r', direction, amount, fee, 'XOF', 'SUCCESS', '2026-11-20', out];
    const line = reader.read({ line: 2, cells, numbers: noNumbers })!;
    return line.problem ?? [line.direction, line.amount, line.fee];
  };
  assert.equal(read({}, '-1500', '15'), 'amount: -1500');
  assert.deepEqual(read({}, '-1500', '15', '', 'out'), ['out', 15_000_000n, 150_000n]);
  assert.equal(read({ direction: 'in' }, '-1500', '15'), 'amount: -1500');
  const columns: Partial<Mapping> = {
    direction: 'columns',
    columns: { ...testMapping.columns, amountOut: 'out' },
  };
  assert.equal(read(columns, '-1500', '15'), 'amount: -1500');
  assert.deepEqual(read(columns, '', '15', '-1500'), ['out', 15_000_000n, 150_000n]);
  assert.equal(read({}, '1500', '-15'), 'fee: -15');
  assert.deepEqual(read({ direction: 'sign' }, '-1500', '-15'), ['out', 15_000_000n, 150_000n]);
  // Nothing has no sign.
  assert.deepEqual(read({}, '0', '0'), ['in', 0n, 0n]);
  assert.deepEqual(read({ direction: 'sign' }, '0', '0'), ['in', 0n, 0n]);
  assert.deepEqual(read({ direction: 'reversed-sign' }, '0', '0'), ['out', 0n, 0n]);
});

test('a reference that lost its last digits is a problem of its line; a number of a workbook is whole however it is shown', () => {
  const headings = Object.values(testMapping.columns).filter((name) => name !== null);
  const reader = lineReader(testMapping, headings);
  assert.ok(reader.ok);
  const problemOf = (ours: string, theirs: string) => {
    const cells = [ours, theirs, '1500', '15', 'XOF', '2026-11-20', 'SUCCESS', 'in'];
    return reader.read({ line: 9, cells, numbers: noNumbers })?.problem;
  };
  for (const cut of ['2.21771E+11', '2,21771E+11', '1.2345678901234501E+17', '1e+20']) {
    assert.equal(problemOf(cut, 'T1'), `ourReference: ${cut}`);
    assert.equal(problemOf('r', cut), `providerReference: ${cut}`);
  }
  for (const whole of ['221771234567', '48213e7', '1E5', '12E+11A', 'E+11'])
    assert.equal(problemOf(whole, whole), null, whole);
});

test('what was fetched, and what a bank’s message says, has a point in every language', () => {
  const amountIn = (mapping: Partial<Mapping>): bigint | null => {
    const reader = lineReader({ ...testMapping, decimal: ',', ...mapping }, ['amount']);
    return reader.ok
      ? reader.money({ line: 2, cells: ['1.500'], numbers: noNumbers }, 'amount')
      : 0n;
  };
  const columns = {
    ourReference: null,
    providerReference: null,
    amount: 'amount',
    amountOut: null,
    fee: null,
    currency: null,
    time: null,
    status: null,
    direction: null,
  };
  const mapping = { columns, currency: 'EUR' };
  assert.equal(amountIn({ ...mapping, isFetched: true }), 15_000n);
  assert.equal(amountIn({ ...mapping, account: 'SN012' }), 15_000n);
  assert.equal(amountIn(mapping), 15_000_000n);
});

test('a number of a transaction is below the largest whole number of JavaScript', () => {
  assert.deepEqual(saidBy('T9007199254740991'), { operationId: '9007199254740991', attempt: null });
  assert.equal(saidBy('T9007199254740992'), null);
});

test('F11 a row that fills any cell of money or reference is a line, or cannot be read; none vanishes', () => {
  const headings = ['external_reference', 'transaction_id', 'amount', 'fee', 'currency', 'status'];
  const columns = { ...testMapping.columns, time: null, direction: null };
  const reader = lineReader({ ...testMapping, columns, direction: 'in' }, headings);
  assert.ok(reader.ok);
  const cells = ['ref', 'T1', '100', '5', 'XOF', 'SUCCESS'];
  for (let set = 0; set < 16; set += 1) {
    const kept = cells.map((cell, at) => (at < 4 && (set & (1 << at)) === 0 ? '' : cell));
    const line: StatementLine | null = reader.read({ line: 2, cells: kept, numbers: noNumbers });
    assert.equal(line === null, set === 0, kept.join());
    if (line !== null) assert.equal(line.problem === null, kept[2] !== '', kept.join());
  }
});

test('F11 a row with a time and a status is a line, whatever stands for its money and references', () => {
  const headings = Object.values(testMapping.columns).filter((name) => name !== null);
  const reader = lineReader(testMapping, headings);
  assert.ok(reader.ok);
  for (const nothing of ['N/D', 'n.d.', 'S/O', 'N/A', '-', '']) {
    const read = (time: string, status: string): StatementLine | null => {
      const money = [nothing, nothing, nothing, ''];
      const cells = [...money, 'XOF', time, status, 'in'];
      return reader.read({ line: 4, cells, numbers: noNumbers });
    };
    const paid = read('2026-11-20', 'SUCCESS');
    assert.deepEqual([paid?.number, paid?.problem, paid?.amount], [4, 'amount: ', null], nothing);
    assert.equal(read('31/11', 'SUCCESS')?.problem, 'amount: ');
    assert.equal(read('2026-11-20', 'DONE?')?.problem, 'amount: ');
    // A page's head or foot.
    for (const said of [nothing, '', '-']) {
      assert.equal(read('Page 1', said), null);
      assert.equal(read(said, 'SUCCESS'), null);
    }
  }
});

test('F11 groups and decimals that cannot be told apart are no amount', () => {
  for (const text of ['1.500', '15.000', '-150.000', '(1.500)', '1.500 FCFA']) {
    assert.equal(readMoney(text, form('.')), null, text);
    assert.equal(readMoney(text.replace('.', ','), form(',')), null, text);
    assert.notEqual(readMoney(text, form(',')), null, text);
  }
  assert.equal(readMoney('0.125', form('.')), 1_250n);
  assert.equal(readMoney('0.00001', form('.')), null, 'more than is kept');
  assert.equal(readMoney('1500.125', form('.')), 15_001_250n);
  assert.equal(readMoney('1.125', { ...form(','), isNumber: true }), 11_250n);
  // A number of a workbook with the currency that its sheet shows.
  assert.equal(readMoney('1500.5 FCFA', { ...form(','), isNumber: true }), 15_005_000n);
  assert.equal(readMoney('1500.5 €', { ...form(','), isNumber: true }), null);
});

test('a column that the file does not have says nothing', () => {
  const columns = { ...testMapping.columns, currency: null, time: null, status: null };
  const mapping = { ...testMapping, columns, currency: 'XOF' };
  const headings = ['transaction_id', 'EUR', 'external_reference', 'direction', 'amount', 'fee'];
  const reader = lineReader(mapping, headings);
  assert.ok(reader.ok);
  const line = reader.read({
    line: 2,
    cells: ['T1', 'EUR', 'r', 'in', '5', '0'],
    numbers: noNumbers,
  });
  assert.deepEqual([line?.currency, line?.problem], ['XOF', null]);
});

test('F11 a cell beyond the headings of a CSV is a problem of its line: a separator divided an amount', () => {
  const headings = ['external_reference', 'transaction_id', 'currency', 'status', 'amount'];
  const columns = { ...testMapping.columns, time: null, direction: null, fee: null };
  const mapping: Mapping = { ...testMapping, columns, direction: 'in' };
  const problemOf = (form: 'csv' | 'xlsx', ...beyond: string[]) => {
    const reader = lineReader(mapping, headings, form);
    assert.ok(reader.ok);
    const cells = ['ref', 'T1', 'XOF', 'SUCCESS', '1500', ...beyond];
    return reader.read({ line: 2, cells, numbers: noNumbers })?.problem;
  };
  assert.equal(problemOf('csv', '50'), 'more cells than headings: 50');
  assert.equal(problemOf('csv', '', ''), null);
  assert.equal(problemOf('xlsx', 'a remark'), null);
});
