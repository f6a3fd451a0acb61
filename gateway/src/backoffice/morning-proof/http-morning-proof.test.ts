// Proves that the morning proof says what books, providers and bank say, is made once, and is
// signed once, by who may; and that one that was changed in the database is seen.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import type { DoctorRounds } from '../../platform/doctor/on-demand.ts';
import type { Diagnosis } from '../../platform/doctor/diagnosis.ts';
import { createProofRounds, makeProof } from './make.ts';

let portal: Portal;
let finance: Browser;
let startClock: () => Promise<void>;

const healthy: Diagnosis = {
  ok: true,
  checks: [{ id: 'I-01', statement: 'all', violations: 0, examples: [], notApplicable: null }],
};

/** Moves the database's clock. */
const at = (moment: string): Promise<unknown> =>
  portal.db.sql(
    `create or replace function jokko_now() returns timestamptz language sql stable as $$
      select timestamptz '${moment}' $$`,
  );

before(async () => {
  portal = await startPortal();
  startClock = await stopClock(portal.db);
  finance = await operatorBrowser(portal, 'Awa', { role: 'finance' });
  const { accountId } = (await (await portal.register('a@boutique.sn')).browser.get('me')).json
    .membership;
  await portal.db.sql(`
    insert into balance (account_id, currency, available, held, last_transfer)
      values (${accountId}, 'XAF', 9000000, 1000000, 0)
      on conflict do nothing;
    insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
      created_at) values
      (${accountId}, 900, 'fund', 'funding', 'available', 50000000, 'XAF', 0,
        '2026-01-09T10:00:00Z'),
      (${accountId}, 901, 'settle', 'held', 'treasury', 20000000, 'XAF', 0, '2026-01-10T10:00:00Z'),
      (${accountId}, 902, 'fund', 'funding', 'available', 5000000, 'XAF', 0,
        '2026-01-11T10:00:00Z');
    insert into provider_balance (route, routes, currency, available, booked, read_at) values
      ('WAVE_SN', '{WAVE_SN,WAVE_CI}', 'XAF', 1000000, 1000000, '2026-01-11T05:50:00Z'),
      ('OM_SN', '{OM_SN}', 'XAF', 900000, 1000000, '2026-01-09T05:50:00Z')`);
});
after(async () => {
  await startClock();
  await portal.close();
});

test('a proof is made once, on the morning after, when the doctor has looked', async () => {
  let begun = 0;
  const doctor = { running: false, last: null as DoctorRounds['last'] };
  const rounds: DoctorRounds = {
    begin() {
      begun += 1;
      doctor.running = true;
    },
    get running() {
      return doctor.running;
    },
    get last() {
      return doctor.last;
    },
  };
  const { database } = portal.users;
  const [node, other] = [rounds, rounds].map((each) =>
    createProofRounds({ database, doctor: each }),
  ) as [() => Promise<void>, () => Promise<void>];
  const days = async (): Promise<string[]> =>
    (await finance.get('operator/morning-proofs')).json.items.map(
      ({ day }: { day: string }) => day,
    );
  await at('2026-01-09 08:00:00+00');
  await node();
  assert.deepEqual([begun, await days()], [0, []], 'a day before all movements proves nothing');
  await at('2026-01-11 05:59:59+00');
  await node();
  assert.equal(begun, 1, 'the day before the last one is proven late');
  doctor.running = false;
  await at('2026-01-11 06:00:00+00');
  await node();
  assert.equal(begun, 2, 'another day is due by now');
  await other();
  await node();
  assert.deepEqual([begun, await days()], [2, []], 'one node has the turn, and waits');
  doctor.running = false;
  doctor.last = { at: new Date(), diagnosis: healthy };
  await node();
  await node();
  await other();
  assert.deepEqual([begun, await days()], [2, ['2026-01-10']]);
  assert.equal(await makeProof(database, '2026-01-10', healthy), null, 'not a second time');
  const audit = (await finance.get('operator/audit?action=morning-proof.make')).json.items;
  assert.equal(audit.length, 1);
});

test('it says what books, providers and bank say, and what is to be looked at', async () => {
  const { proof, sealed, signature } = (await finance.get('operator/morning-proofs/2026-01-10'))
    .json;
  assert.deepEqual([sealed, signature], [true, null]);
  assert.deepEqual(
    proof.books.find(({ currency }: { currency: string }) => currency === 'XAF'),
    { currency: 'XAF', accounts: 1, available: '900', held: '100' },
  );
  assert.deepEqual(proof.bank, [
    { currency: 'XAF', received: '0', paid: '2000', position: '3000' },
  ]);
  assert.deepEqual(
    proof.movements.map(({ account, debited, credited }: Record<string, string>) => [
      ...[account, debited, credited],
    ]),
    [
      ['held', '2000', '0'],
      ['treasury', '0', '2000'],
    ],
  );
  assert.deepEqual(
    proof.points.map(({ code, about }: Record<string, string>) => `${code} ${about}`),
    ['provider OM_SN XAF', 'oldReport OM_SN XAF'],
  );
  assert.deepEqual(proof.checks, { made: 1, broken: [] });
});

