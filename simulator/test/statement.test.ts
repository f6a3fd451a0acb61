// Proves that the statement reports what the book executed, for one account or some services, and
// differs from it where digits demand that.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProvider } from './provider.ts';

interface Row {
  [column: string]: string;
}

async function rowsOf(url: string, query = ''): Promise<Row[]> {
  const text = await (await fetch(`${url}/control/statement${query}`)).text();
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  const names = head.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, index) => [names[index]!, cell])),
  );
}

test('a row for each movement, with the fee, and what digits make of it', async (t) => {
  const provider = await startProvider(t, { answer: 'sync' });
  const send = (reference: string, phone: string, service = 'PAY') =>
    provider.sandbox('POST', '/operations', {
      reference,
      kind: 'payout',
      amount: '1500',
      currency: 'XOF',
      country: 'SN',
      service,
      phone,
    });
  const plain = [
    '770000001',
    '770008011',
    '770008012',
    '770008013',
    '770008014',
    '770008015',
    '770008016',
    '770008017',
  ];
  for (const [index, phone] of plain.entries()) await send(`R${index}`, `+221${phone}`);
  await send('F', '+221770007026');
  await send('S', '+221770000002', 'OTHER');
  const rows = await rowsOf(provider.url, '?service=PAY');
  const reported = rows.map((row) => [
    row['external_reference'],
    row['amount'],
    row['fee'],
    row['status'],
    row['direction'],
  ]);
  assert.deepEqual(reported, [
    ['R0', '1500', '15', 'SUCCESS', 'out'],
    ['R1', '1501', '15', 'SUCCESS', 'out'],
    ['R2', '1500', '30', 'SUCCESS', 'out'],
    ['R4', '1500', '15', 'SUCCESS', 'out'],
    ['R5', '1500', '15', 'SUCCESS', 'out'],
    ['R5', '1500', '15', 'SUCCESS', 'out'],
    ['R6', '1500', '0', 'FAILED', 'out'],
    ['R7', '1500', '15', 'SUCCESS', 'out'],
    ['', '1500', '15', 'SUCCESS', 'out'],
    ['F', '1500', '0', 'FAILED', 'out'],
  ]);
  assert.equal(
    new Set(rows.map((row) => row['transaction_id'])).size,
    rows.length,
    'each row has an id of its own',
  );
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const today = await rowsOf(provider.url, `?service=PAY&until=${until}`);
  assert.deepEqual(
    rows
      .map((row) => row['external_reference'])
      .filter((reference) => !today.some((row) => row['external_reference'] === reference)),
    ['R4'],
  );
  assert.equal((await rowsOf(provider.url, '?account=nobody')).length, 0);
  assert.equal((await fetch(`${provider.url}/control/statement?from=never`)).status, 400);
});
