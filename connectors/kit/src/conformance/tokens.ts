// Is an access token that runs out mid-way renewed without a second execution? In front of the provider stands a gate that
// accepts only the newest token.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpRequest, HttpResult } from '../connector.ts';
import { assertKind } from './assertions.ts';
import { createTestContext } from './test-context.ts';
import type { World } from './world.ts';

const tokenUrl = 'http://token.example/oauth/token';

export function tokenTests<Config>(world: () => World<Config>, skip: string | false): void {
  test('a token that ran out is renewed once, for all callers; each order is executed once', { skip }, async () => {
    const { subject, connector, simulator, transport, order, executions } = world();
    const gate = createGate(transport.http, subject.tokens!.refused);
    const context = createTestContext(subject.tokens!.config(simulator.url, tokenUrl), gate.http);
    const early = await order(subject.mainKind, '0001');
    assertKind(await connector.execute(context, early.intent, early.prepared, 'first'), 'pending');
    gate.expire();
    const late = await Promise.all(Array.from({ length: 10 }, () => order(subject.mainKind, '0001')));
    const outcomes = await Promise.all(late.map((each) => connector.execute(context, each.intent, each.prepared, 'first')));
    for (const outcome of outcomes) assertKind(outcome, 'pending');
    assert.equal(gate.issued(), 2);
    await simulator.advance(3);
    for (const each of [early, ...late]) assert.equal(await executions(each.reference), 1);
  });
}

function createGate(next: (request: HttpRequest) => Promise<HttpResult>, refused: HttpResult) {
  let issued = 0;
  let good = 0;
  const http = (request: HttpRequest): Promise<HttpResult> => {
    if (request.url === tokenUrl) {
      issued += 1;
      good = issued;
      const body = Buffer.from(JSON.stringify({ access_token: `token-${issued}`, token_type: 'Bearer', expires_in: 3600 }));
      return Promise.resolve({ kind: 'answer', status: 200, headers: {}, body });
    }
    return request.headers?.['Authorization'] === `Bearer token-${good}` ? next(request) : Promise.resolve(refused);
  };
  return { http, issued: () => issued, expire: () => void (good = -1) };
}