test('it is signed once, by finance, and the next one knows what the bank must hold', async () => {
  const sign = (browser: Browser, day: string, amount: string) =>
    browser.post('operator/morning-proofs/sign', {
      day,
      note: null,
      bank: [{ currency: 'XAF', amount }],
    });
  const auditor = await operatorBrowser(portal, 'Adja', { role: 'auditor' });
  assert.equal((await sign(auditor, '2026-01-10', '8000')).code, 'notAllowed');
  assert.equal((await sign(finance, '2026-01-10', '8000.5')).code, 'invalid', 'no such franc');
  assert.equal((await sign(finance, '2026-01-10', '8000')).status, 200);
  assert.equal((await sign(finance, '2026-01-10', '8000')).code, 'conflict');
  assert.equal((await sign(finance, '2026-01-09', '1')).code, 'notFound');
  await at('2026-01-12 06:30:00+00');
  await makeProof(portal.users.database, '2026-01-11', null);
  assert.equal((await sign(finance, '2026-01-11', '8400')).status, 200);
  const { proof, signature } = (await auditor.get('operator/morning-proofs/2026-01-11')).json;
  assert.deepEqual(proof.points[0], { code: 'notChecked', about: null });
  assert.deepEqual(signature.bank, [
    { currency: 'XAF', amount: '8400', expected: '8500', difference: '-100' },
  ]);
  const listed = (await auditor.get('operator/morning-proofs')).json.items;
  assert.deepEqual(
    listed.map(({ day, signedBy }: Record<string, string>) => [day, signedBy]),
    [
      ['2026-01-11', 'Awa'],
      ['2026-01-10', 'Awa'],
    ],
  );
});

test('a point that is settled is no longer counted as open, and the proof stays as it was', async () => {
  const listed = async () => {
    const { items } = (await finance.get('operator/morning-proofs')).json;
    return items.map(({ day, points, open }: { day: string; points: unknown[]; open: number }) => [
      ...[day, points.length, open],
    ]);
  };
  // No doctor has looked since the proof of the 11th, and the reports of both providers are old.
  assert.deepEqual(await listed(), [
    ['2026-01-11', 4, 4],
    ['2026-01-10', 2, 2],
  ]);
  await portal.db.sql(
    `update provider_balance set read_at = '2026-01-12T06:00:00Z' where route = 'OM_SN'`,
  );
  assert.deepEqual(await listed(), [
    ['2026-01-11', 4, 3],
    ['2026-01-10', 2, 1],
  ]);
  await portal.db.sql(`update provider_balance set booked = available where route = 'OM_SN'`);
  assert.deepEqual(await listed(), [
    ['2026-01-11', 4, 2],
    ['2026-01-10', 2, 0],
  ]);
});

test('the cells whose books it does not read are named in it', async () => {
  const { database } = portal.users;
  const proven = async (day: string) => {
    await makeProof(database, day, healthy);
    return (await finance.get(`operator/morning-proofs/${day}`)).json.proof.cellsNotRead;
  };
  assert.deepEqual(await proven('2026-01-03'), []);
  await portal.db.sql(
    `insert into cell (number, name, url_sealed) values (2, 'abidjan', ''), (1, 'dakar', '')`,
  );
  assert.deepEqual(await proven('2026-01-04'), ['dakar', 'abidjan']);
  await portal.db.sql(`delete from cell; delete from morning_proof where day < '2026-01-10'`);
});

test('it is printed in the language of the reader; a seal that was broken is seen', async () => {
  const pdf = await fetch(`${portal.origin}/portal/api/operator/morning-proofs/2026-01-10/pdf`, {
    headers: { cookie: `jokko=${finance.token}` },
  });
  assert.equal(pdf.status, 200);
  assert.match(Buffer.from(await pdf.arrayBuffer()).toString('latin1'), /^%PDF-/);
  await portal.db.sql(
    `update morning_proof set body = replace(body, '"cases":0', '"cases":1')
      where day = '2026-01-10'`,
  );
  assert.equal((await finance.get('operator/morning-proofs/2026-01-10')).json.sealed, false);
  for (const wrong of ['2026-02-31', '2026-13-01'])
    assert.equal((await finance.get(`operator/morning-proofs/${wrong}`)).code, 'notFound', wrong);
});

test('who finds the seal broken cannot sign, and nothing is measured by such a proof', async () => {
  await portal.db.sql(
    `update morning_proof set body = replace(body, '"cases":0', '"cases":1')
      where day = '2026-01-11'`,
  );
  await at('2026-01-13 06:30:00+00');
  await makeProof(portal.users.database, '2026-01-12', healthy);
  const sign = () =>
    finance.post('operator/morning-proofs/sign', {
      day: '2026-01-12',
      note: null,
      bank: [{ currency: 'XAF', amount: '8500' }],
    });
  await portal.db.sql(`update morning_proof set seal = seal || '\\x00' where day = '2026-01-12'`);
  assert.equal((await sign()).code, 'conflict');
  await portal.db.sql(
    `update morning_proof set seal = substring(seal for length(seal) - 1) where day = '2026-01-12'`,
  );
  assert.equal((await sign()).status, 200);
  const { signature } = (await finance.get('operator/morning-proofs/2026-01-12')).json;
  assert.deepEqual(signature.bank, [
    { currency: 'XAF', amount: '8500', expected: null, difference: null },
  ]);
});

test('days on which no node was there are proven when one is, the oldest first', async () => {
  const doctor = { running: false, last: null as DoctorRounds['last'] };
  const round = createProofRounds({
    database: portal.users.database,
    doctor: {
      begin: () => void (doctor.last = { at: new Date(), diagnosis: healthy }),
      running: false,
      get last() {
        return doctor.last;
      },
    },
  });
  await at('2026-01-15 09:00:00+00');
  // One to look, one to write; no day waits for the lease of the one before.
  for (let count = 0; count < 6; count += 1) await round();
  const { items } = (await finance.get('operator/morning-proofs')).json;
  assert.deepEqual(
    items.map(({ day }: { day: string }) => day.slice(8)),
    ['14', '13', '12', '11', '10'],
  );
});
