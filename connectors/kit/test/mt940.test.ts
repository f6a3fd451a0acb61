// Proves that MT940 is read as banks write it: each form of a line, pages, several statements, and
// that what cannot be read is named by its line and never left out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMt940Pages, wholeFile } from '../bank-statement/index.ts';
import type { BankFile, BankRefused } from '../bank-statement/index.ts';

function read(lines: readonly string[], utcOffsetMinutes = 0): BankFile | BankRefused {
  const pages = readMt940Pages(lines.join('\r\n'), utcOffsetMinutes);
  return 'fault' in pages ? pages : wholeFile(pages);
}
function whole(lines: readonly string[]): BankFile {
  const file = read(lines);
  assert.ok(!('fault' in file), `refused: ${'fault' in file ? file.fault : ''}`);
  return file;
}
/** A statement of XOF that opens with a million. */
const statement = (rows: readonly string[], closing = '1000000,', number = '12/1'): string[] => [
  ':20:STMT',
  ':25:CI0080111301134291200589',
  `:28C:${number}`,
  ':60F:C261123XOF1000000,',
  ...rows,
  `:62F:C261124XOF${closing}`,
  '-',
];
const movedBy = ({ rows }: BankFile): bigint =>
  rows.reduce(
    (sum, { line }) => sum + (line.direction === 'in' ? line.amount : -line.amount) - line.fee,
    0n,
  );
/** Direction, amount in francs, status, our reference, the bank's, day. */
const brief = ({ rows }: BankFile) =>
  rows.map(({ line, booked }) => [
    line.direction,
    Number(line.amount) / 10_000,
    line.status,
    line.ours ?? null,
    line.theirs,
    booked.day,
  ]);

const ours = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';
const bare = '3F2504E04F8911D39A0C0305E82C3301';

test('F11 each form in which banks write a line', () => {
  const forms: [string[], unknown[]][] = [
    [[':61:2611241124C1500,50NTRFABC-1//BNK1'], ['in', 1500.5, 'succeeded', 'ABC-1', 'BNK1']],
    [
      [':61:261124D000000000025,00N102NONREF'],
      ['out', 25, 'succeeded', null, '2026-11-24/out/25/1'],
    ],
    // The third letter of the currency, without a reference, and without a type.
    [[':61:2611241124DF2402,NCHG'], ['out', 2402, 'succeeded', null, '2026-11-24/out/2402/1']],
    [[':61:261124CN0,01'], ['in', 0.01, 'succeeded', null, '2026-11-24/in/0.01/1']],
    // A credit that is taken back goes out, a debit that is taken back comes in.
    [[':61:2611241124RC800,NTRFA//B'], ['out', 800, 'reversed', 'A', 'B']],
    [[':61:2611241124RDF900,NTRFA//B'], ['in', 900, 'reversed', 'A', 'B']],
    [
      [':61:2611241124D5,NTRFEREF//B', `:86:/EREF/${bare}/BENM//NAME/AWA`],
      ['out', 5, 'succeeded', ours, 'B'],
    ],
    [
      [
        ':61:2611241124D5,NTRFNONREF//B',
        `:86:166?00VIR?20EREF+${bare.slice(0, 22)}`,
        `?21${bare.slice(22)}?22SVWZ+LOYER`,
      ],
      ['out', 5, 'succeeded', ours, 'B'],
    ],
    // What the payment is for ends with `?30`, and may go on with `?60`.
    [
      [':61:2611241124C5,NTRFNONREF//B', ':86:166?00VIR?20EREF+A-7?30ECOCSNDA?31SN08?32AWA'],
      ['in', 5, 'succeeded', 'A-7', 'B'],
    ],
    [
      [':61:2611241124C5,NTRFNONREF//B', ':86:166?00VIR?29LOYER?32AWA?60EREF+A-?618SVWZ+B'],
      ['in', 5, 'succeeded', 'A-8', 'B'],
    ],
    // A text of no subfields is read whole, whatever signs it has.
    [
      [':61:2611241124C5,NTRFNONREF//B', ':86:/EREF/A-9/REMI/LOYER?20 OUI'],
      ['in', 5, 'succeeded', 'A-9', 'B'],
    ],
  ];
  for (const [lines, expected] of forms) {
    const [row] = brief(whole(statement(lines)));
    assert.deepEqual(row, [...expected, '2026-11-24'], lines[0]!);
  }
});

