// F31, I-08: proves that every discrepancy between a provider's file and our books is found,
// classified and counted, whatever happens while the file is processed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import { runDoctor } from '../../node/doctor/index.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { machine, runIn, type Environment } from '../../platform/environment.ts';
import { streamXlsx } from '../../platform/spreadsheet/index.ts';
import {
  findFile,
  findDiscrepancy,
  importStatement,
  noteDiscrepancy,
  readSums,
  repeatMatching,
  withdrawFile,
} from './index.ts';
import { createReconciler } from './work.ts';
import { usedMappings } from './file.ts';
import {
  book,
  classesOf,
  db,
  file,
  filledAt,
  discrepanciesOf,
  heading,
  hourMs,
  ids,
  line,
  period,
  provider,
  ref,
  restOf,
  type Said,
  useBooks,
} from './testing/books.ts';
import { byCommand, takeIn, testMapping, workOff } from './testing/files.ts';
import { addPiece, beginFile, startUpload } from './upload.ts';

useBooks();

test('a file that says what we booked has no discrepancies, by our reference, our number or the provider’s', async () => {
  const rest = await restOf(['success', 'collected']);
  const lines = [
    ...rest,
    line({ ours: `T${ids.success}` }),
    line({ theirs: `P${ids.collected}`, direction: 'in' }),
    line({ ours: ref('failed'), status: 'FAILED' }),
  ];
  const { id, begun } = await takeIn(db, { content: file(lines), period: period() });
  assert.deepEqual(begun, { ok: true });
  await workOff(db);
  assert.deepEqual(await discrepanciesOf(id), []);
  const { sums, totals } = await readSums(db.database, id);
  assert.deepEqual(
    sums.map((sum) => [sum.class, sum.lines]),
    [
      ['ignored', 1],
      ['matched', rest.length + 2],
    ],
  );
  assert.deepEqual(
    [totals[0]!.addsUp, totals[0]!.closes, totals[0]!.theirs],
    [true, null, totals[0]!.ours],
  );
  assert.equal((await findFile(db.database, id))!.state, 'done');
  assert.deepEqual(
    (await runDoctor(db.database)).checks.filter(({ violations }) => violations > 0),
    [],
  );
});

test('what was sent for an operation whose history is archived is still known by our reference', async () => {
  await db.sql('delete from attempt_request');
  const { id } = await takeIn(db, { content: file(await restOf([])), period: period() });
  await workOff(db);
  assert.deepEqual(await discrepanciesOf(id), []);
});

test('a command waits for the file that a node works on, and tells its totals', async () => {
  const { id: before } = await takeIn(db, { content: file(await restOf([])), period: period() });
  const held = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const node = inTransaction(db.database, async (session) => {
    await session.query({
      name: 'hold_file',
      text: `select from reconciliation_file where id = ${before} for update`,
    });
    held.resolve();
    await mayEnd.promise;
  });
  await held.promise;
  let looks = 0;
  let isImported = false;
  const sleep: Environment['sleep'] = () => (looks++, machine.sleep(10));
  const importing = runIn({ ...machine, sleep }, () =>
    importStatement(db.database, {
      party: { route: 'gsma-sandbox' },
      name: 'later.csv',
      pieces: [Buffer.from(file([line({ ours: ref('success') })]))],
      mapping: testMapping,
      period: null,
      by: byCommand,
    }),
  );
  void importing.finally(() => (isImported = true));
  await until('it has looked some times', () => looks >= 3 || isImported);
  assert.equal(isImported, false, 'it waits');
  mayEnd.resolve();
  await node;
  const imported = await importing;
  assert.ok(imported.ok);
  assert.equal(imported.statement.state, 'done');
  assert.ok(imported.statement.totals.every(({ addsUp }) => addsUp));
});

