// Files of revenue: people read names of services, programs their codes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { revenueFile } from './revenue-file.ts';

const amounts = { charged: 1_250_000n, returned: 0n, providerFees: 0n, margin: 1_250_000n };
const report = {
  by: 'service' as const,
  sums: [
    { name: 'OPA_SN_API_CASH_IN', currency: 'XOF', ...amounts },
    { name: 'SMS', currency: 'XOF', ...amounts },
  ],
  titleOf: (code: string) => (code === 'OPA_SN_API_CASH_IN' ? 'CashIn Opa' : null),
  from: new Date('2026-01-01T00:00:00Z'),
  until: new Date('2026-02-01T00:00:00Z'),
  language: 'fr' as const,
  timeZone: 'UTC',
};

async function firstCells(form: 'excel' | 'plain'): Promise<(string | undefined)[]> {
  const { content } = revenueFile(report, form);
  const lines = (await text(Readable.from(content as AsyncIterable<Buffer>))).trim().split('\r\n');
  return lines.slice(1).map((line) => line.split(/[;,]/)[0]);
}

test('a file for people says the name of a service before its code, one for programs the code', async () => {
  assert.deepEqual(await firstCells('excel'), ['CashIn Opa (OPA_SN_API_CASH_IN)', 'SMS']);
  assert.deepEqual(await firstCells('plain'), ['OPA_SN_API_CASH_IN', 'SMS']);
});
