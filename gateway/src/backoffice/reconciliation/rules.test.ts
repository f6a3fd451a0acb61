// Proves that a rule explains the differences that are exactly its fee, and nothing else; that it
// books nothing; and that many differences are closed together or not at all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addRule,
  closeDiscrepancies,
  endRule,
  findDiscrepancy,
  listRules,
  noteDiscrepancy,
  readSums,
  repeatMatching,
} from './index.ts';
import {
  again,
  bookFloat,
  db,
  discrepanciesOf,
  file,
  ids,
  isWhole,
  line,
  openOf,
  period,
  ref,
  restOf,
  useBooks,
} from './testing/books.ts';
import type { Uploader } from './upload.ts';
import { byCommand, takeIn, workOff } from './testing/files.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { ruleStep } from './rule-step.ts';
import { feeExplaining } from './rules.ts';

useBooks();

async function take(lines: string[]): Promise<number> {
  const { id } = await takeIn(db, { content: file(lines), period: period() });
  await workOff(db);
  return id;
}
const twoPercent = { route: 'gsma-sandbox', direction: 'out', percent: '2', fixed: '10' } as const;
const rule = { ...twoPercent, note: 'Avenant 3', by: byCommand };
const transfers = async (): Promise<number> =>
  (
    await db.database.query<{ count: number }>({
      name: 'n',
      text: 'select count(*)::integer as count from transfer',
    })
  )[0]!.count;
const notesOf = async (fileId: number): Promise<string[]> =>
  Promise.all(
    (await discrepanciesOf(fileId)).map(async ({ id }) =>
      (await findDiscrepancy(db.database, id))!.notes.map(({ note }) => note).join(' | '),
    ),
  );

test('a rule explains the open differences that are its fee, says so, and books nothing', async () => {
  const rest = await restOf(['success', 'refunded']);
  const id = await take([
    ...rest,
    // The agreed fee of a payout of 5,000 is 50; the rule’s is 110.
    line({ ours: ref('success'), fee: '110' }),
    line({ ours: ref('refunded'), fee: '111' }),
  ]);
  const before = await transfers();
  const open = (await openOf(id)).filter((text) => text.startsWith('fee'));
  assert.deepEqual(open, [`fee ${ids.success}`, `fee ${ids.refunded}`]);
  const ruleId = await addRule(db.database, rule);
  assert.equal(await addRule(db.database, rule), null, 'the same rule is active already');
  await workOff(db);
  assert.deepEqual(
    (await openOf(id)).filter((text) => text.startsWith('fee')),
    [`fee ${ids.refunded}`],
    'one franc more is explained by nothing',
  );
  assert.ok((await notesOf(id)).includes(`rule:${ruleId}:2:10:110:XOF`));
  assert.deepEqual(
    (await listRules(db.database)).map(({ explained, endedAt }) => [explained, endedAt]),
    [[1, null]],
  );
  assert.equal(await transfers(), before);
  await isWhole();
});

test('a rule explains an amount that holds the fee, in a statement that comes later, and stays when matched again', async () => {
  const ruleId = (await addRule(db.database, rule))!;
  await workOff(db);
  const rest = await restOf(['success']);
  const id = await take([...rest, line({ ours: ref('success'), amount: '5110', fee: '0' })]);
  assert.deepEqual(await openOf(id), []);
  assert.deepEqual(await notesOf(id), [`rule:${ruleId}:2:10:110:XOF`]);
  assert.equal(await endRule(db.database, { id: ruleId, by: byCommand }), true);
  assert.equal(await endRule(db.database, { id: ruleId, by: byCommand }), false);
  await again(id);
  assert.deepEqual(await openOf(id), [], 'what an ended rule has explained stays so');
  await db.sql(
    `update reconciliation_line set amount = amount + 10000 where file_id = ${id}
      and class = 'amount'`,
  );
  await again(id);
  assert.deepEqual(await openOf(id), [`amount ${ids.success}`], 'it is another difference now');
  assert.match((await notesOf(id))[0]!, /differs_again$/);
});

