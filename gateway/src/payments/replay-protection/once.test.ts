// M2 on a real database, with two nodes: a signature is answered once, whoever asks again and
// wherever, and a node that dies leaves nothing stuck.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import { createReplayProtection, StillAnswering } from './index.ts';
import type { ReplayProtection } from './index.ts';
import type { SignedRequest } from './once.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let nodes: ReplayProtection[];

/** Through the gateway's own connection, with its planner settings. */
const read = <Row>(text: string) => db.database.query<Row>({ name: text.slice(0, 60), text });
const rows = async () => (await read('select 1 from signed_request')).length;

const living = 1;
const alsoLiving = 2;
const dead = 3;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(
    `insert into node (incarnation, node_id, lease_until)
      values (${living}, 'a', now() + interval '1 hour'),
      (${alsoLiving}, 'b', now() + interval '1 hour'),
       (${dead}, 'c', now() - interval '1 hour')`,
  );
  nodes = [living, alsoLiving].map(nodeOf);
});
after(async () => {
  await Promise.all(nodes.map((node) => node.drain()));
  await db.close();
  await postgres.close();
});

function nodeOf(node: number): ReplayProtection {
  return createReplayProtection({
    database: db.database,
    node,
    onError: (error) => assert.fail(String(error)),
    // Longer than any stall of the machine.
    timeoutMs: 60_000,
  });
}
function request(change: Partial<SignedRequest> = {}): SignedRequest {
  return {
    accountId: 1,
    signature: randomBytes(32),
    path: '/operation',
    expiresAtMs: Date.now() + 300_000,
    ...change,
  };
}
const answering = (text: string, isFinal = true) => {
  const calls = { count: 0 };
  return { calls, answer: () => (calls.count++, Promise.resolve({ text, isFinal })) };
};

test('M2 a signature is answered once; again it gets the stored answer, on any node', async () => {
  const { calls, answer } = answering('{"code":2000,"msg":"\\"quoted\\" \\\\ é"}');
  const once = request();
  const first = await nodes[0]!.answerOnce(once, answer);
  const again = await nodes[0]!.answerOnce(once, answer);
  const elsewhere = await nodes[1]!.answerOnce(once, answer);
  assert.deepEqual(
    [first, again, elsewhere],
    Array(3).fill('{"code":2000,"msg":"\\"quoted\\" \\\\ é"}'),
  );
  assert.equal(calls.count, 1);
});

test('M2 on another path it is not answered, at the same moment either', async () => {
  const { calls, answer } = answering('done');
  const once = request();
  await nodes[0]!.answerOnce(once, answer);
  for (const node of nodes)
    assert.equal(await node.answerOnce({ ...once, path: '/refund-cancel' }, answer), null);
  const fresh = request();
  const both = await Promise.all([
    nodes[0]!.answerOnce(fresh, answer),
    nodes[0]!.answerOnce({ ...fresh, path: '/refund-cancel' }, answer),
    nodes[1]!.answerOnce({ ...fresh, path: '/new-claim' }, answer),
  ]);
  assert.deepEqual(
    both.filter((text) => text !== null),
    ['done'],
  );
  assert.equal(calls.count, 2);
});

test('M2 equal requests at the same moment on two nodes are carried out once, and all get the answer', async () => {
  for (let round = 0; round < 10; round++) {
    const { calls, answer } = answering(`round ${round}`);
    const once = request();
    const slowly = async () => (await new Promise((resolve) => setTimeout(resolve, 20)), answer());
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) => nodes[index % 2]!.answerOnce(once, slowly)),
    );
    assert.deepEqual(new Set(all), new Set([`round ${round}`]));
    assert.equal(calls.count, 1);
  }
});

test('M2 accounts do not meet, and different signatures do not', async () => {
  const { calls, answer } = answering('own');
  const once = request();
  await Promise.all([
    nodes[0]!.answerOnce(once, answer),
    nodes[0]!.answerOnce({ ...once, accountId: 2 }, answer),
    nodes[0]!.answerOnce(request(), answer),
  ]);
  assert.equal(calls.count, 3);
});

