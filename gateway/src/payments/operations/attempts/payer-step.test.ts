// Payers' steps on a real database (decision 0064): each is an attempt of its own, written ahead
// and asked about; it is sent once, whoever hands it in; and what the payer typed is stored
// nowhere.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { about } from '@jokko/connectors/kit';
import type { Connector, Outcome, QueryOutcome, Refs, StepInput } from '@jokko/connectors/kit';
import { runDoctor } from '../../../node/doctor/index.ts';
import { registerNodes } from '../../../node/doctor/testing/nodes.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../../node/doctor/testing/postgres.ts';
import { createCardVault } from './card-vault.ts';
import { startDispatcher } from './dispatch.ts';
import { stepOperation } from './execute.ts';
import type { Operation } from '../model/operation.ts';
import { attemptsOfPayerMax, takePayerStep, type PayerStepDeps } from './payer-step.ts';
import { firstAttempt } from './prepare-attempt.ts';
import { handleProviderEvent } from './provider-event.ts';
import type { Provider } from './providers.ts';
import { createOperationReader } from '../queries/reader.ts';
import { findLatestAttempts, findOperations } from '../queries/store.ts';
import { testOpening, testTerms, unguarded, units } from '../testing.ts';
import { startWriter } from '../writer/writer.ts';

const route = 'OPA_SN';
/** Nobody waits for so long here. */
const stepTimeoutMs = 120_000;
const otp = { digits: 6, how: { fr: 'Composez #144#', en: 'Dial #144#' } };
const asked = (refs: Refs): Outcome => ({
  kind: 'pending',
  refs,
  stage: 'payer',
  challenge: { otp, expiresInMs: 900_000 },
});
const resolve = {
  steps: ['query', 'manual'] as ('query' | 'manual')[],
  notBeforeMs: 0,
  quiescenceMs: 0,
  giveUpAfterMs: 259_200_000,
};

/** What the provider answers to steps and to questions, in order, and what it was given. */
interface Script {
  steps: ((refs: Refs) => Outcome | Promise<Outcome>)[];
  queries: ((refs: Refs) => QueryOutcome)[];
  sent: (StepInput | null)[];
  asked: Refs[];
}

function scripted(): { script: Script; connector: Connector } {
  const script: Script = { steps: [], queries: [], sent: [], asked: [] };
  const request = { method: 'POST' as const, path: '/', body: '{}' };
  const connector = {
    name: 'scripted',
    prepare: (_config, _intent, ours) => ({ refs: { ours }, ...request }),
    execute: (_context, _intent, { refs }) => Promise.resolve(asked({ ...refs, order: 'O1' })),
    prepareStep: (_config, _intent, refs, ours, input) =>
      input.otp?.length === otp.digits
        ? { refs: { ours, order: refs['order'] }, ...request, step: 'confirm' }
        : { catalogue: 'invalid_otp', provider: 'too short', retryable: 'never' },
    async executeStep(_context, _intent, { refs }, input) {
      script.sent.push(input);
      return script.steps.shift()!(refs);
    },
    async query(_context, _intent, refs) {
      script.asked.push(refs);
      return script.queries.shift()!(refs);
    },
  } as Partial<Connector> as Connector;
  return { script, connector };
}

