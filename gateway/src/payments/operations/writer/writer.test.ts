// F03 on a real PostgreSQL: a commit whose acknowledgement is lost is answered as what it was.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { until } from '../../../../../acceptance/harness/until.ts';
import { registerNodes } from '../../../node/doctor/testing/nodes.ts';
import { useDatabase } from '../../../node/doctor/testing/use-postgres.ts';
import { CommitUnknown } from '../../../platform/db/group-commit.ts';
import { holdClock } from '../../../platform/testing/held-clock.ts';
import type { OpenCommand } from '../model/commands.ts';
import { faulty, oneAccount, openingOf, storedCount, writerOn } from './testing/lost-commit.ts';

const db = useDatabase(async () => {
  await db.sql(oneAccount);
  await registerNodes(db, 7);
});
let count = 0;
let externalId: string;
beforeEach(() => {
  externalId = String(++count);
});

test('F03 committed, acknowledgement lost: the first answer stands, nothing is written twice', async () => {
  const writer = writerOn(faulty(db, () => Promise.resolve(true)));
  const result = await writer.open(openingOf(externalId));
  assert.equal(result.type, 'opened');
  assert.equal(await storedCount(db, externalId), 1);
  await writer.close();
});

test('F03 lost before the commit: written again', async () => {
  const writer = writerOn(faulty(db, () => Promise.resolve(false)));
  const result = await writer.open(openingOf(externalId));
  assert.equal(result.type, 'opened');
  assert.equal(await storedCount(db, externalId), 1);
  await writer.close();
});

test('F03 a server process that still commits is waited for, and within 4 s nobody answers for it', async () => {
  // A purpose that may sit in a transaction for longer than the test takes.
  const blocker = await db.database.connect('report');
  await blocker.query({ name: 'begin', text: 'begin' });
  const clock = holdClock();
  const writer = writerOn(faulty(db, () => Promise.resolve(false), 1));
  // Stands for the backend that is still busy with our commit: it holds the mark.
  await blocker.query({
    name: 'hold_mark',
    text: 'select from writer_commit where incarnation = 7 for update',
  });
  const answers: unknown[] = [];
  const opening = clock.run(() => writer.open(openingOf(externalId)));
  opening.catch((error: unknown) => answers.push(error));
  await until('the mark is asked for', async () => {
    const waiting = await db.database.query({
      name: 'waiting',
      text: `select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`,
    });
    return waiting.length > 0;
  });
  clock.pass(3_999);
  assert.equal(await storedCount(db, externalId), 0);
  assert.deepEqual(answers, [], 'it is still waited for');
  clock.pass(2);
  await until('it is given up', () => answers.length > 0);
  await assert.rejects(opening, CommitUnknown);
  await blocker.query({ name: 'rollback', text: 'rollback' });
  await blocker.close();
  const result = await writer.open(openingOf(externalId));
  assert.equal(result.type, 'opened', 'the writer goes on');
  assert.equal(await storedCount(db, externalId), 1);
  await writer.close();
});

test('a command that our code fails to decide does not fail its neighbours', async () => {
  const writer = writerOn(db.database);
  const bad = openingOf(externalId);
  const neighbours = [String(++count), String(++count)].map(openingOf);
  // Refused at the opening, so its callback is composed at once, and that throws.
  const poison: OpenCommand = {
    ...bad,
    terms: { ...bad.terms, callbackUrl: 'http://127.0.0.1:9/' },
    refusal: { errorId: 26, message: null },
  };
  const [one, failed, other] = await Promise.allSettled(
    [neighbours[0]!, poison, neighbours[1]!].map((command) => writer.open(command)),
  );
  assert.equal(one?.status === 'fulfilled' && one.value.type, 'opened');
  assert.equal(failed?.status, 'rejected');
  assert.equal(other?.status === 'fulfilled' && other.value.type, 'opened');
  assert.equal(await storedCount(db, externalId), 0);
  await writer.close();
});
