// Statements that a bank puts as files, from the folder to the reconciliation: a day is read for
// what covers it and read again when more comes, waited for, given up and asked for again; and
// balances say what is missing.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { stopClock, startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import {
  account,
  endToEndIdsIn,
  messageIdIn,
  openFileBank,
  route,
  statusFile,
  type FileBank,
} from '../../payments/provider-files/testing.ts';
import { findFile, listDiscrepancies, listUnproved, readSums } from '../reconciliation/index.ts';
import { workOff } from '../reconciliation/testing/files.ts';
import { fetchAgain } from './fetch-again.ts';
import { listStatementPulls } from './index.ts';
import { createStatementPuller } from './pull-statements.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let bank: FileBank;
let startClock: () => Promise<void>;

before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());
beforeEach(async () => {
  db = await postgres.database();
  startClock = await stopClock(db);
});
afterEach(async () => {
  await bank.close();
  await startClock();
  await db.close();
});

/** A bank that works from Monday to Friday; its folders are there after the first round. */
async function openBank(changes: object = {}): Promise<void> {
  bank = await openFileBank(db, { workingDays: '1,2,3,4,5', ...changes });
  await bank.round();
}

/** A moment of November 2026; the 24th is a Tuesday. */
const at = (moment: string): Promise<void> =>
  db.sql(
    `create or replace function jokko_now() returns timestamptz language sql stable as $$
      select timestamptz '2026-${moment}+00' $$`,
  );

/** Reads what the bank has put, fetches each day that is due and reconciles it. */
async function night(): Promise<void> {
  await bank.round();
  const { database, catalogue, providers } = bank.depsOf(7);
  const log = { warn: () => undefined } as never;
  const puller = createStatementPuller({ database, catalogue, providers, log });
  while (await puller.runOnce());
  await workOff(db);
}

const pullOf = async (day: string) =>
  (await listStatementPulls(db.database, 50)).find((each) => each.day === `2026-${day}`);
const gapsOf = async (fileId: number) =>
  (
    await listDiscrepancies(db.database, {
      fileId,
      class: null,
      state: null,
      after: null,
      limit: 50,
    })
  ).map((each) => `${each.class} ${each.state}`);

/**
 * Two transfers of 100 that are booked on the 24th. Returns their references as the bank knows
 * them.
 */
async function payTwo(): Promise<string[]> {
  await at('11-24 10:00');
  await bank.order(1);
  await bank.order(2);
  await bank.round();
  const [name] = await bank.sent();
  const sent = await bank.readSent(name!);
  const ids = endToEndIdsIn(sent);
  const statuses = ids.map((id) => ({ id, status: 'ACSC' }));
  await bank.put('status.xml', statusFile(messageIdIn(sent), statuses));
  await bank.round();
  return ids;
}

