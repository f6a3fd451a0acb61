// Checks what callers of the SMS interface are told of a request that failed. Over a real socket;
// the request's dependencies are the test's own.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { defaultLanguage, smsTexts } from '@jokko/contract';
import { LeaseOver } from '../../platform/db/commit-fate.ts';
import { NoAnswer } from '../../platform/db/database-away.ts';
import { AccountBusy, CommitUnknown } from '../../platform/db/group-decision.ts';
import { registerEndpoint } from '../../platform/http/endpoint.ts';
import { smsGet, smsSteps, type SmsEndpointDeps } from './http-endpoint.ts';

let failure: Error;
let found: object;
let app: FastifyInstance;
let url: string;

const valid = { type: 'valid', app: { accountId: 1, language: 'en' } };
const deps = {
  apps: { byKey: async () => found },
  admission: { enter: () => null, leave() {}, unknownCallers: { begin: () => true, end() {} } },
  cors: { allow() {} },
  lists: { enter: () => true, leave() {} },
  log: { error() {} },
} as unknown as SmsEndpointDeps;

before(async () => {
  found = valid;
  app = Fastify() as unknown as FastifyInstance;
  app.decorateReply('envelopeCode', undefined);
  app.decorateReply('keyWasValid', false);
  const handle = () => Promise.reject(failure);
  const endpoint = smsGet({ method: 'GET', path: '/path', kind: 'read', handle });
  registerEndpoint(app, smsSteps(deps), endpoint);
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/path`;
});
after(() => app.close());

const unavailable = smsTexts[defaultLanguage].unavailable();
const ask = () => fetch(url, { headers: { 'App-Key': 'key' } });

for (const [error, seconds] of [
  [new NoAnswer('no connection was free'), '1'],
  [new AccountBusy('held'), '1'],
  [new LeaseOver('ended'), '1'],
  [new Error('broken'), '5'],
] as const)
  test(`X5 ${error.name}: nothing is stored, and the caller may come again after ${seconds} s`, async () => {
    failure = error;
    const answer = await ask();
    const { msg } = (await answer.json()) as { msg: string };
    assert.deepEqual(
      [answer.status, msg, answer.headers.get('retry-after')],
      [400, unavailable, seconds],
    );
  });

test('F08 a key that cannot be looked up now: unavailable, as it is for everybody, and for how long', async (t) => {
  found = { type: 'notNow' };
  t.after(() => (found = valid));
  const answer = await ask();
  const { msg } = (await answer.json()) as { msg: string };
  assert.deepEqual(
    [answer.status, msg, answer.headers.get('retry-after')],
    [400, unavailable, '1'],
  );
});

test('F03 a commit of which nobody can say whether it happened is not answered', async () => {
  failure = new CommitUnknown('the database did not say');
  await assert.rejects(ask());
});
