// Orders that leave in files: together, once, from stored bytes, whatever fails in between; and
// results that come in files: each applied once.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { askToResolve } from '../../backoffice/cases/ask.ts';
import { decider } from '../../backoffice/cases/testing.ts';
import { runDoctor } from '../../node/doctor/index.ts';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { FileTransport } from '../../platform/file-transport/index.ts';
import { keepBreakers } from '../breakers/index.ts';
import { createBreakerRounds } from '../breakers/rounds.ts';
import { findOperations } from '../operations/index.ts';
import { testAdvance } from '../operations/testing.ts';
import { createFileReader } from '../../node/file-reader/index.ts';
import type { FileDeps } from './deps.ts';
import { findBatchBytes, listBatches, listFiles } from './list.ts';
import { createFileRounds } from './rounds.ts';
import {
  endToEndIdsIn,
  messageIdIn,
  openFileBank,
  returnFile,
  route,
  statusFile,
  type FileBank,
} from './testing.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let bank: FileBank;

before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());
beforeEach(async () => {
  db = await postgres.database();
  bank = await openFileBank(db);
});
afterEach(async () => {
  await bank.close();
  const { checks } = await runDoctor(db.database);
  // I-35 is about sealed secrets, which the fixture's account has none of.
  const broken = checks.filter(({ id, violations }) => violations !== 0 && id !== 'I-35');
  await db.close();
  assert.deepEqual(broken, []);
});

const rows = <Row>(text: string): Promise<Row[]> =>
  db.database.query<Row>({ name: text.slice(0, 63), text });
const states = async (): Promise<string[]> =>
  (await rows<{ state: string }>('select state from operation order by id')).map(
    ({ state }) => state,
  );
const cases = async (): Promise<string[]> =>
  (await rows<{ kind: string }>('select kind from operation_case order by id')).map(
    ({ kind }) => kind,
  );
const batches = () =>
  rows<{ state: string; name: string; text: string; tries: number }>(
    `select state, name, convert_from(bytes, 'UTF8') as text, tries from provider_batch
      order by made_at`,
  );
const retryNow = (): Promise<void> => db.sql('update provider_batch set next_try_at = now()');

/** Two orders in a file that has left. */
async function sendTwo(): Promise<{ ids: string[]; messageId: string }> {
  await bank.order(1);
  await bank.order(2);
  await bank.round();
  const [name] = await bank.sent();
  const file = await bank.readSent(name!);
  return { ids: endToEndIdsIn(file), messageId: messageIdIn(file) };
}

test('orders that are due leave together, as the bytes that were stored before', async () => {
  const { ids } = await sendTwo();
  const [batch, ...more] = await batches();
  assert.deepEqual([batch!.state, more, ids.length], ['SENT', [], 2]);
  assert.equal(await bank.readSent(batch!.name), batch!.text);
  assert.deepEqual(await states(), ['ACCEPTED', 'ACCEPTED']);
  await bank.round();
  assert.equal((await bank.sent()).length, 1);
});

test('F41 an order that is canceled before its file leaves is in no file', async () => {
  const id = await bank.order(1);
  await bank.order(2);
  await bank.writer.advance(
    testAdvance({ type: 'cancel', proof: 'never_sent' }, null, { id, route }),
  );
  await bank.round();
  const [name] = await bank.sent();
  assert.equal(endToEndIdsIn(await bank.readSent(name!)).length, 1);
  assert.deepEqual(await states(), ['CANCELED', 'ACCEPTED']);
});

test('O15 while the breaker of its route is open nothing goes into a file: orders wait, and leave once when it is closed', async () => {
  await bank.order(1);
  const known = bank.depsOf(7).catalogue();
  const open = { ...known.route(route)!, breaker: 'open' as const };
  await bank.round(7, { catalogue: () => ({ ...known, routes: [open], route: () => open }) });
  assert.deepEqual([await states(), await bank.sent()], [['PARKED'], []]);
  await bank.round();
  assert.deepEqual([await states(), await bank.sent()], [['PARKED'], []], 'until it is its turn');
  const [operation] = await findOperations(db.database, [{ accountId: 1, id: '1000000000001' }]);
  await bank.writer.advance({
    type: 'advance',
    terms: operation!.terms,
    attempt: null,
    operationEvent: { type: 'resume', dueInMs: 0 },
  });
  await bank.round();
  assert.deepEqual([await states(), (await bank.sent()).length], [['ACCEPTED'], 1]);
});