test('a workbook says the same as a CSV', async () => {
  const rest = (await restOf([])).map((text) => text.split(','));
  const rows = rest.map((cells) => [
    ...cells.slice(0, 3),
    amountCell(cells[3]!),
    amountCell(cells[4]!),
    ...cells.slice(5, 7),
    { at: new Date(cells[7]!) },
  ]);
  const parts: Buffer[] = [];
  const table = {
    name: 'Day',
    widths: heading.split(',').map(() => 12),
    before: [['Relevé du jour']],
    headings: heading.split(','),
  };
  for await (const part of streamXlsx({
    ...table,
    rows: some(rows),
    after: () => [],
    timeZone: 'Africa/Dakar',
  }))
    parts.push(part);
  const mapping = { headingRow: 2, decimal: ',' } as const;
  const { id } = await takeIn(db, {
    content: Buffer.concat(parts),
    period: period(),
    mapping,
    pieceBytes: 2_000,
  });
  await workOff(db);
  assert.deepEqual(await discrepanciesOf(id), []);
  assert.equal((await readSums(db.database, id)).totals[0]!.lines, rest.length);
});

const amountCell = (text: string) => ({ amount: BigInt(text) * 10_000n });
async function* some<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield await Promise.resolve(rows);
}

test('each difference has its class, evidence of both sides, and its place in the sums', async () => {
  const left = [
    'success',
    'collected',
    'withoutCommission',
    'otherAccount',
    'successAfterAll',
    'refunded',
  ] as const;
  const yesterday = new Date(filledAt.getTime() - 30 * hourMs);
  const reported: [string | null, Said][] = [
    [null, { ours: ref('success'), theirs: 'A1' }],
    ['duplicate', { ours: ref('success'), theirs: 'A2' }],
    ['amount', { ours: ref('collected'), direction: 'in', amount: '4999', fee: '50' }],
    ['fee', { ours: ref('withoutCommission'), fee: '75' }],
    ['late', { ours: ref('otherAccount'), at: yesterday }],
    ['missing_here', { ours: ref('failed') }],
    ['missing_here', { ours: 'nobody-knows', theirs: 'N1' }],
    ['duplicate', { ours: 'nobody-knows', theirs: 'N1' }],
    ['status', { ours: ref('unknown') }],
    ['status', { ours: ref('successUnannounced'), status: 'FAILED' }],
    ['unreadable', { ours: ref('accepted'), amount: '12 x' }],
    [null, { ours: ref('refunded') }],
    [null, { ours: ref('refunded', 2), direction: 'in' }],
  ];
  const rest = await restOf([...left, 'successUnannounced']);
  const { id } = await takeIn(db, {
    content: file([...reported.map(([, said]) => line(said)), ...rest]),
    period: period(),
  });
  await workOff(db);
  const classes = await classesOf(id);
  assert.deepEqual(
    reported.map(([, said], index) => [classes.get(index + 2) ?? null, said.ours]),
    reported.map(([expected, said]) => [expected, said.ours]),
  );
  assert.equal(
    classes.size,
    reported.filter(([expected]) => expected !== null).length,
    'nothing else differs',
  );
  const missing = (await discrepanciesOf(id)).filter((discrepancy) => discrepancy.line === null);
  assert.deepEqual(
    missing.map((discrepancy) => [
      discrepancy.class,
      String(discrepancy.operationId),
      discrepancy.theirs,
      discrepancy.ours,
      discrepancy.evidence.theirs,
    ]),
    [['missing_there', ids.successAfterAll, 0n, -50_000_000n, null]],
  );
  const discrepancies = await discrepanciesOf(id);
  const amount = discrepancies.find((discrepancy) => discrepancy.class === 'amount')!;
  assert.deepEqual(
    [amount.theirs, amount.ours, amount.evidence.ours?.amount],
    [49_990_000n, 50_000_000n, '50000000'],
  );
  const { totals } = await readSums(db.database, id);
  assert.equal(totals.length, 1);
  assert.equal(totals[0]!.addsUp, true);
  const difference = discrepancies.reduce(
    (sum, discrepancy) => sum + discrepancy.theirs - discrepancy.ours,
    0n,
  );
  assert.equal(
    totals[0]!.theirs - totals[0]!.ours,
    difference,
    'the gaps are the whole difference',
  );
  assert.deepEqual(
    (await runDoctor(db.database)).checks.filter(({ violations }) => violations > 0),
    [],
  );
});