test('F11 a reference ends where the next subfield or mark begins', () => {
  const half = [bare.slice(0, 22), bare.slice(22)];
  for (const [information, expected] of [
    [`166~00VIR~20EREF+${half[0]}~21${half[1]}~30ECOCSNDA~32AWA`, ours],
    [`020^00VIR^20EREF+${half[0]}^21${half[1]}^30ECOC`, ours],
    [`020<00VIR<20EREF+${half[0]}<21${half[1]}<30ECOC`, ours],
    [`166 ?00VIR?20EREF+${half[0]}?21${half[1]}?30ECOCSNDA`, ours],
    [`/166?20EREF+${half[0]}?21${half[1]}?30ECOCSNDA`, ours],
    ['?20EREF+A-1?30ECOC', 'A-1'],
    [`166?00VIR?20EREF+${half[0]}?21${half[1]}?22BIC+ECOCSNDA`, ours],
    ['EREF+A-1ABIC+ECOC', 'A-1A'],
    ['EREF+A-1IBAN+SN08', 'A-1'],
    ['EREF+A-1WXYZ+ECOC', 'A-1'],
    ['EREF+A+1-BKREF+ECOC', 'A+1-B'],
    // A text of no subfields.
    ['-20 EREF+A-1', 'A-1'],
    ['+221 77 EREF+A-1+30', 'A-1+30'],
    ['12 ~ 20 EREF+A~30', 'A~30'],
  ]) {
    const [row] = whole(statement([':61:2611241124D5,NTRFNONREF//B', `:86:${information}`])).rows;
    assert.equal(row!.line.ours, expected, information);
  }
});

test('F11 a line is of the day on which it was booked, across the end of a year too', () => {
  const dates = [
    [':61:2612310102C1,NTRF', '2027-01-02'],
    [':61:2701021231C1,NTRF', '2026-12-31'],
    [':61:261124    C1,NTRF', '2026-11-24'],
    // Banks that count months of thirty days value by days that there are not.
    [':61:2602300302C1,NTRF', '2026-03-02'],
  ] as const;
  for (const [line, day] of dates) assert.equal(brief(whole(statement([line])))[0]![5], day, line);
});

test('F11 a line that is indented is one, with the field that goes on with it', () => {
  const file = whole(statement(['\t:61:2611241124C1500,NTRFA//B', '  :86:Paiement'], '1001500,'));
  assert.equal(file.opening! + movedBy(file), file.closing);
  assert.equal(file.rows[0]!.details, 'Paiement');
});

test('F11 balances, days and lines are those of the file, whatever stands around the messages', () => {
  const rows = [':61:2611241124C1500,NTRFA//B', 'more of it', ':86:Paiement', 'de Awa'];
  const file = whole([
    '{1:F01BANKCIABAXXX0000000000}{2:I940BANKSNDAXXXXN}{4:',
    ...statement(rows, '1001500,').slice(0, -1),
    ':64:C261124XOF1001500,',
    '-}',
    'BANKCIAB',
    '940',
  ]);
  assert.deepEqual(
    [file.account, file.currency, file.days],
    ['CI0080111301134291200589', 'XOF', { first: '2026-11-24', last: '2026-11-24' }],
  );
  assert.deepEqual([file.opening, file.closing], [10_000_000_000n, 10_015_000_000n]);
  assert.equal(file.opening! + movedBy(file), file.closing);
  assert.deepEqual([file.rows[0]!.number, file.rows[0]!.details], [6, 'more of it Paiementde Awa']);
  const empty = whole(statement([]));
  assert.deepEqual([empty.rows, empty.days], [[], { first: '2026-11-24', last: '2026-11-24' }]);
  const owed = whole([':20:A', ':25:1', ':60F:D261123XOF5,', ':62F:D261123XOF5,']);
  assert.deepEqual([owed.opening, owed.closing], [-50_000n, -50_000n]);
});

