// Checks that a connector resolves every unknown outcome, with nothing executed twice and nothing
// forgotten.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Capabilities, HttpResult } from '../connector.ts';
import { assertKind, assertNothingProven, assertUnknown } from './assertions.ts';
import { createTestContext } from './test-context.ts';
import type { Fixture } from './fixture.ts';

export function lostAnswerTests<Config>(fixture: () => Fixture<Config>): void {
  test('answer lost after execution (8003): unknown, the status query finds it, a replay executes nothing', async () => {
    const { subject, capabilities, order, submit, query, executions, timedOut, simulator } =
      fixture();
    const orders = await Promise.all(capabilities.operations.map((kind) => order(kind, '8003')));
    const first = await Promise.all(orders.map((each) => submit(each, 'first', timedOut)));
    await simulator.advance(3);
    for (const [at, each] of orders.entries()) {
      const { kind } = each.intent;
      const told = subject.afterLostAnswer?.[kind]?.taken ?? 'succeeded';
      assertUnknown(first[at]!, kind);
      assertKind(await query(each), told, kind);
      if (capabilities.replay !== 'never')
        assertKind(await submit(each, 'replay'), 'succeeded', kind);
      assert.equal(await executions(each.reference), 1, kind);
    }
  });

  test('request lost before execution (8004): unknown, absent, and the same bytes go out again, executed once', async () => {
    const { subject, capabilities, order, submit, query, executions, timedOut, simulator } =
      fixture();
    const orders = await Promise.all(capabilities.operations.map((kind) => order(kind, '8004')));
    const first = await Promise.all(orders.map((each) => submit(each, 'first', timedOut)));
    for (const [at, each] of orders.entries()) {
      const { kind } = each.intent;
      assertUnknown(first[at]!, kind);
      assertKind(await query(each), subject.afterLostAnswer?.[kind]?.never ?? 'absent', kind);
      assert.equal(await executions(each.reference), 0, kind);
      if (capabilities.replay !== 'never')
        assertKind(await submit(each, 'replay'), 'pending', kind);
    }
    await simulator.advance(3);
    const count = capabilities.replay === 'never' ? 0 : 1;
    for (const each of orders) {
      if (count === 1) assertKind(await query(each), 'succeeded', each.intent.kind);
      assert.equal(await executions(each.reference), count, each.intent.kind);
    }
  });

  for (const outage of ['http503', 'http408'] as const)
    test(`${outage}: unknown, never failed; the status query decides`, async () => {
      const { subject, capabilities, order, submit, query, simulator, executions } = fixture();
      const each = await order(subject.mainKind, '0001');
      await simulator.misbehave({ [outage]: 1 });
      assertNothingProven(fixture(), await submit(each));
      if (asksByOurs(capabilities)) {
        await simulator.misbehave({ [outage]: 1 });
        assertUnknown(await query(each), 'a look-up that failed proves nothing');
      }
      assertKind(await query(each), subject.afterLostAnswer?.[subject.mainKind]?.never ?? 'absent');
      if (capabilities.replay === 'never') return;
      assertKind(await submit(each, 'replay'), 'pending');
      await simulator.advance(3);
      assert.equal(await executions(each.reference), 1);
    });

  test('a refused connection is "not sent"; a status query over it is unknown', async () => {
    const { subject, capabilities, connector, context, transport, order } = fixture();
    const each = await order(subject.mainKind, '0001');
    const nobody = createTestContext(subject.config('http://127.0.0.1:1', 60_000), transport.http);
    nobody.card = context.card;
    assertKind(await connector.execute(nobody, each.intent, each.prepared, 'first'), 'not_sent');
    if (asksByOurs(capabilities))
      assertUnknown(await connector.query(nobody, each.intent, each.prepared.refs));
  });

  for (const [name, answer] of rubbish) {
    test(`${name} proves nothing, for a submit and for a look-up`, async () => {
      const { subject, capabilities, connector, order, answering } = fixture();
      const each = await order(subject.mainKind, '0001');
      const strange = answering(answer);
      const outcome = await connector.execute(strange, each.intent, each.prepared, 'first');
      assertNothingProven(fixture(), outcome);
      if (asksByOurs(capabilities))
        assertUnknown(await connector.query(strange, each.intent, each.prepared.refs));
      if (capabilities.queryBy.length === 0) return;
      assertUnknown(
        await connector.query(strange, each.intent, {
          ...each.prepared.refs,
          theirs: 'T1',
          session: 'S1',
        }),
      );
    });
  }

  test('a status or code that the protocol does not list is unknown and logged', async () => {
    const { subject, connector, order, answering } = fixture();
    for (const answer of subject.unlistedAnswers) {
      const each = await order(subject.mainKind, '0001');
      const strange = answering(withReference(answer, each.reference));
      const outcome = await connector.execute(strange, each.intent, each.prepared, 'first');
      assertNothingProven(fixture(), outcome);
      assert.ok(strange.lines.length > 0, 'an operator must be able to see it');
    }
  });

  test('unlisted codes are known to the suite', () => {
    assert.ok(
      fixture().subject.unlistedAnswers.length > 0,
      'the subject must name answers of its protocol that are not listed',
    );
  });
}

/** Where only the provider's reference can be asked for, a query without it makes no call. */
const asksByOurs = ({ queryBy }: Capabilities): boolean => queryBy.includes('ours');

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
  return {
    ...answer,
    body: Buffer.from(answer.body.toString('utf8').replaceAll('<reference>', reference)),
  };
}
