// Proves that the discrepancies of a statement are told with both sides and what lies between them,
// on the page and in the file, and that the file has each of them once.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';
import type { DiscrepancyEvidence } from './discrepancies.ts';

let portal: Portal;
let admin: Browser;

before(async () => {
  portal = await startPortal();
  await portal.db.sql(`insert into bank_account (id, name, bank, number, currency)
    overriding system value values (7, 'b', 'B', '7', 'XOF')`);
  admin = await operatorBrowser(portal, 'Awa');
});
after(() => portal.close());

const theirs: NonNullable<DiscrepancyEvidence['theirs']> = {
  ourReference: 'r-1',
  providerReference: 'T1',
  direction: 'in',
  amount: '12000000',
  fee: '150000',
  feeAgreed: '120000',
  currency: 'XOF',
  at: '2026-11-20T10:15:00.000Z',
  status: 'success',
  problem: null,
};
const ours: NonNullable<DiscrepancyEvidence['ours']> = {
  externalId: 'order-1',
  service: 'S',
  route: 'OPA_SN',
  providerReference: 'T2',
  direction: 'in',
  amount: '10000000',
  currency: 'XOF',
  state: 'SUCCESS',
  attemptState: null,
  sentAt: null,
  knownAt: '2026-11-20T10:16:00.000Z',
};

/** A statement with `count` equal discrepancies, in ten-thousandths. */
async function statement(
  party: 'OPA_SN' | 'bank',
  { evidence, line }: { evidence: DiscrepancyEvidence; line: number | null },
  count = 1,
): Promise<number> {
  const owner = party === 'bank' ? ['bank_account_id', '7'] : ['route', `'${party}'`];
  await portal.db.sql(`
    with file as (insert into reconciliation_file (${owner[0]}, routes, name, state)
      values (${owner[1]}, '{}', 's', 'done') returning id)
    insert into reconciliation_discrepancy (file_id, class, line, operation_id, currency, theirs,
      ours, evidence)
      select id, 'amount', ${line === null ? 'null' : `${line} + n`}, 9000000000001, 'XOF',
        12000000, 10000000,
        '${JSON.stringify(evidence)}'
      from file, generate_series(0, ${count - 1}) n`);
  const [row] = await portal.db.database.query<{ id: number }>({
    name: 'last_file',
    text: 'select max(id) as id from reconciliation_file',
  });
  return row!.id;
}

async function listed(id: number) {
  const { items } = (await admin.get(`operator/reconciliation/${id}/discrepancies`)).json;
  return items[0];
}
async function exported(id: number, form = 'form=plain'): Promise<string[]> {
  const path = `${portal.origin}/portal/api/operator/reconciliation/${id}/export?${form}`;
  const answer = await fetch(path, { headers: { cookie: `jokko=${admin.token}` } });
  return (await answer.text()).trim().split('\n');
}

test('F11 a discrepancy says what each side has and what lies between them', async () => {
  const id = await statement('OPA_SN', { evidence: { theirs, ours }, line: 3 });
  const shown = await listed(id);
  assert.deepEqual(
    [shown.theirs, shown.ours, shown.difference, shown.feeDifference, shown.transactionId],
    ['1200', '1000', '200', '3', '9000000000001'],
  );
  assert.deepEqual(
    [shown.evidence.theirs.at, shown.evidence.ours.knownAt, shown.evidence.ours.sentAt],
    [theirs.at, ours.knownAt, null],
  );
  const [headings, row] = (await exported(id)).map((text) => text.split(','));
  const cells = Object.fromEntries(headings!.map((name, index) => [name.trim(), row![index]]));
  assert.deepEqual(
    [cells['theirs'], cells['ours'], cells['difference'], cells['fee'], cells['agreed_fee']],
    ['1200', '1000', '200', '15', '12'],
  );
  assert.deepEqual([cells['row'], cells['transaction_id']], ['3', '9000000000001']);
});

test('F11 fees differ where both sides say one, and of what was executed', async () => {
  const fees = async (said: Partial<typeof theirs>) => {
    const evidence = { theirs: { ...theirs, ...said }, ours };
    return (await listed(await statement('OPA_SN', { evidence, line: 3 }))).feeDifference;
  };
  assert.equal(await fees({ status: 'reversed' }), '3');
  assert.equal(await fees({ status: 'failed' }), null);
  assert.equal(await fees({ feeAgreed: null }), null);
  assert.equal(await fees({ fee: null }), null);
});

test('F11 what one side does not have is empty', async () => {
  const id = await statement('bank', { evidence: { theirs: null, ours }, line: null });
  const [headings, row] = (await exported(id)).map((text) => text.split(','));
  const cell = (name: string) => row![headings!.indexOf(name)];
  assert.deepEqual([cell('row'), cell('fee'), cell('provider_reference')], ['', '', 'T2']);
});

test('F11 a bank is called a bank, and a provider a provider, in both languages', async () => {
  const evidence = { theirs, ours };
  const files = [
    [await statement('bank', { evidence, line: 1 }), /de la banque|Bank/],
    [await statement('OPA_SN', { evidence, line: 1 }), /du fournisseur|Provider/],
  ] as const;
  for (const language of ['fr', 'en']) {
    await portal.db.sql(`update portal_user set language = '${language}'`);
    for (const [id, own] of files) {
      const [headings] = await exported(id, 'form=excel');
      for (const [, word] of files) assert.equal(word.test(headings!), word === own, headings);
    }
  }
});

test('F11 the file has every discrepancy once, however many there are', async () => {
  const count = 1_001;
  const id = await statement('OPA_SN', { evidence: { theirs, ours }, line: 1 }, count);
  const ids = (await exported(id)).slice(1).map((row) => row.split(',')[0]);
  assert.deepEqual([ids.length, new Set(ids).size], [count, count]);
});
