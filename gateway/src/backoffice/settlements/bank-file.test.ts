// The payment file of settlements in the form of a bank: what is approved and still to be paid,
// under one message id for each file number.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentConnectors } from '@jokko/connectors';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { Database } from '../../platform/db/database.ts';
import { makeBankFile } from './bank-file.ts';
import { paySettlement } from './decide.ts';
import { makePaymentFile } from './files.ts';
import { requestSettlement } from './request.ts';
import { accountId, agree, franc, openFixture, users, whoIs } from './testing/fixture.ts';

const postgres = usePostgres();

const route = {
  connector: paymentConnectors['bank-file'],
  config: {
    transport: 'folder',
    folder: '/settlements',
    messageVersion: '001.001.03',
    debtorName: 'JOKKO SARL',
    debtorAccount: 'CI93CI0080111301134291200589',
    country: 'CI',
    bic: 'JOKKCIAB',
    accountForm: 'iban',
    namesCreditorBank: false,
    chargeBearer: 'SLEV',
    everyMinutes: 0,
    opensAt: '00:00',
    cutOff: '23:59',
    workingDays: '1,2,3,4,5,6,7',
  },
};

async function approved(database: Database, destinationId: number, francs: bigint) {
  const asked = await requestSettlement(database, whoIs(1), {
    accountId,
    key: String(francs),
    destinationId,
    currency: 'XOF',
    amount: francs * franc,
    askedBy: users.asker,
  });
  assert.ok(asked.ok);
  assert.equal(await agree(database, 'settle', asked.id), 'done');
  return asked.id;
}

test('a file of settlements becomes a file that the bank takes once', async () => {
  const { db, destinationId } = await openFixture(postgres, 100_000n);
  const { database } = db;
  const first = await approved(database, destinationId, 40_000n);
  const second = await approved(database, destinationId, 10_000n);
  const { file } = (await makePaymentFile(database, whoIs(3)))!;
  const made = await makeBankFile(database, file, route);
  assert.ok(made.ok && made.count === 2);
  const text = made.bytes.toString();
  assert.match(text, /<NbOfTxs>2<.*<CtrlSum>50000</);
  for (const id of [first, second]) assert.ok(text.includes(`<EndToEndId>JOKKO-${id}<`));
  assert.match(text, /<IBAN>SN08SN0100152000048500003035<\/IBAN>/);
  const idOf = (file: string): string => /<MsgId>(\w{1,35})</.exec(file)![1]!;
  const [own] = await database.query<{ id: string }>({
    name: 'id_of_installation',
    text: `select upper(left(replace(id::text, '-', ''), 12)) as id from installation`,
  });
  assert.match(idOf(text), new RegExp(`^JKS${own!.id}F${file}(?![0-9A-F])`));
  const again = await makeBankFile(database, file, route);
  assert.ok(again.ok);
  assert.equal(idOf(again.bytes.toString()), idOf(text));
  for (const id of [first, second]) {
    const [row] = await database.query<{ day: string }>({
      name: 'today_of_bank_file',
      text: 'select (jokko_now()::date)::text as day',
    });
    const paid = { id, reference: `VIR-${id}`, valueDate: row!.day };
    assert.deepEqual(await paySettlement(database, whoIs(3), paid), { ok: true });
  }
  assert.deepEqual(await makeBankFile(database, file, route), {
    ok: false,
    refusal: 'nothing to pay',
    ids: [],
  });
});

test('a route that sends no files makes none', async () => {
  const { db } = await openFixture(postgres, 1n);
  const gsma = { connector: paymentConnectors['gsma'], config: {} };
  assert.deepEqual(await makeBankFile(db.database, 1, gsma), {
    ok: false,
    refusal: 'no files',
    ids: [],
  });
});

test('one settlement whose account cannot stand in the file keeps all of it back', async () => {
  const { db, destinationId } = await openFixture(postgres, 100_000n);
  const id = await approved(db.database, destinationId, 40_000n);
  const { file } = (await makePaymentFile(db.database, whoIs(3)))!;
  await db.sql(`update payout_destination set number = '12'`);
  assert.deepEqual(await makeBankFile(db.database, file, route), {
    ok: false,
    refusal: 'unpayable',
    ids: [id],
  });
  await db.close();
});