test('I-51 a fee that the provider told with the payment is booked once: its statement only shows what differs', async () => {
  await db.sql(`set session_replication_role = replica;
    update attempt set fee = 700000 where operation_id in (${ids.success}, ${ids.collected})
      and state = 'SUCCEEDED';
    insert into transfer (account_id, id, operation_id, verb, debit, credit, amount, currency,
      available_after, created_at)
      select 0, nextval('own_transfer_seq'), id, 'provider_fee', 'fees', 'provider:gsma-sandbox',
        700000, 'XOF', 0, created_at
        from operation where id in (${ids.success}, ${ids.collected})`);
  const lines = [
    line({ ours: ref('success'), fee: '70' }),
    line({ ours: ref('collected'), direction: 'in', fee: '50' }),
    ...(await restOf(['success', 'collected'])),
  ];
  const { id } = await takeIn(db, { content: file(lines), period: period() });
  await workOff(db);
  assert.deepEqual([...(await classesOf(id))], [[3, 'fee']]);
  const { theirs } = (await discrepanciesOf(id))[0]!.evidence;
  assert.deepEqual([theirs?.fee, theirs?.feeAgreed], ['500000', '700000']);
  const fees = await db.database.query({
    name: 'fees',
    text: `select from transfer where verb = 'provider_fee'`,
  });
  assert.equal(fees.length, 2);
  assert.deepEqual(
    (await runDoctor(db.database)).checks.filter(({ violations }) => violations > 0),
    [],
  );
});

test('nodes that die and nodes that work side by side come to the same result', async () => {
  const many = Array.from({ length: 2_400 }, (_none, index) =>
    line({ ours: `none-${index}`, theirs: `T${index % 2_000}` }),
  );
  const { id } = await takeIn(db, {
    content: file([line({ ours: ref('success') }), ...many]),
    period: period(),
    pieceBytes: 50_000,
  });
  const [one, other] = [createReconciler(db.database), createReconciler(db.database)];
  await one.runOnce();
  const abandoned = createReconciler(db.database);
  await abandoned.runOnce();
  for (
    let rounds = 0;
    (await Promise.all([one.runOnce(), other.runOnce()])).some(Boolean);
    rounds += 1
  )
    assert.ok(rounds < 200);
  await Promise.all([one, other, abandoned].map((each) => each.close()));
  const { sums, totals } = await readSums(db.database, id);
  assert.deepEqual(
    sums.map((sum) => [sum.class, sum.lines]).filter(([name]) => name !== 'missing_there'),
    [
      ['duplicate', 400],
      ['matched', 1],
      ['missing_here', 2_000],
    ],
  );
  assert.deepEqual([totals[0]!.lines, totals[0]!.addsUp], [2_401, true]);
});

test('a step whose commit fails is done again', async () => {
  const { id } = await takeIn(db, { content: file(await restOf([])), period: period() });
  await db.sql(`create function refuse_once() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$;
    create constraint trigger away after insert on reconciliation_line deferrable initially deferred for each row execute function refuse_once()`);
  const reconciler = createReconciler(db.database);
  await assert.rejects(reconciler.runOnce(), /away/);
  assert.equal(
    (await findFile(db.database, id))!.problem,
    'away',
    'and its page says so meanwhile',
  );
  await db.sql('drop trigger away on reconciliation_line');
  while (await reconciler.runOnce());
  const stored = (await findFile(db.database, id))!;
  assert.deepEqual([stored.state, stored.problem, await discrepanciesOf(id)], ['done', null, []]);
});

