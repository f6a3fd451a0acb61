// H5: the file of a chat message is stored apart from what is read often, read again to be sent,
// and removed at the end of its operation. Nobody else's order waits for it.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { registerNodes } from '../../../node/doctor/testing/nodes.ts';
import { useDatabase } from '../../../node/doctor/testing/use-postgres.ts';
import type { Connection, Database } from '../../../platform/db/database.ts';
import { stepOperation } from './execute.ts';
import type { ExecuteDeps, Job } from './job.ts';
import { withMedia } from '../writer/media.ts';
import type { OperationTerms } from '../model/operation.ts';
import { findOperations } from '../queries/store.ts';
import { oneAccount } from '../writer/testing/lost-commit.ts';
import { testAttempt, testOpening, testTerms, unguarded } from '../testing.ts';
import { startWriter } from '../writer/writer.ts';

const db = useDatabase(async () => {
  await db.sql(oneAccount);
  await registerNodes(db, 7);
});

const openWriter = (database: Database = db.database) =>
  startWriter({
    database,
    node: 7,
    composeCallback: () => assert.fail('nobody is called back'),
    onCallbacks: () => {},
  });

let count = 0;
function chat(base64: string): OperationTerms {
  const id = String(1_000_000_000_000 + ++count);
  const { details } = testTerms();
  const media = { name: 'Photo', extension: '.png', base64 };
  const extra = { type: 'chat' as const, message: 'Bonjour', media };
  return testTerms({ id, externalId: id, details: { ...details, extra } });
}

const base64Of = ({ details: { extra } }: OperationTerms): string | undefined =>
  extra.type === 'chat' ? extra.media?.base64 : undefined;

const stored = () =>
  db.database.query<{ id: bigint; content: Buffer }>({
    name: 'stored_media',
    text: 'select operation_id as id, content from operation_media order by operation_id',
  });

/** One step on a provider that takes all; what it was given to prepare and to send. */
async function step(
  writer: ReturnType<typeof openWriter>,
  job: Job,
  given: [what: string, base64: string | undefined][],
) {
  const connector = {
    name: 'test',
    prepare: (_: unknown, terms: OperationTerms) => {
      given.push(['prepared', base64Of(terms)]);
      return { refs: { ours: 'ref' }, method: 'POST', path: '/', body: '' };
    },
    execute: (_: unknown, terms: OperationTerms) => {
      given.push(['sent', base64Of(terms)]);
      return Promise.resolve({ kind: 'succeeded', refs: { ours: 'ref' } });
    },
    query: () => Promise.resolve({ kind: 'absent', refs: { ours: 'ref' } }),
  };
  const resolution = { steps: ['query', 'replaySameBytes'], quiescenceMs: 0 };
  const capabilities = { resolution };
  const deps = {
    writer,
    providers: {
      of: () => ({ connector, route: 'OPA_SN', counterparty: 'them', capabilities }),
      intentOf: (_: unknown, terms: OperationTerms) => terms,
    },
    catalogue: () => ({ service: () => undefined, route: () => undefined }),
    now: () => Date.now(),
    log: () => {},
    holdsLease: () => true,
    sends: unguarded,
    withMedia: (terms: OperationTerms) => withMedia(db.database, terms),
  } as unknown as ExecuteDeps;
  return stepOperation(deps, job);
}

test('H5 a file is stored as it is beside its operation, sent whole, and removed at the end', async () => {
  const writer = openWriter();
  const file = randomBytes(100_000);
  const terms = chat(file.toString('base64'));
  await writer.open(testOpening(terms));
  const [read] = await findOperations(db.database, [terms]);
  assert.equal(base64Of(read!.terms), '', 'not with what is read often');
  assert.deepEqual(await stored(), [{ id: BigInt(terms.id), content: file }]);
  const given: [string, string | undefined][] = [];
  const { job } = await step(writer, { operation: read!, attempt: null, fresh: false }, given);
  const sent = await step(writer, job, given);
  assert.equal(sent.job.operation.state.state, 'SUCCESS');
  const whole = file.toString('base64');
  assert.deepEqual(given, [
    ['prepared', whole],
    ['sent', whole],
  ]);
  assert.deepEqual(await stored(), []);
  await assert.rejects(withMedia(db.database, read!.terms), /is removed/);
  await writer.close();
});

test('H5 the file of an order that is refused at once is not stored', async () => {
  const writer = openWriter();
  const refusal = { errorId: 135, message: null };
  const { type } = await writer.open(testOpening(chat('QUJD'), { refusal }));
  assert.deepEqual([type, await stored()], ['opened', []]);
  await writer.close();
});

test('H5 a file that has to be sent again is there before its attempt is written', async () => {
  const writer = openWriter();
  const terms = chat('QUJD');
  const opened = await writer.open(testOpening(terms, { attempt: testAttempt() }));
  assert.ok(opened.type === 'opened');
  const lost = await writer.advance({
    type: 'advance',
    terms,
    attempt: opened.attempt,
    operationEvent: {
      type: 'lose_answer',
      refs: { ours: 'ref-1' },
      cause: 'timeout',
      nextStepInMs: 0,
    },
  });
  assert.ok(lost.type === 'advanced');
  const [operation] = await findOperations(db.database, [terms]);
  const attempt = { ...lost.attempt!, absences: 1 };
  await db.sql(`delete from operation_media`);
  const again = () => step(writer, { operation: operation!, attempt, fresh: false }, []);
  await assert.rejects(again, /is removed/);
  const [unsent] = await findOperations(db.database, [terms]);
  assert.equal(unsent!.state.state, 'UNKNOWN');
  await writer.close();
});

test('H5 nobody waits for the commit of a large file but who sent it', async () => {
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('b', '');
    insert into balance (account_id, currency, available) values (2, 'XOF', 10000000000)`);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: delayed, resolve: delay } = Promise.withResolvers<void>();
  const writer = openWriter({
    ...db.database,
    async connect(purpose) {
      const connection = await db.database.connect(purpose);
      if (purpose !== 'large') return connection;
      const query: Connection['query'] = async (statement, values) => {
        if (statement.text === 'commit') {
          delay();
          await released;
        }
        return connection.query(statement, values);
      };
      return { ...connection, query };
    },
  });
  const large = writer.open(testOpening(chat('QUJD'.repeat(20_000))));
  await Promise.race([delayed, large.then(() => assert.fail('it was not alone'))]);
  const small = await writer.open(testOpening({ ...chat('QUJD'), accountId: 2 }));
  assert.equal(small.type, 'opened');
  release();
  assert.equal((await large).type, 'opened');
  await writer.close();
});
