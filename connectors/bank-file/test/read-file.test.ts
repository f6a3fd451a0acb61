// Proves how a bank's files are read: statements, returns, foreign accounts, and bytes that must be
// refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from '../read-file.ts';
import { statementOfDay } from '../statement/day.ts';
import { live, read } from './reading.ts';
import { otherRef, ourRef, statement, statusReport } from './samples.ts';

function refusal(bytes: Buffer | string): string {
  const reading = readFile(live, { name: 'a.xml', bytes: Buffer.from(bytes) });
  return reading.kind === 'refused' ? reading.reason : 'read';
}

test('a statement tells debits, returns, and a line for each', () => {
  const { events, lines } = read(
    statement([
      { ours: ourRef, direction: 'DBIT' },
      { ours: otherRef, direction: 'CRDT', reason: 'AC04' },
      { direction: 'DBIT', amount: '500' },
    ]),
  );
  assert.deepEqual(
    events.map(({ match, outcome: found, claims }) => [match.ours, found?.kind, claims?.amount]),
    [
      [ourRef, 'succeeded', 13_500_000n],
      [otherRef, 'reversed', 13_500_000n],
    ],
  );
  const back = events[1]?.outcome;
  assert.equal(back?.kind === 'reversed' && back.reason?.catalogueId, 75);
  assert.deepEqual(
    lines.map(({ theirs, direction, amount, status }) => [theirs, direction, amount, status]),
    [
      ['BANK1', 'out', 13_500_000n, 'succeeded'],
      ['BANK2', 'in', 13_500_000n, 'reversed'],
      ['BANK3', 'out', 5_000_000n, 'succeeded'],
    ],
  );
});

test('what is not booked yet has not moved', () => {
  const { events, lines } = read(statement([{ ours: ourRef, direction: 'DBIT', status: 'PDNG' }]));
  assert.deepEqual([events, lines], [[], []]);
});

test('a statement of another account is refused', () => {
  assert.match(refusal(statement([], 'CI93CI0080111301134291200589')), /another account/);
});

test('prefixed namespaces are read as well', () => {
  const prefixed = statusReport([{ ours: ourRef, status: 'ACSC' }])
    .toString()
    .replace('xmlns=', 'xmlns:p=')
    .replace(/<(\/?)([A-Z])/g, '<$1p:$2');
  assert.equal(read(Buffer.from(prefixed)).events.length, 1);
});

test('bytes that are no message are refused, whatever they are', () => {
  const good = statusReport([{ ours: ourRef, status: 'ACSC' }]).toString();
  for (const bytes of [
    '',
    'hello',
    '{}',
    good.slice(0, -20),
    good.replace('pain.002', 'pain.008'),
    '<a/>',
    Buffer.from([0xff, 0xfe, 0x3c]),
    `<!DOCTYPE x [<!ENTITY a "b">]>${good.replace(/<\?xml.*?\?>/, '')}`,
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03">${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}</Document>`,
  ])
    assert.notEqual(refusal(Buffer.from(bytes)), 'read', String(bytes).slice(0, 60));
});

test('the five entities of XML are read, and one that nobody has declared makes it none', () => {
  const withText = (text: string): Buffer =>
    Buffer.from(
      statusReport([{ ours: ourRef, status: 'RJCT', reason: 'NARR' }])
        .toString()
        .replace('</StsRsnInf>', `<AddtlInf>${text}</AddtlInf></StsRsnInf>`),
    );
  assert.equal(readFile(live, { name: 'a.xml', bytes: withText('&boom;') }).kind, 'refused');
  const { events } = read(withText('A &amp; B &#233;'));
  const found = events[0]?.outcome;
  assert.equal(found?.kind === 'failed' && found.error.message, 'A & B é');
});

test('a day’s statement is what its files say, each line once; without one it is none', () => {
  const file = statement([
    { ours: ourRef, direction: 'DBIT' },
    { direction: 'DBIT', amount: '500' },
  ]);
  const dated = Buffer.from(
    file
      .toString()
      .replace('<Acct>', '<FrToDt><ToDtTm>2026-11-22T23:59:59Z</ToDtTm></FrToDt><Acct>'),
  );
  const config = { ...live, workingDays: '1,2,3,4,5,6,7' };
  const of = (files: Buffer[], day: string) => {
    const received = files.map((bytes, index) => ({ name: `${index}.xml`, bytes }));
    const read = statementOfDay(config, received, day);
    return read.kind === 'none' ? read.reason : read.lines.map(({ theirs }) => theirs);
  };
  assert.deepEqual(of([dated, dated], '2026-11-22'), ['BANK1', 'BANK2']);
  for (const day of ['2026-11-21', '2026-11-23'])
    assert.equal(of([dated], day), `the bank has put no statement of ${day} yet`);
  assert.match(String(of([], '2026-11-22')), /no statement/);
});