test('a file that the database can never take fails with its reason, and those behind it are worked off', async () => {
  const wrong = await takeIn(db, { content: file([line({ theirs: 'wrong' })]), period: period() });
  const behind = await takeIn(db, {
    content: file([line({ theirs: 'behind' })]),
    period: period(),
  });
  await db.sql(`create function refuse_wrong() returns trigger language plpgsql as $$ begin
      if new.provider_reference = 'wrong' then raise exception '%', rpad('no such number', 201, '.') using errcode = '22P02'; end if; return new; end $$;
    create trigger wrong before insert on reconciliation_line for each row execute function refuse_wrong()`);
  await workOff(db);
  const states = await Promise.all(
    [wrong.id, behind.id].map(async (id) => (await findFile(db.database, id))!),
  );
  assert.deepEqual(
    states.map(({ state, problem }) => [state, problem]),
    [
      ['failed', `unexpected: ${'no such number'.padEnd(200, '.')}`],
      ['done', null],
    ],
  );
});

test('what one file does not name, the next one may: both know of each other', async () => {
  const rest = await restOf(['success', 'successAfterAll']);
  const first = await takeIn(db, { content: file(rest), period: period() });
  await workOff(db);
  assert.equal((await discrepanciesOf(first.id)).length, 2);
  const second = await takeIn(db, {
    content: file([line({ ours: ref('success') })]),
    period: { from: new Date(Date.now() + hourMs), until: new Date(Date.now() + 3 * hourMs) },
  });
  await workOff(db);
  const found = (await discrepanciesOf(first.id)).find(
    (discrepancy) => String(discrepancy.operationId) === ids.success,
  )!;
  assert.equal(found.state, 'resolved');
  assert.match(
    (await findDiscrepancy(db.database, found.id))!.notes[0]!.note,
    new RegExp(`^named_by:${second.id}:2$`),
  );
  assert.deepEqual([...(await classesOf(second.id)).values()], ['late']);
});

test('the same file is not taken twice, until it is withdrawn; then what it named is missing in others', async () => {
  const content = file(await restOf([]));
  const first = await takeIn(db, { content, period: period() });
  assert.deepEqual((await takeIn(db, { content, period: period() })).begun, {
    ok: false,
    refusal: 'sameFile',
    id: first.id,
  });
  await workOff(db);
  const other = await takeIn(db, {
    content: file([...(await restOf(['success']))]),
    period: period(),
  });
  await workOff(db);
  assert.ok(
    (await discrepanciesOf(other.id)).every((discrepancy) => discrepancy.class === 'duplicate'),
  );
  assert.equal(await withdrawFile(db.database, { id: first.id, by: byCommand }), true);
  await workOff(db);
  const open = (await discrepanciesOf(other.id)).filter(
    (discrepancy) => discrepancy.state === 'open',
  );
  assert.deepEqual(
    open.map((discrepancy) => [discrepancy.class, String(discrepancy.operationId)]),
    [['missing_there', ids.success]],
  );
  assert.equal((await readSums(db.database, other.id)).totals[0]!.addsUp, true);
  assert.deepEqual((await takeIn(db, { content, period: period() })).begun, { ok: true });
});

