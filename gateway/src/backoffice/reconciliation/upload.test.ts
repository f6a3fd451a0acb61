// Proves how large a file and its pieces may be, what is audited when it begins, and when an upload
// that nobody goes on with is removed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { addPiece, findFile, startUpload } from './index.ts';
import { byCommand, testMapping } from './testing/files.ts';
import { beginFile, removeAbandonedUploads, type Party } from './upload.ts';

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
      `update reconciliation_file set uploaded_at = jokko_now() - interval '${ago}'
        where id = ${id}`,
    );
  await removeAbandonedUploads(db.database);
  assert.equal(await findFile(db.database, left), null);
  assert.equal((await findFile(db.database, waiting))?.state, 'uploading');
});

test('a file begins with a mapping that can be meant, and the audit trail says whose it is', async () => {
  await db.sql(`insert into bank_account (id, name, bank, number, currency) overriding system value
    values (77, 'b', 'B', '77', 'XOF')`);
  const begun = async (party: Party, text: string) => {
    const id = await startUpload(db.database, { ...party, name: 'day.csv', by: byCommand });
    await addPiece(db.database, { id, number: 0, bytes: Buffer.from(text) });
    const begin = (timeZone: string) =>
      beginFile(db.database, {
        id,
        mapping: { ...testMapping, timeZone },
        period: null,
        balances: [],
        by: byCommand,
      });
    assert.deepEqual(await begin('Mars/Base'), {
      ok: false,
      refusal: 'mapping',
      fields: ['timeZone'],
    });
    assert.deepEqual(await begin('Africa/Dakar'), { ok: true });
    const [entry] = await db.database.query<{ body: string }>(
      {
        name: 'audited_begin',
        text: `select body from audit_entry where body like $1`,
      },
      [`%reconciliation.begin%reconciliation/${id}"%`],
    );
    const { hash: _, ...told } = JSON.parse(entry!.body).new;
    return told;
  };
  assert.deepEqual(await begun({ route: 'OPA_SN' }, 'four'), { route: 'OPA_SN', bytes: 4 });
  assert.deepEqual(await begun({ bankAccountId: 77 }, 'other'), { party: 'bank/77', bytes: 5 });
});