test('O15 what its account wants to fail rather than wait goes on', async () => {
  await bank.order(1);
  await db.sql(
    `update operation set details = jsonb_set(details::jsonb, '{neverParked}', 'true')::json`,
  );
  const known = bank.depsOf(7).catalogue();
  const open = { ...known.route(route)!, breaker: 'open' as const };
  await bank.round(7, { catalogue: () => ({ ...known, routes: [open], route: () => open }) });
  assert.equal((await bank.sent()).length, 1);
});

test('O15 an order has waited for its route since the bank could first take it, not since it came', async () => {
  await bank.close();
  bank = await openFileBank(await renewDatabase(), { workingDays: '1,2,3,4,5' });
  await bank.order(1);
  // When the bank was closed: it opens on Monday at midnight.
  await db.sql(`update operation set created_at = '2026-11-21T12:00:00Z'`);
  const known = bank.depsOf(7).catalogue();
  const open = { ...known.route(route)!, breaker: 'open' as const, parkedMaxMs: 86_400_000 };
  await bank.round(7, { catalogue: () => ({ ...known, routes: [open], route: () => open }) });
  const [left] = await rows<{ state: string; hours: number }>(
    `select state, round(extract(epoch from next_step_at - updated_at) / 3600)::int as hours
      from operation`,
  );
  assert.deepEqual(left, { state: 'PARKED', hours: 12 });
});

test('O15 I-14 what is resumed while the bank is closed is due when it opens', async () => {
  await bank.close();
  bank = await openFileBank(await renewDatabase(), { workingDays: '2' });
  await bank.order(1);
  const deps = bank.depsOf(7);
  const [operation] = await findOperations(db.database, [{ accountId: 1, id: '1000000000001' }]);
  await bank.writer.advance({
    type: 'advance',
    terms: operation!.terms,
    attempt: null,
    operationEvent: { type: 'park', cause: route, expiresInMs: 86_400_000 },
  });
  const breakers = await keepBreakers(db.database);
  await createBreakerRounds({ ...deps, breakers }).runOnce();
  const [resumed] = await rows<{ state: string; hours: number }>(
    `select state, round(extract(epoch from next_step_at - updated_at) / 3600)::int as hours
      from operation`,
  );
  assert.deepEqual(resumed, { state: 'READY', hours: 12 });
});

test('nothing leaves while the bank is closed', async () => {
  await bank.close();
  bank = await openFileBank(await renewDatabase(), { workingDays: '7' });
  await bank.order(1);
  await bank.round();
  assert.deepEqual([await bank.sent(), await states()], [[], ['READY']]);
});

test('a node that dies before it has stored the file: its orders go into the next one', async () => {
  await bank.order(1);
  const deps = bank.depsOf(7);
  const noAssembly = (): never => {
    throw new Error('killed');
  };
  const { files } = deps.providers.of(deps.catalogue(), route)!.connector;
  const original = files!.assemble;
  files!.assemble = noAssembly;
  await bank.round(7).finally(() => {
    files!.assemble = original;
  });
  assert.deepEqual([await states(), await batches()], [['SENDING'], []]);
  await db.sql(`update node set lease_until = now() - interval '1 second' where incarnation = 7`);
  await bank.round(8);
  assert.deepEqual(await states(), ['ACCEPTED']);
  const numbers = await rows('select number, state from attempt order by number');
  assert.deepEqual(numbers, [
    { number: 1, state: 'NOT_SENT' },
    { number: 2, state: 'ACCEPTED' },
  ]);
});

test('a node that dies before the file has left: another one puts the same bytes', async () => {
  await bank.order(1);
  await bank.round(7, { openPlace: () => Promise.reject(new Error('unreachable')) });
  assert.deepEqual([await states(), (await batches())[0]!.state], [['SENDING'], 'SENDING']);
  const stored = (await batches())[0]!.text;
  await db.sql(`update node set lease_until = now() - interval '1 second' where incarnation = 7`);
  await retryNow();
  await bank.round(8);
  const [batch, ...more] = await batches();
  assert.deepEqual([batch!.state, more, await states()], ['SENT', [], ['ACCEPTED']]);
  assert.deepEqual(await bank.sent(), [batch!.name]);
  assert.equal(await bank.readSent(batch!.name), stored);
});

test('a node whose lease another one took over stores no file', async () => {
  await bank.round(7);
  await db.sql(`insert into provider_file_lease (route, lease_owner) values ('${route}', 8)
    on conflict (route) do update set lease_owner = 8`);
  await bank.order(1);
  await bank.round(7);
  assert.deepEqual([await batches(), await states()], [[], ['READY']]);
});