test('a discrepancy is explained by a user; matching again closes what matches now', async () => {
  const { id } = await takeIn(db, {
    content: file([
      ...(await restOf([])),
      line({ ours: ref('unknown') }),
      line({ ours: ref('failed') }),
    ]),
    period: period(),
  });
  await workOff(db);
  const discrepancies = await discrepanciesOf(id);
  const [status, missing] = [
    discrepancies.find((discrepancy) => discrepancy.class === 'status')!,
    discrepancies.find((discrepancy) => discrepancy.class === 'missing_here')!,
  ];
  const note = {
    id: missing.id,
    to: 'explained',
    note: 'asked the provider',
    approvalRequestId: null,
    by: byCommand,
  } as const;
  const approvalRequests: [string, string, number | null, string][] = [
    ['close-case', `{"transactionId": "${ids.failed}"}`, 1, 'ok'],
    ['close-case', `{"transactionId": "${ids.unknown}"}`, 1, 'approvalRequest'],
    ['adjust', '{}', 1, 'ok'],
    ['adjust', '{}', 2, 'approvalRequest'],
    ['payout', '{}', 1, 'approvalRequest'],
  ];
  await db.sql(`insert into portal_user (email, email_key, name) values ('a', 'a', 'A'),
    ('b', 'b', 'B');
    insert into approval_request (kind, parameters, account_id, reason, state, asked_by, decided_by,
      expires_at)
      values ${approvalRequests.map(([kind, parameters, account]) => `('${kind}', '${parameters}', ${account}, 'r', 'done', 1, 2, now())`).join(', ')}`);
  for (const [index, [kind, , , expected]] of approvalRequests.entries()) {
    const noted = await noteDiscrepancy(db.database, {
      ...note,
      to: 'open',
      note: kind,
      approvalRequestId: index + 1,
    });
    assert.equal(noted.ok ? 'ok' : noted.refusal, expected, `${kind} ${index}`);
  }
  await db.sql(`update approval_request set state = 'refused' where id = 3`);
  // One that was never carried out, and none.
  for (const approvalRequestId of [3, 99])
    assert.deepEqual(await noteDiscrepancy(db.database, { ...note, approvalRequestId }), {
      ok: false,
      refusal: 'approvalRequest',
    });
  assert.deepEqual(await noteDiscrepancy(db.database, note), { ok: true });
  await db.sql(`update attempt set state = 'SUCCEEDED' where operation_id = ${ids.unknown}`);
  await repeatMatching(db.database, { id, by: byCommand });
  await workOff(db);
  assert.equal(
    (await findDiscrepancy(db.database, status.id))!.discrepancy.state,
    'open',
    'a state moves no money',
  );
  await book('post', 'held', provider, 'unknown');
  assert.equal(await repeatMatching(db.database, { id, by: byCommand }), true);
  await workOff(db);
  const [after, explained] = [
    await findDiscrepancy(db.database, status.id),
    await findDiscrepancy(db.database, missing.id),
  ];
  assert.deepEqual(
    [after!.discrepancy.state, after!.notes.at(-1)!.note],
    ['resolved', 'matches_now'],
  );
  assert.deepEqual(
    [explained!.discrepancy.state, explained!.notes.map((each) => each.note)],
    ['explained', ['close-case', 'adjust', 'asked the provider']],
  );
  assert.equal((await readSums(db.database, id)).totals[0]!.addsUp, true);
});

test('stated balances close, or it is told that they do not', async () => {
  const lines = [
    line({ ours: ref('success') }),
    line({ ours: ref('collected'), direction: 'in', amount: '7000', fee: '70' }),
  ];
  const balances = (closing: bigint) => [{ currency: 'XOF', opening: 1_000_0000n, closing }];
  const right = await takeIn(db, {
    content: file(lines),
    period: period(),
    balances: balances(1_000_0000n + 2_000_0000n - 120_0000n),
  });
  await workOff(db);
  assert.equal((await readSums(db.database, right.id)).totals[0]!.closes, true);
  const wrong = await takeIn(db, {
    content: file([...lines, line({ theirs: 'Z' })]),
    period: period(),
    balances: balances(0n),
  });
  await workOff(db);
  assert.equal((await readSums(db.database, wrong.id)).totals[0]!.closes, false);
});