test('what a user has explained after a rule stays explained, though the rule explains it no more', async () => {
  await addRule(db.database, rule);
  const rest = await restOf(['success']);
  const id = await take([...rest, line({ ours: ref('success'), amount: '5110', fee: '0' })]);
  const [explained] = await discrepanciesOf(id);
  const [user] = await db.database.query<{ id: number }>({
    name: 'add_user_who_explains',
    text: `insert into portal_user (email, email_key, name) values ('e@x.sn', 'e@x.sn', 'Eve')
      returning id`,
  });
  await noteDiscrepancy(db.database, {
    id: explained!.id,
    to: 'explained',
    note: 'Vu avec eux',
    approvalRequestId: null,
    by: { userId: user!.id, who: { kind: 'command' } },
  });
  await db.sql(
    `update reconciliation_line set amount = amount + 10000 where file_id = ${id}
      and class = 'amount'`,
  );
  await again(id);
  assert.deepEqual(await openOf(id), []);
});

test('what a user opens again after a rule has explained it stays open', async () => {
  await addRule(db.database, rule);
  const rest = await restOf(['success']);
  const id = await take([...rest, line({ ours: ref('success'), fee: '110' })]);
  const [explained] = await discrepanciesOf(id);
  assert.equal(explained!.state, 'explained');
  const [user] = await db.database.query<{ id: number }>({
    name: 'add_user',
    text: `insert into portal_user (email, email_key, name) values ('a@x.sn', 'a@x.sn', 'Awa')
      returning id`,
  });
  const by: Uploader = { userId: user!.id, who: { kind: 'command' } };
  await noteDiscrepancy(db.database, {
    id: explained!.id,
    to: 'open',
    note: 'L’avenant ne vaut pas ici',
    approvalRequestId: null,
    by,
  });
  await again(id);
  await addRule(db.database, { ...rule, percent: '2.0' });
  await workOff(db);
  assert.deepEqual(await openOf(id), [`fee ${ids.success}`]);
});

test('a new rule waits until a statement is matched whose rows it would not find open', async () => {
  const rest = await restOf(['success']);
  const id = await take([...rest, line({ ours: ref('success'), fee: '110' })]);
  await addRule(db.database, rule);
  await repeatMatching(db.database, { id, by: byCommand });
  assert.equal(await inTransaction(db.database, ruleStep), false);
  await workOff(db);
  assert.deepEqual(await openOf(id), []);
  const [waiting] = await db.database.query<{ position: number | null }>({
    name: 'waiting',
    text: 'select position from reconciliation_rule',
  });
  assert.equal(waiting!.position, null, 'it has gone through what was open');
});

test('no rule explains that less of our own money arrived than we sent', async () => {
  await addRule(db.database, { ...rule, direction: 'in', percent: '1', fixed: '0' });
  await bookFloat('BANK-1', '50000000');
  const lines = [line({ theirs: 'BANK-1', direction: 'in', amount: '4950', fee: '0' })];
  const id = await take([...(await restOf([])), ...lines]);
  assert.deepEqual(await openOf(id), [`amount ${(await discrepanciesOf(id))[0]!.line}`]);
});

test('a new rule goes through all that was open, however much it is', async () => {
  const evidence = {
    theirs: { amount: '50000000', fee: '1100000', direction: 'out', currency: 'XOF' },
    ours: { amount: '50000000', direction: 'out', currency: 'XOF' },
  };
  await db.sql(`with file as (
      insert into reconciliation_file (route, routes, name, state)
        values ('gsma-sandbox', '{}', 's', 'done') returning id)
    insert into reconciliation_discrepancy (file_id, class, line, currency, theirs, ours, evidence)
      select id, 'fee', n, 'XOF', 1, 1, '${JSON.stringify(evidence)}'
        from file, generate_series(1, 501) n`);
  await addRule(db.database, rule);
  await workOff(db);
  assert.equal((await listRules(db.database))[0]!.explained, 501);
});