const page = (
  number: string,
  [opening, closing]: readonly [string, string],
  line: string,
): string[] => [':20:P', ':25:1', `:28C:${number}`, `:60${opening}`, line, `:62${closing}`, '-'];
const first = page('7/1', ['F:C261123XOF0,', 'M:C261124XOF10,'], ':61:261124C10,NTRFA//SAME');
const second = page('7/2', ['M:C261124XOF10,', 'F:C261124XOF15,'], ':61:261124C5,NTRFA//SAME');
const nextDay = page('8/1', ['F:C261124XOF15,', 'F:C261125XOF14,'], ':61:261125D1,NTRFB//SAME');

test('F11 pages are one statement, and statements of a file are all read', () => {
  const file = whole([...first, ...second, ...nextDay]);
  assert.deepEqual([file.opening, file.closing, movedBy(file)], [0n, 140_000n, 140_000n]);
  assert.deepEqual(file.days, { first: '2026-11-24', last: '2026-11-25' });
  assert.deepEqual(
    file.rows.map(({ line, number }) => [line.theirs, number]),
    [
      ['SAME', 5],
      ['SAME/2', 12],
      ['SAME', 19],
    ],
    'no two rows have one id in one direction',
  );
  const back = whole([...nextDay, ...first, ...second]);
  assert.deepEqual([back.opening, back.closing], [0n, 140_000n], 'whichever stands first');
});

test('F11 what cannot be read as a whole is refused with its line', () => {
  const other = nextDay.map((line) => line.replace(':25:1', ':25:2'));
  const cases: [string, string[], BankRefused][] = [
    [
      'an amount of letters',
      statement([':61:261124Cdix,NTRF']),
      { fault: 'line', place: { line: 5 } },
    ],
    ['no sign', statement(['', ':61:26112410,NTRF']), { fault: 'line', place: { line: 6 } }],
    [
      'a point in an amount',
      statement([':61:261124C6.000,00NTRFA//B']),
      { fault: 'line', place: { line: 5 } },
    ],
    [
      'a point for the decimals',
      statement([':61:261124C6000.00NTRFA//B']),
      { fault: 'line', place: { line: 5 } },
    ],
    ['no such day', statement([':61:261131C10,NTRF']), { fault: 'date', place: { line: 5 } }],
    [
      'cut off',
      statement([':61:261124C1,NTRF']).slice(0, -2),
      { fault: 'closing', place: { line: 5 } },
    ],
    ['a balance of letters', statement([], 'mille'), { fault: 'closing', place: { line: 5 } }],
    [
      'no opening',
      statement([]).filter((line) => !line.startsWith(':60')),
      { fault: 'opening', place: { line: 1 } },
    ],
    [
      'no account',
      statement([]).filter((line) => !line.startsWith(':25')),
      { fault: 'account', place: { line: 1 } },
    ],
    [
      'two currencies',
      [':20:A', ':25:1', ':60F:C261123XOF1,', ':62F:C261123EUR1,'],
      { fault: 'currency', place: { line: 4 } },
    ],
    ['two accounts', [...first, ...second, ...other], { fault: 'account', place: { line: 15 } }],
    ['without its last page', first, { fault: 'unfinished', place: { line: 1 } }],
    [
      'without the last page of its second statement',
      [...nextDay, ...first],
      { fault: 'unfinished', place: { line: 8 } },
    ],
    [
      'another statement in place of the last page',
      [...first, ...nextDay],
      { fault: 'unfinished', place: { line: 1 } },
    ],
    ['without its first page', second, { fault: 'pages', place: { line: 1 } }],
    [
      'a page that does not go on',
      [...first, ...second.map((line) => line.replace('60M:C261124XOF10,', '60M:C261124XOF9,'))],
      { fault: 'pages', place: { line: 8 } },
    ],
    [
      'a page left out',
      [...first, ...second.map((line) => line.replace('7/2', '7/3'))],
      { fault: 'pages', place: { line: 8 } },
    ],
    ['twice', [...nextDay, ...nextDay], { fault: 'twice', place: { line: 8 } }],
    [
      'years',
      [...nextDay, ...nextDay.map((line) => line.replaceAll('C2611', 'C2411'))],
      { fault: 'days', place: {} },
    ],
    ['nothing', ['no statement'], { fault: 'account', place: {} }],
  ];
  for (const [what, lines, expected] of cases) assert.deepEqual(read(lines), expected, what);
});