test('a file that cannot be read to its end counts for nothing and says why', async () => {
  const cases: [string, string, string][] = [
    ['a,b\n1,2\n', 'failed', 'no_column: external_reference'],
    [`${heading}\n`, 'failed', 'no_lines'],
    [
      file([line({ amount: 'x' }), line({ amount: 'y' }), line({})]),
      'failed',
      'mostly_unreadable: 2 3',
    ],
    [`${file([line({})])}"${'x'.repeat(100_000)}`, 'failed', 'damaged'],
    ['%PDF-1.7', 'failed', 'unknown_form'],
  ];
  for (const [content, state, problem] of cases) {
    const { id } = await takeIn(db, { content, period: period() });
    await workOff(db);
    const stored = (await findFile(db.database, id))!;
    assert.deepEqual([stored.state, stored.problem, stored.lines], [state, problem, 0]);
  }
  const phones = Array.from({ length: 5_000 }, () => line({ amount: '899999999999' }));
  const wrong = await takeIn(db, { content: file(phones), period: period() });
  const behind = await takeIn(db, {
    content: file([line({ theirs: 'behind' })]),
    period: period(),
  });
  await workOff(db);
  const states = await Promise.all(
    [wrong.id, behind.id].map(async (id) => (await findFile(db.database, id))!),
  );
  assert.deepEqual(
    states.map((each) => [each.state, each.problem]),
    [
      ['failed', 'too_large_amounts'],
      ['done', null],
    ],
  );
  const wrongYear = file([
    line({}),
    line({ at: new Date(filledAt.getTime() - 20 * 365 * 24 * hourMs) }),
    line({ amount: 'x', at: new Date(0) }),
  ]);
  const guessed = await takeIn(db, { content: wrongYear });
  const stated = await takeIn(db, { content: `${wrongYear}\n`, period: period() });
  await workOff(db);
  assert.match(
    (await findFile(db.database, guessed.id))!.problem!,
    /^long_period: \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d$/,
  );
  const whole = (await findFile(db.database, stated.id))!;
  assert.deepEqual([whole.state, whole.linesOutside], ['done', 1]);
  const { begun } = await takeIn(db, {
    content: file([line({})]),
    mapping: { timeZone: 'Mars/Base', graceMinutes: -1 },
  });
  assert.deepEqual(begun, { ok: false, refusal: 'mapping', fields: ['timeZone', 'graceMinutes'] });
});

test('F11 a new mapping of a route is kept beside those that its files were read with', async () => {
  const french = { ...testMapping, graceMinutes: 7 };
  await takeIn(db, { content: file([line({})]) });
  await takeIn(db, { content: file([line({})]), mapping: french });
  const used = await usedMappings(db.database, 'gsma-sandbox');
  assert.deepEqual(used, [french, testMapping]);
  assert.deepEqual(await usedMappings(db.database, 'another'), []);
});

test('an upload with a hole does not count, and one that nobody goes on with is forgotten', async () => {
  const id = await startUpload(db.database, {
    route: 'gsma-sandbox',
    name: 'hole.csv',
    by: byCommand,
  });
  for (const number of [0, 2])
    await addPiece(db.database, { id, number, bytes: Buffer.from(file([line({})])) });
  const order = { id, mapping: testMapping, period: null, balances: [], by: byCommand };
  assert.deepEqual(await beginFile(db.database, order), { ok: false, refusal: 'incomplete' });
  await addPiece(db.database, { id, number: 1, bytes: Buffer.from('\n') });
  assert.deepEqual(await beginFile(db.database, order), { ok: true });
  const left = await startUpload(db.database, {
    route: 'gsma-sandbox',
    name: 'left.csv',
    by: byCommand,
  });
  await addPiece(db.database, { id: left, number: 0, bytes: Buffer.from('a') });
  await db.sql(
    `update reconciliation_file set uploaded_at = uploaded_at - interval '25 hours'
      where id = ${left}`,
  );
  await workOff(db);
  assert.deepEqual(
    [await findFile(db.database, left), (await findFile(db.database, id))!.state],
    [null, 'done'],
  );
});