let postgres: TestPostgres;
let db: TestDatabase;
const closing: (() => Promise<void>)[] = [];
let count = 0;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('a', '');
    insert into catalogue (document) values ('{}');
    insert into balance (account_id, currency, available) values (1, 'XOF', ${units(100_000)})`);
  await registerNodes(db, 7, 8);
});
after(async () => {
  for (const close of closing) await close();
  await db.close();
  await postgres.close();
});

interface Node {
  deps: PayerStepDeps;
  provider: Provider;
  script: Script;
  /** What the node believes about itself and its route. */
  given: { diesBeforeSending: boolean; closed: string | null };
}

function startNode(number: number): Node {
  const { script, connector } = scripted();
  const provider = {
    route,
    connector,
    config: {},
    counterparty: 'one',
    resultWithinMs: 86_400_000,
    capabilities: {
      resolution: resolve,
      limits: { concurrency: 4, timeoutMs: 120_000 },
      notification: { bookable: true },
    },
    context: {},
  } as unknown as Provider;
  const given: Node['given'] = { diesBeforeSending: false, closed: null };
  let holdsLease = true;
  const writer = startWriter({
    database: db.database,
    node: number,
    composeCallback: () => assert.fail('nobody is called back'),
    onCallbacks: () => {},
  });
  const common = {
    database: db.database,
    node: number,
    writer,
    providers: { of: () => provider, intentOf: () => ({ phone: '+221770000000' }) },
    catalogue: () => ({ routes: [{ name: route }] }),
    now: () => Date.now(),
    holdsLease: () => holdsLease,
    sends: {
      ...unguarded,
      refusal: () => given.closed,
      note() {
        holdsLease = !given.diesBeforeSending;
        return Promise.resolve(true);
      },
    },
    log: () => {},
    vault: createCardVault(),
  } as unknown as Parameters<typeof startDispatcher>[0] & PayerStepDeps;
  const dispatcher = startDispatcher(common);
  closing.push(async () => {
    await dispatcher.close();
    await writer.close();
  });
  return { deps: { ...common, dispatcher }, provider, script, given };
}

/** An operation whose payer is asked for a code. */
async function waiting(node: Node): Promise<Operation['terms']> {
  const id = String(1_000_000_000_000 + ++count);
  const terms = testTerms({ id, externalId: id, direction: 'CREDIT', paymentPageToken: 'ab' });
  const attempt = firstAttempt(
    node.deps,
    { terms, state: { attempts: 0 } as Operation['state'] },
    node.provider,
  );
  const opened = await node.deps.writer.open(testOpening(terms, { attempt }));
  assert.ok(opened.type === 'opened');
  await stepOperation(node.deps, {
    operation: opened.operation,
    attempt: opened.attempt,
    fresh: true,
  });
  return terms;
}

const step = (node: Node, terms: Operation['terms'], attempt: number, code = '123456') =>
  takePayerStep(
    node.deps,
    { accountId: 1, id: terms.id, attempt, input: { otp: code } },
    stepTimeoutMs,
  );

async function read({ id }: Operation['terms']) {
  const [operation] = await findOperations(db.database, [{ accountId: 1, id }]);
  const attempt = (await findLatestAttempts(db.database, [{ accountId: 1, id }])).get(id)!;
  const rows = await db.database.query<{ line: string }>(
    {
      name: 'attempts',
      text: `select number || ' ' || state as line from attempt where operation_id = $1
        order by number`,
    },
    [id],
  );
  return { operation: operation!, attempt, state: operation!.state, attempts: rows.map(lineOf) };
}
const lineOf = ({ line }: { line: string }) => line;

const succeeds = (refs: Refs): Outcome => ({
  kind: 'succeeded',
  refs: { ...refs, theirs: `P${count}` },
});

test('a code that the payer types is an attempt of its own, and is stored nowhere', async () => {
  const node = startNode(7);
  const terms = await waiting(node);
  node.script.steps = [succeeds];
  const result = await step(node, terms, 1, 'kolawo');
  assert.equal(result.type === 'taken' && result.operation.state.state, 'SUCCESS');
  assert.deepEqual((await read(terms)).attempts, ['1 CONTINUED', '2 SUCCEEDED']);
  assert.deepEqual(node.script.sent, [{ otp: 'kolawo' }]);
  const [stored] = await db.database.query<{ text: string }>(
    {
      name: 'all_of_it',
      text: `select o::text || (select string_agg(a::text, ' ') from attempt a
        where a.operation_id = o.id)
        || (select string_agg(r::text, ' ') from attempt_request r where r.operation_id = o.id)
        || (select string_agg(t::text, ' ') from operation_transition t
          where t.operation_id = o.id) as text
      from operation o where id = $1`,
    },
    [terms.id],
  );
  assert.ok(!stored!.text.includes('kolawo'));
});

test('a wrong code asks the payer again, who then pays; a code that cannot be right is not sent', async () => {
  const node = startNode(7);
  const terms = await waiting(node);
  assert.equal((await step(node, terms, 1, '12')).type, 'refused');
  assert.deepEqual((await read(terms)).attempts, ['1 ACCEPTED']);
  node.script.steps = [asked, succeeds];
  await step(node, terms, 1);
  const again = await read(terms);
  assert.deepEqual(
    [again.state.state, again.state.stage, again.state.challenge?.lastStep],
    ['ACCEPTED', 'payer', 'refused'],
  );
  await step(node, terms, 2);
  const { state, attempts } = await read(terms);
  assert.deepEqual(
    [state.state, attempts],
    ['SUCCESS', ['1 CONTINUED', '2 CONTINUED', '3 SUCCEEDED']],
  );
});

test('a hard refusal ends the operation', async () => {
  const node = startNode(7);
  const terms = await waiting(node);
  const error = { catalogue: 'x', provider: 'blocked', retryable: 'never' } as const;
  node.script.steps = [(refs) => ({ kind: 'failed', refs, error, executed: 'no' })];
  await step(node, terms, 1);
  const { state, attempts } = await read(terms);
  assert.deepEqual([state.state, state.proof], ['FAILED', 'provider_refused']);
  assert.deepEqual(attempts, ['1 CONTINUED', '2 FAILED']);
});

test('I-12 two pages that hand in at once, at two nodes, make one attempt', async () => {
  const [one, other] = [startNode(7), startNode(8)];
  const terms = await waiting(one);
  one.script.steps = other.script.steps = [succeeds];
  const results = await Promise.all([
    step(one, terms, 1),
    step(other, terms, 1),
    step(one, terms, 1),
  ]);
  assert.deepEqual(results.map(({ type }) => type).toSorted(), [
    'notWaiting',
    'notWaiting',
    'taken',
  ]);
  assert.equal(one.script.sent.length + other.script.sent.length, 1);
  assert.deepEqual((await read(terms)).attempts, ['1 CONTINUED', '2 SUCCEEDED']);
});

test('a step that certainly never left goes back to its payer with the old challenge, and not to the first attempt', async () => {
  const node = startNode(7);
  const terms = await waiting(node);
  const first = (await read(terms)).attempt;
  node.script.steps = [(refs) => ({ kind: 'not_sent', refs, cause: 'ECONNREFUSED' }), succeeds];
  await step(node, terms, 1);
  const { operation, attempt, state, attempts } = await read(terms);
  assert.deepEqual(
    [state.state, state.stage, state.challenge?.otp, state.challenge?.lastStep],
    ['ACCEPTED', 'payer', otp, 'not_sent'],
  );
  assert.deepEqual(attempts, ['1 CONTINUED', '2 ACCEPTED']);
  // Meanwhile the provider is asked about what it knows.
  node.script.queries = [(refs) => ({ kind: 'pending', refs, stage: 'payer' })];
  await stepOperation(node.deps, { operation, attempt, fresh: false });
  assert.deepEqual(node.script.asked, [first.refs]);
  await step(node, terms, 2);
  assert.equal((await read(terms)).state.state, 'SUCCESS');
});

test('F14 a node that dies after the write-ahead: the outcome is asked for, and the step never sent again', async () => {
  const [dying, other] = [startNode(7), startNode(8)];
  const terms = await waiting(dying);
  dying.given.diesBeforeSending = true;
  assert.equal((await step(dying, terms, 1)).type, 'taken');
  const sending = await read(terms);
  assert.deepEqual([sending.state.state, dying.script.sent.length], ['SENDING', 0]);
  await stepOperation(other.deps, { ...sending, fresh: false });
  const unknown = await read(terms);
  assert.deepEqual([unknown.state.state, unknown.attempt.cause], ['UNKNOWN', 'crash']);
  other.script.queries = [succeeds];
  await stepOperation(other.deps, { ...unknown, fresh: false });
  assert.equal((await read(terms)).state.state, 'SUCCESS');
  assert.deepEqual(other.script.sent, []);
});

test('F19 a step that the provider never heard of goes back to its payer: without the payer’s answer it is not sent again', async () => {
  const node = startNode(7);
  const terms = await waiting(node);
  node.script.steps = [(refs) => ({ kind: 'unknown', refs, cause: 'timeout', resolve })];
  await step(node, terms, 1);
  const absent = (refs: Refs): QueryOutcome => ({ kind: 'absent', refs });
  node.script.queries = [absent, absent];
  for (const _ of [1, 2]) await stepOperation(node.deps, { ...(await read(terms)), fresh: false });
  const { state, attempts } = await read(terms);
  assert.deepEqual([state.state, state.stage, state.challenge?.otp], ['ACCEPTED', 'payer', otp]);
  assert.deepEqual(attempts, ['1 CONTINUED', '2 ACCEPTED']);
  assert.equal(node.script.sent.length, 1);
});

test('F19 a step that must be taken back is, once its absence is proven, and has failed only when the provider says so', async () => {
  const node = startNode(7);
  const terms = await waiting(node);
  node.script.steps = [(refs) => ({ kind: 'unknown', refs, cause: 'timeout', resolve })];
  await step(node, terms, 1);
  Object.assign(node.provider.capabilities, {
    resolution: { ...resolve, steps: ['query', 'timeoutReversal'] },
  });
  const taken: string[] = [];
  const error = { catalogue: 'x', provider: 'reversed', retryable: 'never' } as const;
  const answers: QueryOutcome[] = [
    { kind: 'unknown', refs: { ours: '' }, cause: 'http5xx', resolve },
    { kind: 'failed', refs: { ours: '' }, error, executed: 'reversed' },
  ];
  node.provider.connector.cancel = (_context, _intent, refs) => {
    taken.push(refs.ours);
    const answer = answers.shift()!;
    return Promise.resolve({ ...answer, refs });
  };
  const absent = (refs: Refs): QueryOutcome => ({ kind: 'absent', refs });
  node.script.queries = [absent, absent, absent, absent];
  const states: string[] = [];
  for (let look = 0; look < 6; look++) {
    await stepOperation(node.deps, { ...(await read(terms)), fresh: false });
    states.push((await read(terms)).state.state);
  }
  assert.deepEqual(states, [...Array<string>(5).fill('UNKNOWN'), 'FAILED']);
  const { attempt, state } = await read(terms);
  assert.deepEqual(taken, [attempt.refs.ours, attempt.refs.ours]);
  assert.equal(state.proof, 'provider_failed');
  assert.equal(node.script.asked.length, 4);
});

test('F18 a cancellation of what may still be on its way drops nothing before its absence is proven', async () => {
  const node = startNode(7);
  const terms = await waiting(node);
  node.script.steps = [(refs) => ({ kind: 'unknown', refs, cause: 'timeout', resolve })];
  await step(node, terms, 1);
  Object.assign(node.provider.capabilities, {
    cancelPending: true,
    resolution: { ...resolve, steps: ['query', 'timeoutReversal'] },
  });
  const operationEvent = { type: 'ask_cancel' } as const;
  await node.deps.writer.advance({ type: 'advance', terms, attempt: null, operationEvent });
  const asked: number[] = [];
  const error = { catalogue: 'x', provider: 'taken back', retryable: 'never' } as const;
  // It has not come there yet.
  node.provider.connector.cancel = (_context, _intent, refs) => {
    asked.push(node.script.asked.length);
    return Promise.resolve({ kind: 'failed', refs, error, executed: 'no' });
  };
  const absent = (refs: Refs): QueryOutcome => ({ kind: 'absent', refs });
  node.script.queries = [absent, absent];
  for (let look = 0; look < 3; look++)
    await stepOperation(node.deps, { ...(await read(terms)), fresh: false });
  assert.deepEqual([asked, (await read(terms)).state.state], [[2], 'FAILED']);
});

test('F54 on a closed route nothing is taken back', async () => {
  const node = startNode(7);
  const terms = await waiting(node);
  node.script.steps = [(refs) => ({ kind: 'unknown', refs, cause: 'timeout', resolve })];
  await step(node, terms, 1);
  Object.assign(node.provider.capabilities, {
    resolution: { ...resolve, steps: ['query', 'timeoutReversal'] },
  });
  let canceled = 0;
  node.provider.connector.cancel = (_context, _intent, refs) => {
    canceled += 1;
    return Promise.resolve({ kind: 'absent', refs });
  };
  node.given.closed = 'recovery';
  node.script.queries = Array.from({ length: 4 }, () => (refs) => ({ kind: 'absent', refs }));
  for (let look = 0; look < 4; look++)
    await stepOperation(node.deps, { ...(await read(terms)), fresh: false });
  assert.deepEqual([(await read(terms)).state.state, canceled], ['UNKNOWN', 0]);
});

test('a notice about the attempt that was answered leads to a question about the step', async () => {
  const node = startNode(7);
  const terms = await waiting(node);
  const { attempt } = await read(terms);
  node.script.steps = [(refs) => ({ kind: 'unknown', refs, cause: 'timeout', resolve })];
  await step(node, terms, 1);
  node.script.queries = [succeeds];
  const { ours } = attempt.refs;
  const outcome: QueryOutcome = {
    kind: 'failed',
    refs: { ours },
    error: { catalogue: 'x', provider: 'expired', retryable: 'never' },
    executed: 'no',
  };
  const events = { ...node.deps, reader: createOperationReader(db.database), asking: new Map() };
  const handled = await handleProviderEvent(events, node.provider, {
    match: { ours },
    authenticated: true,
    dedupeKey: 'n1',
    outcome,
  });
  assert.equal(handled.type, 'taken');
  const { state } = await read(terms);
  assert.equal(state.state, 'SUCCESS');
  assert.equal(node.script.asked[0]?.['order'], 'O1');
});

test('F29 a success of a step that was taken for never sent is booked while its payer is waited for, and a case once another step was sent', async () => {
  const node = startNode(7);
  const events = { ...node.deps, reader: createOperationReader(db.database), asking: new Map() };
  const tell = (ours: string) =>
    handleProviderEvent(events, node.provider, {
      match: { ours },
      authenticated: true,
      dedupeKey: ours,
      outcome: about({ kind: 'succeeded', refs: { ours, theirs: `L${count}` } }, { ours }),
    });
  const isLost = (refs: Refs): Outcome => ({ kind: 'not_sent', refs, cause: 'ECONNREFUSED' });
  const stepOnce = async () => {
    const terms = await waiting(node);
    await step(node, terms, 1);
    return { terms, ours: (await read(terms)).attempt.prepared.refs.ours };
  };
  node.script.steps = [isLost, isLost, succeeds];
  const booked = await stepOnce();
  await tell(booked.ours);
  assert.equal((await read(booked.terms)).state.state, 'SUCCESS');
  const second = await stepOnce();
  await step(node, second.terms, 2);
  await tell(second.ours);
  assert.equal((await read(second.terms)).state.state, 'SUCCESS');
  const cases = await db.database.query({
    name: 'cases',
    text: 'select operation_id::text as id, kind from operation_case',
  });
  assert.deepEqual(cases, [{ id: second.terms.id, kind: 'mismatched_result' }]);
});

test('nothing goes out for an operation that is canceled or late, over a closed or another route, or too often', async () => {
  const node = startNode(7);
  const terms = await waiting(node);
  const typeOf = async () => (await step(node, terms, 1)).type;
  node.given.closed = 'recovery';
  assert.equal(await typeOf(), 'closed');
  node.given.closed = null;
  Object.assign(node.provider, { counterparty: 'another' });
  assert.equal(await typeOf(), 'closed');
  Object.assign(node.provider, { counterparty: 'one' });
  assert.equal((await step(node, terms, 2)).type, 'notWaiting');
  await db.sql(
    `update operation set challenge = jsonb_set(challenge::jsonb, '{expiresAt}',
      '"2001-01-01T00:00:00Z"') where id = ${terms.id}`,
  );
  assert.equal(await typeOf(), 'notWaiting');
  await db.sql(
    `update operation set challenge = jsonb_set(challenge::jsonb, '{expiresAt}',
      '"2999-01-01T00:00:00Z"'), cancel_requested = true where id = ${terms.id}`,
  );
  assert.equal(await typeOf(), 'notWaiting');
  assert.deepEqual((await read(terms)).attempts, ['1 ACCEPTED']);
  assert.deepEqual(node.script.sent, []);
});

test('after so many attempts the operation waits for its provider alone', async () => {
  const node = startNode(7);
  const terms = await waiting(node);
  node.script.steps = Array.from({ length: attemptsOfPayerMax }, () => asked);
  const types = [];
  for (let number = 1; number < attemptsOfPayerMax; number++) {
    let { type } = await step(node, terms, number);
    if (type === 'tooFast') {
      types.push(`${type} at ${number}`);
      // A minute later.
      await db.sql(
        `update attempt set sent_at = sent_at - interval '1 minute'
          where operation_id = ${terms.id}`,
      );
      ({ type } = await step(node, terms, number));
    }
    assert.equal(type, 'taken', String(number));
  }
  assert.deepEqual(types, ['tooFast at 6', 'tooFast at 12', 'tooFast at 18']);
  assert.equal((await step(node, terms, attemptsOfPayerMax)).type, 'spent');
  assert.equal((await read(terms)).state.state, 'ACCEPTED');
});

test('a card that this node does not hold sends nothing', async () => {
  const node = startNode(7);
  const terms = await waiting(node);
  await db.sql(
    `update operation set details = jsonb_set(details::jsonb, '{extra}', '{"type":"card"}')
      where id = ${terms.id}`,
  );
  assert.equal((await step(node, terms, 1)).type, 'noCard');
  assert.deepEqual((await read(terms)).attempts, ['1 ACCEPTED']);
});

test('I-10 I-12 I-13 I-15 the doctor finds nothing in all of this', async () => {
  const { checks } = await runDoctor(db.database);
  for (const { id, violations, examples } of checks)
    if (['I-10', 'I-12', 'I-13', 'I-15'].includes(id))
      assert.deepEqual([id, violations, examples], [id, 0, []]);
});