test('M2 what was refused for the moment may be tried again on its path, and only there', async () => {
  const { calls, answer } = answering('too many', false);
  const once = request();
  assert.equal(await nodes[0]!.answerOnce(once, answer), 'too many');
  await nodes[0]!.drain();
  assert.equal(await nodes[1]!.answerOnce({ ...once, path: '/refund-cancel' }, answer), null);
  assert.equal(await nodes[1]!.answerOnce(once, answering('now').answer), 'now');
  assert.equal(calls.count, 1);
});

test('M2 an error leaves it to be tried again', async () => {
  const once = request();
  await assert.rejects(
    nodes[0]!.answerOnce(once, () => Promise.reject(new Error('fate unknown'))),
    /fate unknown/,
  );
  assert.equal(await nodes[0]!.answerOnce(once, answering('second').answer), 'second');
});

test('M2 a node that died before its answer: the repeat is carried out, once, on the path of the first', async () => {
  const once = request();
  const lost = nodeOf(dead);
  void lost.answerOnce(once, () => new Promise(() => {}));
  const reserved = () => read(`select 1 from signed_request where owner = ${dead}`);
  await until('it is reserved', async () => (await reserved()).length > 0);
  const { calls, answer: giveAnswer } = answering('taken over');
  const reported: boolean[] = [];
  const answer = (again: boolean) => (reported.push(again), giveAnswer());
  assert.equal(await nodes[0]!.answerOnce({ ...once, path: '/refund-cancel' }, answer), null);
  const all = await Promise.all(
    [0, 1, 0, 1].map((index) => nodes[index]!.answerOnce(once, answer)),
  );
  assert.deepEqual(all, Array(4).fill('taken over'));
  assert.equal(calls.count, 1);
  assert.deepEqual(reported, [true], 'what it asks for may have been done');
  await nodes[0]!.answerOnce(request(), answer);
  assert.deepEqual(reported, [true, false]);
});

test('M2 a node that lives and does not come to an answer: whoever asks again is left unanswered, and counted', async () => {
  // Answers of earlier requests that are still being stored would be taken for this one.
  await nodes[0]!.drain();
  const once = request();
  void nodes[0]!.answerOnce(once, () => new Promise(() => {}));
  const reserved = () =>
    read(`select 1 from signed_request where owner = ${living} and answer is null`);
  await until('it is reserved', async () => (await reserved()).length > 0);
  const timedOut = createReplayProtection({
    database: db.database,
    node: alsoLiving,
    onError: assert.fail,
    timeoutMs: 150,
  });
  await assert.rejects(timedOut.answerOnce(once, answering('never').answer), StillAnswering);
  assert.equal(timedOut.unanswered, 1);
});

test('M2 the sweep removes what is too old, and nothing else', async () => {
  const [old, young] = [request({ expiresAtMs: Date.now() - 1 }), request()];
  for (const each of [old, young]) await nodes[0]!.answerOnce(each, answering('first').answer);
  await nodes[0]!.drain();
  const before = await rows();
  assert.equal(await nodes[1]!.sweep(), false);
  assert.equal(await rows(), before - 1);
  assert.equal(await nodes[0]!.answerOnce(young, answering('second').answer), 'first');
  await db.sql(`update installation set clock_offset = clock_offset + interval '1 hour'`);
  await nodes[1]!.sweep();
  assert.equal(
    await nodes[0]!.answerOnce(young, answering('second').answer),
    'first',
    'a sandbox whose clock was moved forgets nothing early',
  );
});

test('M2 the sweep finds its rows by index, whatever the table holds', async () => {
  await db.sql(
    `insert into signed_request (account_id, signature_hash, path, expires_at)
     select 1, sha256(n::text::bytea), '/p', now() + interval '1 hour'
       from generate_series(1, 20000) n`,
  );
  const plan = await read<{ 'QUERY PLAN': string }>(
    `explain select ctid from signed_request where expires_at <= now() order by expires_at
      limit 1000 for update skip locked`,
  );
  assert.match(
    plan.map((row) => row['QUERY PLAN']).join('\n'),
    /Index Scan using signed_request_expires/,
  );
});
