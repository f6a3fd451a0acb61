// Does a connector find its way out of every unknown outcome, with nothing executed twice and nothing forgotten?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResult } from '../connector.ts';
import { assertKind, assertUnknown } from './assertions.ts';
import { createTestContext } from './test-context.ts';
import type { World } from './world.ts';

export function lostAnswerTests<Config>(world: () => World<Config>): void {
  test('answer lost after execution (8003): unknown, the look-up finds it, a replay executes nothing', async () => {
    const { capabilities, order, submit, query, executions, impatient, simulator } = world();
    const orders = await Promise.all(capabilities.operations.map((kind) => order(kind, '8003')));
    const first = await Promise.all(orders.map((each) => submit(each, 'first', impatient)));
    await simulator.advance(3);
    for (const [at, each] of orders.entries()) {
      const { kind } = each.intent;
      assertUnknown(first[at]!, kind);
      assertKind(await query(each), 'succeeded', kind);
      if (capabilities.replay !== 'never') assertKind(await submit(each, 'replay'), 'succeeded', kind);
      assert.equal(await executions(each.reference), 1, kind);
    }
  });

  test('request lost before execution (8004): unknown, absent, and the same bytes go out again, executed once', async () => {
    const { capabilities, order, submit, query, executions, impatient, simulator } = world();
    const orders = await Promise.all(capabilities.operations.map((kind) => order(kind, '8004')));
    const first = await Promise.all(orders.map((each) => submit(each, 'first', impatient)));
    for (const [at, each] of orders.entries()) {
      const { kind } = each.intent;
      assertUnknown(first[at]!, kind);
      assertKind(await query(each), 'absent', kind);
      assert.equal(await executions(each.reference), 0, kind);
      assertKind(await submit(each, 'replay'), 'pending', kind);
    }
    await simulator.advance(3);
    for (const each of orders) {
      assertKind(await query(each), 'succeeded', each.intent.kind);
      assert.equal(await executions(each.reference), 1, each.intent.kind);
    }
  });

  test('HTTP 503: unknown, never failed; the look-up decides', async () => {
    const { subject, order, submit, query, simulator, executions } = world();
    const each = await order(subject.mainKind, '0001');
    await simulator.misbehave({ http503: 1 });
    assertUnknown(await submit(each));
    await simulator.misbehave({ http503: 1 });
    assertUnknown(await query(each), 'a look-up that failed proves nothing');
    assertKind(await query(each), 'absent');
    assertKind(await submit(each, 'replay'), 'pending');
    await simulator.advance(3);
    assert.equal(await executions(each.reference), 1);
  });

  test('a refused connection is "not sent"; a look-up over it is unknown', async () => {
    const { subject, connector, transport, order } = world();
    const each = await order(subject.mainKind, '0001');
    const nobody = createTestContext(subject.config('http://127.0.0.1:1', 2_000), transport.http);
    assertKind(await connector.execute(nobody, each.intent, each.prepared, 'first'), 'not_sent');
    assertUnknown(await connector.query(nobody, each.intent, each.prepared.refs));
  });

  for (const [name, answer] of rubbish) {
    test(`${name} proves nothing, for a submit and for a look-up`, async () => {
      const { subject, connector, context, order } = world();
      const each = await order(subject.mainKind, '0001');
      const strange = createTestContext(context.config, () => Promise.resolve(answer));
      assertUnknown(await connector.execute(strange, each.intent, each.prepared, 'first'));
      assertUnknown(await connector.query(strange, each.intent, each.prepared.refs));
      assertUnknown(await connector.query(strange, each.intent, { ...each.prepared.refs, theirs: 'T1', session: 'S1' }));
    });
  }

  test('a status or code that the protocol does not list is unknown and logged', async () => {
    const { subject, connector, context, order } = world();
    for (const answer of subject.unlistedAnswers) {
      const each = await order(subject.mainKind, '0001');
      const strange = createTestContext(context.config, () => Promise.resolve(withReference(answer, each.reference)));
      assertUnknown(await connector.execute(strange, each.intent, each.prepared, 'first'));
      assert.ok(strange.lines.length > 0, 'an operator must be able to see it');
    }
  });

  test('unlisted codes are known to the suite', () => {
    assert.ok(world().subject.unlistedAnswers.length > 0, 'the subject must name answers of its protocol that are not listed');
  });
}

const rubbish: [string, HttpResult][] = [
  ['a read time-out', { kind: 'lost', cause: 'timeout' }],
  ['a reset', { kind: 'lost', cause: 'connection' }],
  ['HTTP 500', answerOf(500, '{"error":"boom"}')],
  ['a page of a proxy', answerOf(502, '<html>Bad gateway</html>')],
  ['a 404 page', answerOf(404, '<html>Not found</html>')],
  ['an empty 200', answerOf(200, '')],
  ['a cut-off body', answerOf(200, '{"status":"succ')],
  ['a list', answerOf(200, '[]')],
  ['an empty object', answerOf(201, '{}')],
  ['a redirect', answerOf(302, '')],
];

function answerOf(status: number, body: string): HttpResult {
  return { kind: 'answer', status, headers: {}, body: Buffer.from(body) };
}

/** Answers of subjects write `<reference>` where the protocol repeats our reference. */
function withReference(answer: HttpResult, reference: string): HttpResult {
  if (answer.kind !== 'answer') return answer;
  return { ...answer, body: Buffer.from(answer.body.toString('utf8').replaceAll('<reference>', reference)) };
}
