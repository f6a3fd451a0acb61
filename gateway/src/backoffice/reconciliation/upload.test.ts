// Proves how large a file and its pieces may be, and when an upload that nobody goes on with is
// removed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { addPiece, findFile, startUpload } from './index.ts';
import { byCommand } from './testing/files.ts';
import { removeAbandonedUploads } from './upload.ts';

const db = useDatabase(() => stopClock(db));

const mebibyte = 1_048_576;
const upload = (): Promise<number> =>
  startUpload(db.database, { route: 'OPA_SN', name: 'day.csv', by: byCommand });

test('a piece has one mebibyte, and a file twenty', async () => {
  const id = await upload();
  const add = (number: number, length: number) =>
    addPiece(db.database, { id, number, bytes: Buffer.alloc(length) });
  assert.equal(await add(0, mebibyte + 1), 'tooLarge');
  assert.equal(await add(0, mebibyte), 'taken');
  await db.sql(`update reconciliation_file set bytes = ${20 * mebibyte - 4} where id = ${id}`);
  assert.equal(await add(1, 5), 'tooLarge');
  assert.equal(await add(1, 4), 'taken');
  assert.equal((await findFile(db.database, id))?.bytes, 20 * mebibyte);
  assert.equal(await add(2, 1), 'tooLarge');
});

test('an upload is removed when it has waited for more than a day', async () => {
  const [left, waiting] = [await upload(), await upload()];
  for (const [id, ago] of [
    [left, '1 day 1 microsecond'],
    [waiting, '1 day'],
  ] as const)
    await db.sql(
      `update reconciliation_file set uploaded_at = jokko_now() - interval '${ago}' where id = ${id}`,
    );
  await removeAbandonedUploads(db.database);
  assert.equal(await findFile(db.database, left), null);
  assert.equal((await findFile(db.database, waiting))?.state, 'uploading');
});
