// Checks that an access token that expires midway is renewed without a second execution. A gate in
// front of the provider accepts only the newest token.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpRequest, HttpResult } from '../connector.ts';
import { assertKind } from './assertions.ts';
import { createTestContext } from './test-context.ts';
import type { Fixture, Subject } from './fixture.ts';

const tokenUrl = 'http://token.example/oauth/token';
const waitMs = 60_000;

export function tokenTests<Config>(fixture: () => Fixture<Config>, skip: string | false): void {
  test(
    'a token that ran out is renewed once, for all callers; each order is executed once',
    { skip },
    async () => {
      const { subject, connector, simulator, transport, order, executions } = fixture();
      const tokens = subject.tokens!;
      const gate = createGate(transport.http, tokens);
      const config =
        'config' in tokens
          ? tokens.config(simulator.url, tokenUrl)
          : subject.config(simulator.url, waitMs);
      const context = createTestContext(config, gate.http);
      const early = await order(subject.mainKind, '0001');
      assertKind(
        await connector.execute(context, early.intent, early.prepared, 'first'),
        'pending',
      );
      gate.expire();
      const late = await Promise.all(
        Array.from({ length: 10 }, () => order(subject.mainKind, '0001')),
      );
      const outcomes = await Promise.all(
        late.map((each) => connector.execute(context, each.intent, each.prepared, 'first')),
      );
      for (const outcome of outcomes) assertKind(outcome, 'pending');
      assert.equal(gate.issued(), 2);
      await simulator.advance(3);
      for (const each of [early, ...late]) assert.equal(await executions(each.reference), 1);
    },
  );
}

/** Lets only the newest token through. */
function createGate<Config>(
  next: (request: HttpRequest) => Promise<HttpResult>,
  tokens: NonNullable<Subject<Config>['tokens']>,
) {
  let issued = 0;
  let good: string | null = null;
  const issue = async (request: HttpRequest): Promise<HttpResult> => {
    const answer = 'config' in tokens ? tokenAnswer(`token-${issued + 1}`) : await next(request);
    issued += 1;
    good = answer.kind === 'answer' ? tokenIn(answer.body) : null;
    return answer;
  };
  const http = (request: HttpRequest): Promise<HttpResult> => {
    const isTokenCall = 'config' in tokens ? request.url === tokenUrl : tokens.isTokenCall(request);
    if (isTokenCall) return issue(request);
    return good !== null && request.headers?.['Authorization'] === `Bearer ${good}`
      ? next(request)
      : Promise.resolve(tokens.refused);
  };
  return { http, issued: () => issued, expire: () => void (good = null) };
}

function tokenAnswer(token: string): HttpResult {
  const answer = { access_token: token, token_type: 'Bearer', expires_in: 3600 };
  return { kind: 'answer', status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) };
}

const tokenIn = (body: Buffer): string =>
  (JSON.parse(body.toString('utf8')) as { access_token: string }).access_token;
