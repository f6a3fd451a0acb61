// Reads statements in further forms that banks send: each version of camt.053, prefixed names,
// several accounts, batches that tell their count alone, reversals, pending rows and other
// currencies. No row is lost without a word.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from '../read-file.ts';
import { compose, live, readDay } from './compose-statement.ts';

const day = '2026-11-24';
const whole = {
  opening: { amount: 10_000, date: day },
  closing: { date: day },
  entries: [
    { amount: 1_000, reference: 'B1' },
    { amount: 500, direction: 'CRDT' as const, reference: 'B2' },
  ],
};
const edit = (file: Buffer, from: string | RegExp, to: string): Buffer => {
  const text = file.toString();
  assert.match(text, from instanceof RegExp ? from : new RegExp(from));
  return Buffer.from(text.replaceAll(from, to));
};
const amounts = async (file: Buffer) =>
  (await readDay([file], day)).lines.map(
    ({ direction, amount, currency }) => `${direction} ${amount / 10_000n} ${currency}`,
  );

test('every version of a statement tells the same rows', async () => {
  for (const version of ['02', '03', '04', '06', '08', '10', '11', '13']) {
    const composed = compose({ ...whole, form: `camt.053.001.0${version === '02' ? 2 : 8}` });
    const file = edit(composed, /camt\.053\.001\.\d\d/g, `camt.053.001.${version}`);
    assert.deepEqual(await amounts(file), ['out 1000 XOF', 'in 500 XOF'], version);
  }
});

test('names may have a prefix, and stand in comments and spaces', async () => {
  const prefixed = edit(compose(whole), /<(\/?)(?=[A-Z])/g, '<$1ns2:');
  const file = edit(prefixed, 'Document xmlns=', 'Document xmlns:ns2=');
  assert.deepEqual(await amounts(file), ['out 1000 XOF', 'in 500 XOF']);
});

test('a batch that tells its count alone is one row', async () => {
  const batch = '<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch></NtryDtls></Ntry>';
  const file = edit(compose(whole), '</Ntry>', batch);
  assert.deepEqual(await amounts(file), ['out 1000 XOF', 'in 500 XOF']);
});

test('details without references are rows, each with an id of its own', async () => {
  const details = [{ amount: 400 }, { amount: 600 }];
  const { lines } = await readDay(
    [compose({ ...whole, entries: [{ amount: 1_000, reference: 'B1', details }] })],
    day,
  );
  assert.deepEqual(
    lines.map(({ amount }) => amount),
    [4_000_000n, 6_000_000n],
  );
  assert.equal(new Set(lines.map(({ theirs }) => theirs)).size, 2);
});

test('a reversed entry is a row of its own, by its own sign', async () => {
  const entries = [
    { amount: 1_000, reference: 'B1' },
    { amount: 1_000, direction: 'CRDT' as const, reference: 'B1', isReversal: true },
  ];
  const file = compose({ ...whole, entries });
  assert.deepEqual(await amounts(file), ['out 1000 XOF', 'in 1000 XOF']);
});

test('what is in another currency is a row in that currency', async () => {
  const file = edit(
    compose({ ...whole, closing: { amount: 9_000, date: day } }),
    '<Amt Ccy="XOF">500</Amt><CdtDbtInd>CRDT',
    '<Amt Ccy="EUR">500</Amt><CdtDbtInd>CRDT',
  );
  assert.deepEqual(await amounts(file), ['out 1000 XOF', 'in 500 EUR']);
});

test('several statements of one account in a file all count; those of others are named', async () => {
  const second = {
    id: 'STMT-2',
    opening: { amount: 9_500, date: '2026-11-25' },
    closing: { date: '2026-11-25' },
    entries: [{ amount: 70, booked: '2026-11-25', reference: 'B3' }],
  };
  const other = { ...whole, id: 'STMT-3', account: 'SN08SN0100152000048500009999' };
  const file = compose(whole, second, other);
  assert.deepEqual(await amounts(file), ['out 1000 XOF', 'in 500 XOF']);
  const next = await readDay([file], '2026-11-25');
  assert.deepEqual(
    next.lines.map(({ amount }) => amount),
    [700_000n],
  );
  const read = readFile(live, { name: 'a.xml', bytes: file });
  assert.deepEqual('notes' in read && read.notes, ['1 more of other accounts, not read']);
});

test('pending rows are named with the file, and stop no other', async () => {
  const entries = [...whole.entries, { amount: 7, status: 'PDNG', reference: 'B9' }];
  const file = compose({ ...whole, entries });
  assert.deepEqual(await amounts(file), ['out 1000 XOF', 'in 500 XOF']);
  const read = readFile(live, { name: 'a.xml', bytes: file });
  assert.match(JSON.stringify('notes' in read ? read.notes : read), /not booked yet.*entry 3/);
});
