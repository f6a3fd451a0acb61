// Checks that what gateways, firewalls and proxies answer in a provider's place proves nothing
// about an attempt, whatever HTTP status it bears. Plays them itself, so it needs no simulator.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResult } from '../connector.ts';
import type { Intent, OperationKind } from '../intent.ts';
import type { QueryOutcome } from '../outcome.ts';
import type { Subject } from './fixture.ts';
import { sampleIntent } from './sample-intent.ts';
import { bytes, json, ourRef } from './scripted.ts';
import { createTestContext } from './test-context.ts';

const statuses = [200, 201, 202, 204, 302, 400, 403, 404, 408, 409, 429, 500, 502, 503, 504];
const bodies = [
  '',
  '<html><body>The requested URL was rejected. Your support ID is: 1</body></html>',
  '<?xml version="1.0"?><Fault><faultcode>env:Server</faultcode></Fault>',
  'upstream request timeout',
  '{}',
  'null',
  '"OK"',
  '{"status":"SUCC',
];
const named: HttpResult[] = [
  json(504, { message: 'Endpoint request timed out' }),
  json(404, { message: 'no Route matched with those values' }),
  json(404, { statusCode: 404, message: 'Resource not found' }),
  json(404, { timestamp: '2026-11-28T10:00:00Z', status: 404, error: 'Not Found', path: '/' }),
  json(400, { timestamp: '2026-11-28T10:00:00Z', status: 400, error: 'Bad Request', path: '/' }),
  json(500, { fault: { faultstring: 'x', detail: { errorcode: 'flow.ServiceUnavailable' } } }),
  json(500, { code: '101504', type: 'Status report', description: 'Send timeout' }),
  json(400, { status: 'PENDING' }),
];
const rough = [
  ...statuses.flatMap((status) => bodies.map((body) => bytes(status, body))),
  ...named,
];

/** A server or a gateway answers these that waited too long or never reached the provider's own. */
const gaveUpWith = [408, 502, 503, 504];

/**
 * Said of the question, and never of what it asks about: who we are, that we ask too often, or
 * nothing.
 */
const refusedQuestions: readonly HttpResult[] = [
  ...[401, 403, 405, 407, 429].flatMap((status) => bodies.map((body) => bytes(status, body))),
  json(401, { statusCode: 401, message: 'Access denied due to invalid subscription key.' }),
  json(401, { error: 'invalid_token', error_description: 'The access token expired' }),
  json(401, { code: 42, message: 'Expired credentials', description: 'The token has expired' }),
  json(401, { message: 'Unauthorized', errorCode: 'INVALID_TOKEN', timeStamp: '2026-11-28' }),
  json(401, { error: { message: 'Invalid token', type: 'OAuthException', code: 190 } }),
  json(401, { response: { rmsg: 'Authentication Failed' } }),
  json(403, { code: 'disabled-wallet', message: 'no' }),
  json(400, { requestId: '1', errorCode: '400.003.01', errorMessage: 'Invalid Access Token' }),
  json(429, { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'slow' } }),
  { ...bytes(429, ''), headers: { 'retry-after': '30' } } as HttpResult,
  { kind: 'lost', cause: 'timeout' },
  { kind: 'not_sent', cause: 'ECONNREFUSED' },
];

/** A call that was never sent says as little of an attempt as an unknown outcome does. */
const provesNothing: readonly QueryOutcome['kind'][] = ['unknown', 'not_sent', 'pending'];