test('active rules are listed first, then the last ended ones', async () => {
  await db.sql(`insert into reconciliation_rule (route, direction, percent, fixed, note, ended_at)
    select 'R' || n, 'in', '1', '0', 'n', case n when 1 then now() - interval '1 day'
      when 2 then now() when 3 then now() - interval '2 days' end
      from generate_series(1, 5) n order by n`);
  assert.deepEqual(
    (await listRules(db.database)).map(({ route }) => route),
    ['R5', 'R4', 'R2', 'R1', 'R3'],
  );
});

test('an ended rule, and one of the other direction, explain nothing', async () => {
  const ended = (await addRule(db.database, rule))!;
  await endRule(db.database, { id: ended, by: byCommand });
  await addRule(db.database, { ...rule, direction: 'in' });
  const rest = await restOf(['success']);
  const id = await take([...rest, line({ ours: ref('success'), fee: '110' })]);
  assert.deepEqual(await openOf(id), [`fee ${ids.success}`]);
});

test('the fee of a rule is the whole difference, or it explains nothing', () => {
  const evidence = (theirs: string, ours: string, fee: string | null, direction: 'in' | 'out') =>
    ({
      theirs: { amount: theirs, fee, direction, currency: 'XOF' },
      ours: { amount: ours, direction, currency: 'XOF' },
    }) as unknown as Parameters<typeof feeExplaining>[1];
  const of = (theirs: string, ours: string, fee: string | null, direction: 'in' | 'out' = 'in') =>
    feeExplaining(
      { direction, percent: '1', fixed: '0' },
      evidence(theirs, ours, fee, direction),
      'amount',
    );
  assert.equal(of('990000', '1000000', null), 10_000n, 'paid without what was kept back');
  assert.equal(of('1010000', '1000000', null, 'out'), 10_000n, 'taken with the payout');
  assert.equal(of('1010000', '1000000', null), null, 'more than was due');
  assert.equal(of('980000', '1000000', null), null);
  assert.equal(of('990000', '1000000', '20000'), null, 'another fee beside the amount');
  assert.equal(of('1000000', '1000000', null), null);
});

test('fees are shown as stated and as expected', async () => {
  const rest = await restOf(['success']);
  const id = await take([...rest, line({ ours: ref('success'), fee: '110' })]);
  const [total] = (await readSums(db.database, id)).totals;
  assert.equal(total!.fees - total!.feesExpected, 600_000n, '110 instead of 50');
});

test('many differences are closed with one note, each audited, and all or none', async () => {
  const id = await take([
    line({ ours: 'unknown-1' }),
    line({ ours: 'unknown-2' }),
    line({ ours: 'unknown-3' }),
  ]);
  const found = (await discrepanciesOf(id)).filter((each) => each.class === 'missing_here');
  const order = { to: 'explained', note: 'Comptes d’essai', by: byCommand } as const;
  const [first, ...others] = found.map((each) => each.id);
  assert.deepEqual(await closeDiscrepancies(db.database, { ...order, ids: [first!] }), {
    ok: true,
  });
  assert.deepEqual(await closeDiscrepancies(db.database, { ...order, ids: [...others, first!] }), {
    ok: false,
    refusal: 'notOpen',
  });
  assert.deepEqual(await closeDiscrepancies(db.database, { ...order, ids: [...others, 999_999] }), {
    ok: false,
    refusal: 'unknown',
  });
  const openMissing = async () =>
    (await openOf(id)).filter((text) => text.startsWith('missing_here')).length;
  assert.equal(await openMissing(), 2, 'none of them');
  assert.deepEqual(await closeDiscrepancies(db.database, { ...order, ids: others }), { ok: true });
  assert.equal(await openMissing(), 0);
  const audited = await db.database.query<{ body: string }>({
    name: 'audited',
    text: `select body from audit_entry where body like '%reconciliation.note%' order by number`,
  });
  assert.equal(audited.length, 3);
});
