// F31, I-08: is every difference between a provider's file and our books found, classed, and counted, whatever happens while it is worked off?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDoctor } from '../../doctor/index.ts';
import { streamXlsx } from '../../spreadsheet/index.ts';
import { createReconciler, findFile, findGap, noteGap, readSums, repeatMatching, withdrawFile } from './index.ts';
import {
  book,
  classesOf,
  db,
  file,
  filledAt,
  gapsOf,
  heading,
  hourMs,
  ids,
  line,
  period,
  provider,
  ref,
  restOf,
  type Said,
} from './testing/books.ts';
import { byCommand, takeIn, testMapping, workOff } from './testing/files.ts';
import { addPiece, beginFile, startUpload } from './upload.ts';

test('a file that says what we booked has no gaps, by our reference, our number or the provider’s', async () => {
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
  assert.deepEqual(await gapsOf(id), []);
  const { sums, totals } = await readSums(db.database, id);
  assert.deepEqual(
    sums.map((sum) => [sum.class, sum.lines]),
    [
      ['ignored', 1],
      ['matched', rest.length + 2],
    ],
  );
  assert.deepEqual([totals[0]!.addsUp, totals[0]!.closes, totals[0]!.theirs], [true, null, totals[0]!.ours]);
  assert.equal((await findFile(db.database, id))!.state, 'done');
  assert.deepEqual(
    (await runDoctor(db.database)).checks.filter(({ violations }) => violations > 0),
    [],
  );
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
  const table = { name: 'Day', widths: heading.split(',').map(() => 12), before: [['Relevé du jour']], headings: heading.split(',') };
  for await (const part of streamXlsx({ ...table, rows: some(rows), after: () => [], timeZone: 'Africa/Dakar' })) parts.push(part);
  const mapping = { headingRow: 2, decimal: ',' } as const;
  const { id } = await takeIn(db, { content: Buffer.concat(parts), period: period(), mapping, pieceBytes: 2_000 });
  await workOff(db);
  assert.deepEqual(await gapsOf(id), []);
  assert.equal((await readSums(db.database, id)).totals[0]!.lines, rest.length);
});

const amountCell = (text: string) => ({ amount: BigInt(text) * 10_000n });
async function* some<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield await Promise.resolve(rows);
}