test('F11 a statement line under another tag, or without its colons, is named by its line', () => {
  const good = [':61:2611241124C5,NTRFA', ':86:first'];
  const behind = '2611241124C7,NTRFB';
  const tags = [':61A:', '61:', ':61 :', '61: ', ': 61:', '61 ', ';61:', '::61:', ':61;', '61'];
  const hidden = [`${' '.repeat(9)}:61:`, `${' '.repeat(99)}61:`, '\u200b:61:', '\uff1a61\uff1a'];
  const odds = [...tags, ...hidden].map((tag) => tag + behind);
  for (const odd of [...odds, '61:26112410,NTRFB', '61 261124    RC7,NTRFB', '61 261124DF7NTRF'])
    // Whether or not the balances would say that a line is missing.
    for (const closing of ['1000012,', '1000005,'])
      assert.deepEqual(
        read(statement([...good, odd], closing)),
        { fault: 'line', place: { line: 7 } },
        odd,
      );
  const words = [
    '61: rue des Jardins',
    '61 rue 261124',
    '61 000 000',
    '61 12345 CDE',
    '61 450000CFA',
    '61 261124 D 7',
    '- 61 261124',
    // A reference that goes on over the end of a line.
    '61261124C9ab1',
    '/61261124D0',
    'F 61 2611241124C7,NTRF',
  ];
  for (const word of words)
    assert.equal(whole(statement([...good, word], '1000005,')).rows.length, 1, word);
});

test('F11 a message has one account, one opening and one closing', () => {
  const [one, other] = ['SN08', 'SN09'].map((account) => [
    ':20:STMT',
    `:25:${account}`,
    ':60F:C261123XOF0,',
    `:61:261124C5,NTRF${account}`,
    ':62F:C261124XOF5,',
  ]) as [string[], string[]];
  // Without its colon, the second message is none.
  const joined = [...one, '20:STMT', ...other.slice(1)];
  assert.deepEqual(read(joined), { fault: 'account', place: { line: 7 } });
  const without = (tag: string) => joined.filter((line, at) => at < 5 || !line.startsWith(tag));
  assert.deepEqual(read(without(':25')), { fault: 'opening', place: { line: 7 } });
  const paged = without(':25').map((line, at) => (at === 6 ? line.replace('60F', '60M') : line));
  assert.deepEqual(read(paged), { fault: 'opening', place: { line: 7 } });
  const closings = [...one, ...other.slice(-1)];
  assert.deepEqual(read(closings), { fault: 'closing', place: { line: 6 } });
});

test('F11 a line of any length has an answer', () => {
  const long = ' '.repeat(200_000);
  const refused = { fault: 'line', place: { line: 5 } };
  assert.deepEqual(read(statement([`:61:${long}`])), refused);
  assert.deepEqual(read(statement([`:61:261124C1,NTRF${long}//B`])), refused);
  const information = `:86:${'/EREF/'.repeat(30_000)}${'EREF+'.repeat(30_000)}`;
  assert.equal(whole(statement([':61:261124C1,NTRF//B', information])).rows.length, 1);
  assert.deepEqual(read(Array.from({ length: 20_000 }, () => ':20:')), {
    fault: 'account',
    place: { line: 1 },
  });
});
