// Proves that the callback receiver detects duplicates, conflicting statuses and wrong hashes.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startReceiver } from '../src/receiver/index.ts';

test('counts each transaction once and tells what was odd', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'jokko-bench-test-'));
  const receiver = await startReceiver({ apiKey: 'key' });
  try {
    const post = async (transactionId: string, status: string, key: string) => {
      const sha256Hash = createHash('sha256').update(`${transactionId}|ext|${key}`).digest('hex');
      const body = {
        msg: 'é',
        status,
        sha256Hash,
        transaction: { transactionId, externalTransactionId: 'ext' },
      };
      const answer = await fetch(receiver.url, { method: 'POST', body: JSON.stringify(body) });
      assert.equal(answer.status, 200);
      await answer.text();
    };
    const before = Date.now();
    await post('1000000000001', 'SUCCESS', 'key');
    await post('1000000000002', 'FAILLED', 'wrong');
    await post('1000000000001', 'SUCCESS', 'key');
    await post('1000000000001', 'FAILLED', 'key');
    const journal = await receiver.journal(join(directory, 'callbacks'));
    assert.deepEqual([...journal.transactionIds], [1000000000001, 1000000000002]);
    assert.deepEqual(
      [...journal.statusOf].map((index) => journal.statuses[index]),
      ['SUCCESS', 'FAILLED'],
    );
    assert.ok([...journal.arrivedMs].every((ms) => ms >= before && ms <= Date.now()));
    const { duplicates, conflicts, wrongHashes, unreadable } = journal;
    assert.deepEqual(
      { duplicates, conflicts, wrongHashes, unreadable },
      { duplicates: 2, conflicts: 1, wrongHashes: 1, unreadable: 0 },
    );
  } finally {
    receiver.stop();
    rmSync(directory, { recursive: true });
  }
});
