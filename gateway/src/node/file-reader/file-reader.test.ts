// What a provider's file says leaves the thread that reads it as it was read, some words at a time,
// and a reading is cut short by its limits, which nothing could do that holds the main thread.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentConnectors } from '@jokko/connectors';
import { ThreadCut } from '../../platform/limited-thread/limited-thread.ts';
import { bankConfig, statusFile } from '../../payments/provider-files/testing.ts';
import { createFileReader } from './index.ts';

const source = { connector: 'bank-file', config: bankConfig };
const protocol = paymentConnectors['bank-file']!.files!;

function statuses(count: number): Buffer {
  const rows = Array.from({ length: count }, (_, at) => ({
    id: at.toString(16).toUpperCase().padStart(32, '0'),
    status: at % 3 === 0 ? 'WHAT' : 'ACSC',
  }));
  return Buffer.from(statusFile('JK1', rows, '<GrpSts>ACSC</GrpSts>'));
}

/** More than leave the thread at once, in single statuses, doubts and a status of the file. */
const bytes = statuses(1_001);

test('the words of a file and its end are those of its connector', async () => {
  const read = protocol.read(bankConfig, { name: 'a.xml', bytes });
  assert.ok(read.kind === 'read');
  const words = createFileReader().read(source, { name: 'a.xml', bytes });
  const told: unknown[] = [];
  for (;;) {
    const next = await words.next();
    if (next.done === true) {
      assert.ok(next.value.kind === 'read');
      const { type, told: text, days } = next.value;
      assert.deepEqual([type, days], [read.type, read.days]);
      assert.match(text!, /^status WHAT is not in the table; status WHAT/);
      break;
    }
    told.push(next.value);
  }
  assert.deepEqual(told, [
    ...read.events.map((event) => ({ event })),
    ...read.fileEvents.map((fileEvent) => ({ fileEvent })),
    ...read.doubts.map((doubt) => ({ doubt })),
  ]);
  assert.deepEqual([read.events.length, read.fileEvents.length, read.doubts.length], [667, 1, 334]);
});

test('a file that is refused says why, and a day without files that there is none', async () => {
  const refused = await createFileReader()
    .read(source, { name: 'a', bytes: Buffer.from('x') })
    .next();
  assert.ok(refused.done === true && refused.value.kind === 'refused');
  await assert.rejects(
    createFileReader().statement(source, [], '2026-11-23').next(),
    /the bank has put no statement of 2026-11-23 yet/,
  );
});

test('a reading ends with the time that it may take', async () => {
  const large = { name: 'a', bytes: statuses(50_000) };
  await assert.rejects(createFileReader(1).read(source, large).next(), ThreadCut);
});