test('F18 a node that is replaced while it makes a file stores none: its orders leave once, with the other', async () => {
  await bank.order(1);
  const { writer } = bank;
  await bank.round(7, {
    writer: {
      ...writer,
      async advance(command) {
        const result = await writer.advance(command);
        await db.sql('update provider_file_lease set lease_owner = 8');
        return result;
      },
    },
  });
  assert.deepEqual([await batches(), await states(), await bank.sent()], [[], ['SENDING'], []]);
  await bank.round(8);
  assert.deepEqual([await states(), (await bank.sent()).length], [['ACCEPTED'], 1]);
});

test('F10 a file that may have left is unknown, and only ever put again as it was', async () => {
  await bank.order(1);
  let puts = 0;
  await bank.round(7, {
    openPlace: lossy(bank.depsOf(7), () => {
      puts++;
      return { unknown: 'connection lost' };
    }),
  });
  const [lost] = await batches();
  assert.deepEqual([lost!.state, await states(), puts], ['UNKNOWN', ['UNKNOWN'], 1]);
  // It had arrived, and the bank has taken it.
  await bank.take(lost!.name);
  await retryNow();
  await bank.order(2);
  await bank.round(7);
  const all = await batches();
  assert.deepEqual([all.length, all.map(({ state }) => state)], [2, ['SENT', 'SENT']]);
  assert.equal(await bank.readSent(lost!.name), lost!.text);
  assert.deepEqual(await states(), ['ACCEPTED', 'ACCEPTED']);
  const report = statusFile(
    messageIdIn(lost!.text),
    [],
    '<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>DU01</Cd></Rsn></StsRsnInf>',
  );
  await bank.put('repeat.xml', report);
  await bank.round();
  assert.deepEqual(await states(), ['ACCEPTED', 'ACCEPTED'], 'a refused repeat refuses no order');
});

test('F10 a bank that refuses a whole file, which it may have had twice, proves nothing about the first', async () => {
  await bank.order(1);
  await bank.round(7, { openPlace: lossy(bank.depsOf(7), () => ({ unknown: 'lost' })) });
  const [batch] = await batches();
  await bank.take(batch!.name);
  await retryNow();
  await bank.round(7);
  assert.deepEqual(await states(), ['ACCEPTED']);
  const refused = '<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>NARR</Cd></Rsn></StsRsnInf>';
  await bank.put('repeat.xml', statusFile(messageIdIn(batch!.text), [], refused));
  await bank.round(7);
  assert.deepEqual([await states(), await cases()], [['ACCEPTED'], ['mismatched_result']]);
});

test('F10 a node that dies while it puts a file may have sent it', async () => {
  await bank.order(1);
  const deps = bank.depsOf(7);
  const advance: FileDeps['writer']['advance'] = (command) =>
    command.operationEvent.type === 'accept'
      ? Promise.reject(new Error('killed'))
      : deps.writer.advance(command);
  await bank.round(7, { writer: { ...deps.writer, advance } });
  const [batch] = await batches();
  assert.deepEqual([batch!.state, await states()], ['SENDING', ['SENDING']]);
  await bank.take(batch!.name);
  await db.sql(`update node set lease_until = now() - interval '1 second' where incarnation = 7`);
  await bank.round(8);
  assert.deepEqual([(await bank.sent()).length, await states()], [1, ['ACCEPTED']]);
  await bank.put('repeat.xml', statusFile(messageIdIn(batch!.text), [], '<GrpSts>RJCT</GrpSts>'));
  await bank.round(8);
  assert.deepEqual([await states(), await cases()], [['ACCEPTED'], ['mismatched_result']]);
});

test('what certainly did not leave after it may have left stays unknown', async () => {
  await bank.order(1);
  await bank.round(7, { openPlace: lossy(bank.depsOf(7), () => ({ unknown: 'lost' })) });
  await retryNow();
  await bank.round(7, { openPlace: () => Promise.reject(new Error('unreachable')) });
  assert.deepEqual([(await batches())[0]!.state, await states()], ['UNKNOWN', ['UNKNOWN']]);
});