function statement(
  day: string,
  { opening, closing, ids = [] }: { opening: number; closing: number; ids?: readonly string[] },
): string {
  const balance = (code: string, amount: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="XOF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-${day}</Dt></Dt></Bal>`;
  const entries = ids.map(
    (id) =>
      `<Ntry><Amt Ccy="XOF">100</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-${day}</Dt></BookgDt>
      <AcctSvcrRef>NONREF</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
  );
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>
    <Stmt><Id>S</Id><CreDtTm>2026-12-31T00:00:00Z</CreDtTm><Acct><Id><IBAN>${account}</IBAN></Id></Acct>
    ${balance('OPBD', opening)}${balance('CLBD', closing)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
}

test('B1 a day is read for what covers it alone, again when more of it comes, and what was missing closes', async () => {
  await openBank();
  const [first, second] = await payTwo();
  await at('11-25 06:00');
  await bank.put('half.xml', statement('11-24', { opening: 1_000, closing: 800, ids: [first!] }));
  await night();
  const half = (await pullOf('11-24'))!;
  assert.deepEqual([half.state, half.lines], ['pulled', 1]);
  for (const day of ['11-20', '11-23'])
    assert.match((await pullOf(day))?.problem ?? '', /has put no statement/);
  assert.deepEqual(await gapsOf(half.fileId!), ['missing_there open']);
  const [total] = (await readSums(db.database, half.fileId!)).totals;
  assert.deepEqual(
    [total?.closes, total?.closingCounted, total?.closing],
    [false, 9_000_000n, 8_000_000n],
  );
  assert.deepEqual(
    (await listUnproved(db.database)).map(({ fileId }) => fileId),
    [half.fileId],
  );

  await at('11-27 12:00');
  await bank.put(
    'whole.xml',
    statement('11-24', { opening: 1_000, closing: 800, ids: [second!, first!] }),
  );
  await night();
  const whole = (await pullOf('11-24'))!;
  assert.deepEqual([whole.state, whole.lines, whole.problem], ['pulled', 2, null]);
  assert.deepEqual(await gapsOf(half.fileId!), ['missing_there resolved']);
  assert.deepEqual(await gapsOf(whole.fileId!), []);
  assert.equal((await readSums(db.database, whole.fileId!)).totals[0]?.closes, true);
  assert.deepEqual(await listUnproved(db.database), []);
  const { tries } = (await pullOf('11-24'))!;
  await night();
  assert.equal((await pullOf('11-24'))!.tries, tries, 'and then it is read');
});

test('a day that does not open with what the day before closed with is said, with both figures', async () => {
  await openBank();
  await at('11-26 06:00');
  await bank.put('24.xml', statement('11-24', { opening: 1_000, closing: 1_000 }));
  await bank.put('25.xml', statement('11-25', { opening: 900, closing: 900 }));
  await night();
  const [before, next] = [(await pullOf('11-24'))!, (await pullOf('11-25'))!];
  const [total] = (await readSums(db.database, next.fileId!)).totals;
  assert.deepEqual(
    [total?.continues, total?.before?.closing, total?.opening, total?.before?.fileId],
    [false, 10_000_000n, 9_000_000n, before.fileId],
  );
  assert.deepEqual(await listUnproved(db.database), [
    { fileId: next.fileId, party: route, from: new Date('2026-11-25T00:00:00Z'), currency: 'XOF' },
  ]);
});

test('B4 Friday’s file may come on Monday; a day is waited for for seven days, then given up, and can be asked for', async () => {
  await openBank();
  await at('11-21 06:00');
  await night();
  assert.equal((await pullOf('11-20'))?.state, 'failed');
  await at('11-23 09:00');
  await bank.put('20.xml', statement('11-20', { opening: 0, closing: 0 }));
  await night();
  assert.equal((await pullOf('11-20'))?.state, 'pulled');
  assert.match((await pullOf('11-21'))?.problem ?? '', /no statement of 2026-11-21 yet/);

  // Each half hour of the installation's own clock.
  const { tries } = (await pullOf('11-19'))!;
  await at('11-23 09:20');
  await night();
  assert.equal((await pullOf('11-19'))!.tries, tries);
  await at('11-27 23:00');
  await night();
  assert.equal((await pullOf('11-19'))!.tries, tries + 1);

  await at('11-29 07:00');
  await night();
  const givenUp = (await pullOf('11-19'))!;
  assert.deepEqual([givenUp.tries, givenUp.isGivenUp], [tries + 1, true]);
  const who = { kind: 'command' } as const;
  const ask = (day: string, name = route) => fetchAgain(db.database, { route: name, day, who });
  assert.deepEqual(await ask('2026-11-19', 'NONE'), { ok: false, refusal: 'unknown' });
  for (const day of ['2026-11-29', '2026-02-30', 'x'])
    assert.deepEqual(await ask(day), { ok: false, refusal: 'notADay' });
  assert.deepEqual(await ask('2026-11-19'), { ok: true });
  await night();
  assert.equal((await pullOf('11-19'))!.tries, tries + 2);
  assert.equal((await pullOf('11-19'))!.isGivenUp, false, 'for seven more days');
  // A file is read however long ago its day was given up.
  await at('12-20 09:00');
  await bank.put('19.xml', statement('11-19', { opening: 0, closing: 0 }));
  await night();
  assert.equal((await pullOf('11-19'))?.state, 'pulled');
});

test('B3 the period is the day of the bank’s own clock', async () => {
  await openBank({ utcOffsetMinutes: 60 });
  await at('11-25 06:00');
  const file = statement('11-24', { opening: 100, closing: 0, ids: ['NOTPROVIDED'] });
  await bank.put(
    '24.xml',
    file.replace('<BookgDt><Dt>2026-11-24</Dt>', '<BookgDt><DtTm>2026-11-24T00:30:00+01:00</DtTm>'),
  );
  await night();
  const { fileId, lines } = (await pullOf('11-24'))!;
  const read = (await findFile(db.database, fileId!))!;
  assert.deepEqual(
    [lines, read.linesOutside, read.periodFrom?.toISOString(), read.mapping?.timeZone],
    [1, 0, '2026-11-23T23:00:00.000Z', 'Etc/GMT-1'],
  );
});