test('each difference has its class, evidence of both sides, and its place in the sums', async () => {
  const left = ['success', 'collected', 'withoutCommission', 'otherAccount', 'successAfterAll', 'refunded'] as const;
  const yesterday = new Date(filledAt.getTime() - 30 * hourMs);
  const told: [string | null, Said][] = [
    [null, { ours: ref('success'), theirs: 'A1' }],
    ['duplicate', { ours: ref('success'), theirs: 'A2' }],
    ['amount', { ours: ref('collected'), direction: 'in', amount: '4999', fee: '50' }],
    ['fee', { ours: ref('withoutCommission'), fee: '75' }],
    ['late', { ours: ref('otherAccount', 1, 2), at: yesterday }],
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
  const { id } = await takeIn(db, { content: file([...told.map(([, said]) => line(said)), ...rest]), period: period() });
  await workOff(db);
  const classes = await classesOf(id);
  assert.deepEqual(
    told.map(([, said], index) => [classes.get(index + 2) ?? null, said.ours]),
    told.map(([expected, said]) => [expected, said.ours]),
  );
  assert.equal(classes.size, told.filter(([expected]) => expected !== null).length, 'nothing else differs');
  const missing = (await gapsOf(id)).filter((gap) => gap.line === null);
  assert.deepEqual(
    missing.map((gap) => [gap.class, String(gap.operationId), gap.theirs, gap.ours, gap.evidence.theirs]),
    [['missing_there', ids.successAfterAll, 0n, -50_000_000n, null]],
  );
  const gaps = await gapsOf(id);
  const amount = gaps.find((gap) => gap.class === 'amount')!;
  assert.deepEqual([amount.theirs, amount.ours, amount.evidence.ours?.amount], [49_990_000n, 50_000_000n, '50000000']);
  const { totals } = await readSums(db.database, id);
  assert.equal(totals.length, 1);
  assert.equal(totals[0]!.addsUp, true);
  const difference = gaps.reduce((sum, gap) => sum + gap.theirs - gap.ours, 0n);
  assert.equal(totals[0]!.theirs - totals[0]!.ours, difference, 'the gaps are the whole difference');
  assert.deepEqual(
    (await runDoctor(db.database)).checks.filter(({ violations }) => violations > 0),
    [],
  );
});

test('nodes that die and nodes that work side by side come to the same result', async () => {
  const many = Array.from({ length: 2_400 }, (_none, index) => line({ ours: `none-${index}`, theirs: `T${index % 2_000}` }));
  const { id } = await takeIn(db, { content: file([line({ ours: ref('success') }), ...many]), period: period(), pieceBytes: 50_000 });
  const [one, other] = [createReconciler(db.database), createReconciler(db.database)];
  await one.runOnce();
  const abandoned = createReconciler(db.database);
  await abandoned.runOnce();
  for (let rounds = 0; (await Promise.all([one.runOnce(), other.runOnce()])).some(Boolean); rounds += 1) assert.ok(rounds < 200);
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
  assert.equal((await findFile(db.database, id))!.problem, 'away', 'and its page says so meanwhile');
  await db.sql('drop trigger away on reconciliation_line');
  while (await reconciler.runOnce());
  const stored = (await findFile(db.database, id))!;
  assert.deepEqual([stored.state, stored.problem, await gapsOf(id)], ['done', null, []]);
});

test('a file that the database can never take fails with its reason, and those behind it are worked off', async () => {
  const wrong = await takeIn(db, { content: file([line({ theirs: 'wrong' })]), period: period() });
  const behind = await takeIn(db, { content: file([line({ theirs: 'behind' })]), period: period() });
  await db.sql(`create function refuse_wrong() returns trigger language plpgsql as $$ begin
      if new.provider_reference = 'wrong' then raise exception 'no such number' using errcode = '22P02'; end if; return new; end $$;
    create trigger wrong before insert on reconciliation_line for each row execute function refuse_wrong()`);
  await workOff(db);
  const states = await Promise.all([wrong.id, behind.id].map(async (id) => (await findFile(db.database, id))!));
  assert.deepEqual(
    states.map(({ state, problem }) => [state, problem]),
    [
      ['failed', 'unexpected: no such number'],
      ['done', null],
    ],
  );
});

test('what one file does not name, the next one may: both know of each other', async () => {
  const rest = await restOf(['success', 'successAfterAll']);
  const first = await takeIn(db, { content: file(rest), period: period() });
  await workOff(db);
  assert.equal((await gapsOf(first.id)).length, 2);
  const second = await takeIn(db, {
    content: file([line({ ours: ref('success') })]),
    period: { from: new Date(Date.now() + hourMs), until: new Date(Date.now() + 3 * hourMs) },
  });
  await workOff(db);
  const found = (await gapsOf(first.id)).find((gap) => String(gap.operationId) === ids.success)!;
  assert.equal(found.state, 'resolved');
  assert.match((await findGap(db.database, found.id))!.notes[0]!.note, new RegExp(`^named_by:${second.id}:2$`));
  assert.deepEqual([...(await classesOf(second.id)).values()], ['late']);
});

test('the same file is not taken twice, until it is withdrawn; then what it named is missing in others', async () => {
  const content = file(await restOf([]));
  const first = await takeIn(db, { content, period: period() });
  assert.deepEqual((await takeIn(db, { content, period: period() })).begun, { ok: false, refusal: 'sameFile', id: first.id });
  await workOff(db);
  const other = await takeIn(db, { content: file([...(await restOf(['success']))]), period: period() });
  await workOff(db);
  assert.ok((await gapsOf(other.id)).every((gap) => gap.class === 'duplicate'));
  assert.equal(await withdrawFile(db.database, { id: first.id, by: byCommand }), true);
  await workOff(db);
  const open = (await gapsOf(other.id)).filter((gap) => gap.state === 'open');
  assert.deepEqual(
    open.map((gap) => [gap.class, String(gap.operationId)]),
    [['missing_there', ids.success]],
  );
  assert.equal((await readSums(db.database, other.id)).totals[0]!.addsUp, true);
  assert.deepEqual((await takeIn(db, { content, period: period() })).begun, { ok: true });
});

test('a gap is explained by a person; matching again closes what matches now', async () => {
  const { id } = await takeIn(db, {
    content: file([...(await restOf([])), line({ ours: ref('unknown') }), line({ ours: ref('failed') })]),
    period: period(),
  });
  await workOff(db);
  const gaps = await gapsOf(id);
  const [status, missing] = [gaps.find((gap) => gap.class === 'status')!, gaps.find((gap) => gap.class === 'missing_here')!];
  const note = { id: missing.id, to: 'explained', note: 'asked the provider', wishId: null, by: byCommand } as const;
  const wishes: [string, string, number | null, string][] = [
    ['close-case', `{"transactionId": "${ids.failed}"}`, 1, 'ok'],
    ['close-case', `{"transactionId": "${ids.unknown}"}`, 1, 'wish'],
    ['adjust', '{}', 1, 'ok'],
    ['adjust', '{}', 2, 'wish'],
    ['payout', '{}', 1, 'wish'],
  ];
  await db.sql(`insert into person (email, email_key, name) values ('a', 'a', 'A'), ('b', 'b', 'B');
    insert into wish (kind, parameters, account_id, reason, state, asked_by, decided_by, expires_at)
      values ${wishes.map(([kind, parameters, account]) => `('${kind}', '${parameters}', ${account}, 'r', 'done', 1, 2, now())`).join(', ')}`);
  for (const [index, [kind, , , expected]] of wishes.entries()) {
    const noted = await noteGap(db.database, { ...note, to: 'open', note: kind, wishId: index + 1 });
    assert.equal(noted.ok ? 'ok' : noted.refusal, expected, `${kind} ${index}`);
  }
  assert.deepEqual(await noteGap(db.database, { ...note, wishId: 99 }), { ok: false, refusal: 'wish' });
  assert.deepEqual(await noteGap(db.database, note), { ok: true });
  await db.sql(`update attempt set state = 'SUCCEEDED' where operation_id = ${ids.unknown}`);
  await repeatMatching(db.database, { id, by: byCommand });
  await workOff(db);
  assert.equal((await findGap(db.database, status.id))!.gap.state, 'open', 'a state moves no money');
  await book('post', 'held', provider, 'unknown');
  assert.equal(await repeatMatching(db.database, { id, by: byCommand }), true);
  await workOff(db);
  const [after, explained] = [await findGap(db.database, status.id), await findGap(db.database, missing.id)];
  assert.deepEqual([after!.gap.state, after!.notes.at(-1)!.note], ['resolved', 'matches_now']);
  assert.deepEqual(
    [explained!.gap.state, explained!.notes.map((each) => each.note)],
    ['explained', ['close-case', 'adjust', 'asked the provider']],
  );
  assert.equal((await readSums(db.database, id)).totals[0]!.addsUp, true);
});

test('stated balances close, or it is told that they do not', async () => {
  const lines = [line({ ours: ref('success') }), line({ ours: ref('collected'), direction: 'in', amount: '7000', fee: '70' })];
  const balances = (closing: bigint) => [{ currency: 'XOF', opening: 1_000_0000n, closing }];
  const right = await takeIn(db, { content: file(lines), period: period(), balances: balances(1_000_0000n + 2_000_0000n - 120_0000n) });
  await workOff(db);
  assert.equal((await readSums(db.database, right.id)).totals[0]!.closes, true);
  const wrong = await takeIn(db, { content: file([...lines, line({ theirs: 'Z' })]), period: period(), balances: balances(0n) });
  await workOff(db);
  assert.equal((await readSums(db.database, wrong.id)).totals[0]!.closes, false);
});

test('a file that cannot be read to its end counts for nothing and says why', async () => {
  const cases: [string, string, string][] = [
    ['a,b\n1,2\n', 'failed', 'no_column: external_reference'],
    [`${heading}\n`, 'failed', 'no_lines'],
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
  const behind = await takeIn(db, { content: file([line({ theirs: 'behind' })]), period: period() });
  await workOff(db);
  const states = await Promise.all([wrong.id, behind.id].map(async (id) => (await findFile(db.database, id))!));
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
  assert.match((await findFile(db.database, guessed.id))!.problem!, /^long_period: \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d$/);
  const whole = (await findFile(db.database, stated.id))!;
  assert.deepEqual([whole.state, whole.linesOutside], ['done', 1]);
  const { begun } = await takeIn(db, { content: file([line({})]), mapping: { timeZone: 'Mars/Base', graceMinutes: -1 } });
  assert.deepEqual(begun, { ok: false, refusal: 'mapping', fields: ['timeZone', 'graceMinutes'] });
});

test('an upload with a hole does not count, and one that nobody goes on with is forgotten', async () => {
  const id = await startUpload(db.database, { route: 'gsma-sandbox', name: 'hole.csv', by: byCommand });
  for (const number of [0, 2]) await addPiece(db.database, { id, number, bytes: Buffer.from(file([line({})])) });
  const order = { id, mapping: testMapping, period: null, balances: [], by: byCommand };
  assert.deepEqual(await beginFile(db.database, order), { ok: false, refusal: 'incomplete' });
  await addPiece(db.database, { id, number: 1, bytes: Buffer.from('\n') });
  assert.deepEqual(await beginFile(db.database, order), { ok: true });
  const left = await startUpload(db.database, { route: 'gsma-sandbox', name: 'left.csv', by: byCommand });
  await addPiece(db.database, { id: left, number: 0, bytes: Buffer.from('a') });
  await db.sql(`update reconciliation_file set uploaded_at = uploaded_at - interval '25 hours' where id = ${left}`);
  await workOff(db);
  assert.deepEqual([await findFile(db.database, left), (await findFile(db.database, id))!.state], [null, 'done']);
});