export function roughAnswerTests<Config>({ connector, ...subject }: Subject<Config>): void {
  const config = subject.config('http://provider.example', 10_000);
  const unless =
    subject.lacks?.includes('singleAnswers') === true && 'the first calls of an order move nothing';

  test('what somebody else answers proves nothing', { skip: unless }, async () => {
    for (const kind of connector.capabilities(config).operations) {
      const product = subject.product?.(kind);
      const sample = sampleIntent(kind, { vaultHandle: 'card', ...subject.sample?.[kind] });
      const intent: Intent = product === undefined ? sample : { ...sample, product };
      const prepared = connector.prepare(config, intent, ourRef);
      const known = { ...prepared.refs, theirs: '4711' };
      for (const answer of rough) {
        const context = createTestContext(config, () => Promise.resolve(answer));
        Object.assign(context, { token: () => Promise.resolve('t1'), card });
        const said = [
          await connector.execute(context, intent, prepared, 'first'),
          await connector.query(context, intent, prepared.refs),
          await connector.query(context, intent, known),
        ];
        for (const { kind: outcome } of said)
          assert.ok(provesNothing.includes(outcome), `${kind}: ${outcome} of ${wordsOf(answer)}`);
      }
    }
  });

  for (const what of ['submit', 'refund'] as const)
    test(`a refusal (${what}) is none in the answer of a server that gave up`, async () => {
      const { kind: main = subject.mainKind, answers = [] } = subject.refusals ?? {};
      const send = async (kind: OperationKind, answer: HttpResult) => {
        const product = subject.product?.(kind);
        const sample = sampleIntent(kind, { vaultHandle: 'card', ...subject.sample?.[kind] });
        const intent: Intent = product === undefined ? sample : { ...sample, product };
        const asked: string[] = [];
        const context = createTestContext(config, ({ method, url }) => {
          asked.push(`${method} ${url}`);
          return Promise.resolve(answer);
        });
        const token = (_key: string, _fetch: unknown, refused?: string) =>
          Promise.resolve(refused === undefined ? 't1' : 't2');
        Object.assign(context, { token, card });
        const isOrder = what === 'submit';
        const prepared = isOrder
          ? connector.prepare(config, intent, ourRef)
          : connector.prepareRefund?.(config, intent, original, ourRef);
        const run = isOrder ? connector.execute : connector.executeRefund;
        const outcome = prepared && (await run?.(context, intent, prepared, 'first'));
        return { said: outcome?.kind, asked };
      };
      let refused = 0;
      for (const kind of connector.capabilities(config).operations)
        for (const answer of answers) {
          if (answer.kind !== 'answer') continue;
          const words = `${kind}: ${answer.body.toString()}`;
          const { said } = await send(kind, answer);
          if (said === undefined) return;
          if (what === 'submit' && kind === main) assert.equal(said, 'failed', words);
          if (said === 'failed') refused++;
          for (const status of gaveUpWith) {
            const late = await send(kind, { ...answer, status });
            const proves = late.said !== undefined && !provesNothing.includes(late.said);
            assert.ok(!proves, `HTTP ${status}, ${words}: ${late.said}`);
            assert.equal(late.asked.length, new Set(late.asked).size, `sent twice, ${words}`);
          }
        }
      assert.equal(refused > 0, answers.length > 0, 'some of them refuse');
    });

  test('a question that is refused says nothing of what it asks about', async () => {
    for (const kind of connector.capabilities(config).operations) {
      const product = subject.product?.(kind);
      const sample = sampleIntent(kind, { vaultHandle: 'card', ...subject.sample?.[kind] });
      const intent: Intent = product === undefined ? sample : { ...sample, product };
      const { refs } = connector.prepare(config, intent, ourRef);
      for (const answer of refusedQuestions)
        for (const known of [refs, { ...refs, theirs: '4711', session: '4712' }])
          for (const about of ['query', 'queryRefund'] as const) {
            let calls = 0;
            const context = createTestContext(config, () => Promise.resolve((calls++, answer)));
            Object.assign(context, { token: () => Promise.resolve('t1'), card });
            const found = await connector[about]?.(context, intent, { ...known, original: '4713' });
            // What the connector knows without asking is its own.
            if (found === undefined || calls === 0) continue;
            assert.ok(
              provesNothing.includes(found.kind),
              `${kind}, ${about}: ${found.kind} of ${wordsOf(answer)}`,
            );
          }
    }
  });
}

/** What is known of a payment that is given back. */
const original = { ours: '4712', theirs: '4711', session: '4713', receipt: '4714' };

/** Its bytes are overwritten once they were sent. */
const card = () => ({
  number: Buffer.from('4000000000002701'),
  expireMonth: '09',
  expireYear: '39',
  cvc: Buffer.from('920'),
});

const wordsOf = (answer: HttpResult): string =>
  answer.kind === 'answer' ? `HTTP ${answer.status} ${answer.body.toString()}` : answer.kind;