test('F53 a file is not put again once users have decided that an order in it was not executed', async () => {
  const id = await bank.order(1);
  await bank.order(2);
  await bank.round(7, { openPlace: lossy(bank.depsOf(7), () => ({ unknown: 'lost' })) });
  const [batch] = await batches();
  await bank.take(batch!.name);
  const asked = await askToResolve(bank.approvalRequests, decider(1), {
    accountId: 1,
    id,
    outcome: 'not_executed',
    reference: null,
    evidence: 'absent',
    reason: 'absent du relevé',
  });
  assert.ok(asked.ok);
  assert.ok((await bank.approve(asked.approvalRequestId)).ok);
  assert.deepEqual(await states(), ['FAILED', 'UNKNOWN']);
  await retryNow();
  await bank.round(7);
  assert.deepEqual([await bank.sent(), (await batches())[0]!.state], [[], 'UNKNOWN']);
});

test('results are booked by their file, each once, and the file is moved away', async () => {
  const { ids, messageId } = await sendTwo();
  const report = statusFile(messageId, [
    { id: ids[0]!, status: 'ACSC' },
    { id: ids[1]!, status: 'RJCT', reason: 'AC04' },
  ]);
  await bank.put('status.xml', report);
  await bank.round();
  assert.deepEqual((await states()).toSorted(), ['FAILED', 'SUCCESS']);
  assert.deepEqual(await bank.waiting(), []);
  assert.match((await bank.archived())[0]!, /^[0-9a-f]{8}-status\.xml$/);
  const transfers = await rows('select id from transfer');
  await bank.put('again.xml', report);
  await bank.round();
  assert.deepEqual(await rows('select id from transfer'), transfers);
  assert.equal((await rows('select from provider_file')).length, 1);
});

test('statuses out of order: the highest stays', async () => {
  const { ids, messageId } = await sendTwo();
  for (const [name, status] of [
    ['1.xml', 'ACSC'],
    ['2.xml', 'ACSP'],
    ['3.xml', 'ACTC'],
  ] as const) {
    await bank.put(name, statusFile(messageId, [{ id: ids[0]!, status }]));
    await bank.round();
  }
  assert.deepEqual((await states()).toSorted(), ['ACCEPTED', 'SUCCESS']);
  assert.deepEqual(await cases(), []);
});

test('the status of a file holds for the orders that it does not list', async () => {
  const { ids, messageId } = await sendTwo();
  const listed = [{ id: ids[0]!, status: 'RJCT', reason: 'AC01' }];
  await bank.put('all.xml', statusFile(messageId, listed, '<GrpSts>ACSC</GrpSts>'));
  await bank.round();
  assert.deepEqual((await states()).toSorted(), ['FAILED', 'SUCCESS']);
});

test('a final status of a file with another count of orders than ours ends none', async () => {
  const { messageId } = await sendTwo();
  const all = (count: number): string => `<OrgnlNbOfTxs>${count}</OrgnlNbOfTxs>`;
  for (const [name, count] of [
    ['fewer', 1],
    ['more', 3],
  ] as const) {
    for (const status of ['ACSC', 'RJCT'])
      await bank.put(
        `${name}-${status}.xml`,
        statusFile(messageId, [], `${all(count)}<GrpSts>${status}</GrpSts>`),
      );
    await bank.round();
    assert.deepEqual(await states(), ['ACCEPTED', 'ACCEPTED']);
  }
  const proved = bank.log.filter((line) => line === 'error status of the provider proves nothing');
  assert.equal(proved.length, 4);
  await bank.put('all.xml', statusFile(messageId, [], `${all(2)}<GrpSts>ACSC</GrpSts>`));
  await bank.round();
  assert.deepEqual(await states(), ['SUCCESS', 'SUCCESS']);
});

test('of a file that is taken in part, an order that is not listed stays as it is', async () => {
  const { ids, messageId } = await sendTwo();
  const listed = [{ id: ids[0]!, status: 'PDNG' }];
  await bank.put('part.xml', statusFile(messageId, listed, '<GrpSts>PART</GrpSts>'));
  await bank.round();
  assert.deepEqual(await states(), ['ACCEPTED', 'ACCEPTED']);
  assert.deepEqual(await cases(), []);
});

test('a transfer that comes back after its success is given back', async () => {
  const { ids, messageId } = await sendTwo();
  await bank.put('1.xml', statusFile(messageId, [{ id: ids[0]!, status: 'ACSC' }]));
  await bank.round();
  await bank.put('2.xml', returnFile(ids[0]!));
  await bank.round();
  assert.deepEqual((await states()).toSorted(), ['ACCEPTED', 'REFUNDED']);
});

test('a refusal after a success is a case and books nothing', async () => {
  const { ids, messageId } = await sendTwo();
  await bank.put('1.xml', statusFile(messageId, [{ id: ids[0]!, status: 'ACSC' }]));
  await bank.round();
  await bank.put('2.xml', statusFile(messageId, [{ id: ids[0]!, status: 'RJCT', reason: 'AC04' }]));
  await bank.round();
  assert.deepEqual((await states()).toSorted(), ['ACCEPTED', 'SUCCESS']);
  assert.deepEqual(await cases(), ['late_failure']);
});

