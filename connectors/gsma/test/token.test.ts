// Proves that an expired access token is renewed once, for all callers, under the same reference.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { gsmaConnector } from '../index.ts';
import type { GsmaConfig } from '../index.ts';
import { liveConfig } from './scripted.ts';

const config: GsmaConfig = {
  ...liveConfig,
  auth: 'oauth2cc',
  tokenUrl: 'http://provider.example/token',
  clientId: 'us',
  clientSecret: 's3cret',
};
const transaction = {
  transactionReference: 'T1',
  transactionStatus: 'completed',
  amount: '1350',
  currency: 'XOF',
};
const refusedToken = json(401, {
  errorCategory: 'authorisation',
  errorCode: 'clientAuthorisationError',
});

/** A provider that accepts only the newest token it has issued, from the `acceptFrom`th on. */
function provider(acceptFrom: number, tokenAnswer?: HttpResult) {
  const seen: HttpRequest[] = [];
  let issued = 0;
  const context = createTestContext(config, (request) => {
    seen.push(request);
    if (request.url.endsWith('/token'))
      return Promise.resolve(
        tokenAnswer ?? json(200, { access_token: `t${(issued += 1)}`, expires_in: 3600 }),
      );
    const accepted =
      issued >= acceptFrom && request.headers?.['Authorization'] === `Bearer t${issued}`;
    return Promise.resolve(accepted ? json(201, transaction) : refusedToken);
  });
  const posts = () => seen.filter((request) => !request.url.endsWith('/token'));
  return { context, posts, issued: () => issued };
}

function pay(context: ReturnType<typeof provider>['context']) {
  const intent = sampleIntent('payout');
  return gsmaConnector.execute(
    context,
    intent,
    gsmaConnector.prepare(config, intent, ourRef),
    'first',
  );
}

test('a token that expired mid-way is renewed once and the same bytes go out under the same reference', async () => {
  const { context, posts, issued } = provider(2);
  assert.equal((await pay(context)).kind, 'succeeded');
  assert.equal(issued(), 2);
  const [first, second] = posts();
  assert.deepEqual(
    [first?.body, first?.headers?.['X-CorrelationID']],
    [second?.body, second?.headers?.['X-CorrelationID']],
  );
});

test('many callers with one expired token cause one renewal', async () => {
  const { context, issued } = provider(2);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => pay(context)));
  assert.ok(outcomes.every((outcome) => outcome.kind === 'succeeded'));
  assert.equal(issued(), 2);
});

test('a provider that refuses the new token too is a credentials failure, not an endless loop', async () => {
  const { context, posts } = provider(99);
  const outcome = await pay(context);
  assert.equal(outcome.kind === 'failed' && outcome.error.alert, 'credentials');
  assert.equal(posts().length, 2);
});

test('without a token nothing was sent, and the secret is in no log', async () => {
  for (const answer of [
    json(500, {}),
    json(200, {}),
    { kind: 'lost', cause: 'timeout' } as const,
  ]) {
    const { context, posts } = provider(1, answer);
    assert.equal((await pay(context)).kind, 'not_sent');
    assert.equal(posts().length, 0);
    assert.ok(context.lines.length === 1 && !JSON.stringify(context.lines).includes('s3cret'));
  }
});