test('F29 a status for another amount is not booked', async () => {
  const { ids, messageId } = await sendTwo();
  await bank.put('1.xml', statusFile(messageId, [{ id: ids[0]!, status: 'ACSC', amount: '99' }]));
  await bank.round();
  assert.deepEqual(await states(), ['ACCEPTED', 'ACCEPTED']);
  assert.deepEqual(await cases(), ['mismatched_result']);
});

test('a route that does not book shows each result as a case', async () => {
  await bank.close();
  bank = await openFileBank(await renewDatabase(), { bookable: false });
  const { ids, messageId } = await sendTwo();
  await bank.put('1.xml', statusFile(messageId, [{ id: ids[0]!, status: 'ACSC' }]));
  await bank.round();
  assert.deepEqual(await states(), ['ACCEPTED', 'ACCEPTED']);
  assert.deepEqual(await cases(), ['mismatched_result']);
});

test('a file that is still being written is read when it is whole', async () => {
  const { ids, messageId } = await sendTwo();
  const report = statusFile(messageId, [{ id: ids[0]!, status: 'ACSC' }]);
  await bank.put('slow.xml', report.slice(0, 200));
  await bank.round();
  assert.deepEqual(await bank.waiting(), ['slow.xml']);
  await bank.put('slow.xml', report);
  await bank.round();
  assert.deepEqual(
    [(await states()).toSorted(), await bank.waiting()],
    [['ACCEPTED', 'SUCCESS'], []],
  );
});

test('an operator sees what left, what came, and prints a file as it was sent', async () => {
  const { messageId } = await sendTwo();
  await bank.put('odd.xml', '<a/>');
  await bank.round();
  const page = { route, limit: 5 };
  const [left] = await listBatches(db.database, page);
  assert.deepEqual([left?.reference, left?.state, left?.orders], [messageId, 'SENT', 2]);
  const [came] = await listFiles(db.database, page);
  assert.deepEqual([came?.name, came?.type], ['odd.xml', null]);
  assert.match(came!.reason!, /neither pain.002/);
  const found = await findBatchBytes(db.database, messageId);
  assert.equal(found?.bytes.toString(), await bank.readSent(found!.name));
  assert.equal(await findBatchBytes(db.database, 'JK0'), null);
});

async function renewDatabase(): Promise<TestDatabase> {
  await db.close();
  db = await postgres.database();
  return db;
}

/** A place where files arrive and the answer is what `answer` says. */
function lossy(
  deps: FileDeps,
  answer: () => Awaited<ReturnType<FileTransport['put']>>,
): FileDeps['openPlace'] {
  return async (place) => {
    const transport = await deps.openPlace(place);
    return {
      ...transport,
      async put(name, bytes, mayLeave) {
        await transport.put(name, bytes, mayLeave);
        return answer();
      },
    };
  };
}

test('a file whose reading is cut short is read again once, and then refused; the files behind it are read', async () => {
  const { ids, messageId } = await sendTwo();
  const reader = bank.depsOf(7).fileReader;
  let readings = 0;
  const fileReader: FileDeps['fileReader'] = {
    read(source, file) {
      if (file.name !== 'a-heavy.xml') return reader.read(source, file);
      readings += 1;
      return createFileReader(0).read(source, file);
    },
  };
  await bank.put('a-heavy.xml', statusFile(messageId, [{ id: ids[0]!, status: 'ACSC' }]));
  await bank.put('b-light.xml', statusFile(messageId, [{ id: ids[1]!, status: 'ACSC' }]));
  const rounds = createFileRounds({ ...bank.depsOf(7), fileReader });
  await rounds.runOnce();
  assert.deepEqual((await states()).toSorted(), ['ACCEPTED', 'SUCCESS']);
  assert.deepEqual(await bank.waiting(), ['a-heavy.xml']);
  assert.ok(bank.log.includes('warn reading of a file of the provider cut short'));
  await rounds.runOnce();
  await rounds.runOnce();
  assert.equal(readings, 2);
  const [heavy] = (await listFiles(db.database, { route, limit: 10 })).filter(
    ({ name }) => name === 'a-heavy.xml',
  );
  assert.equal(heavy?.type, null);
  assert.match(heavy?.reason ?? '', /cut short twice/);
});
