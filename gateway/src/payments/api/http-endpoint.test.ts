// Checks what the operator reads of a request that is left unanswered. Over a real socket; the
// request's other dependencies are the test's own.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { codes } from '@jokko/contract';
import type { Account } from '../accounts/index.ts';
import { AccountBusy } from '../operations/index.ts';
import { LeaseOver } from '../../platform/db/commit-fate.ts';
import { NoAnswer } from '../../platform/db/database-away.ts';
import { StillAnswering } from '../replay-protection/index.ts';
import { createCors } from '../../platform/http/guards/cors.ts';
import { envelopeForm } from '../../platform/http/http-refusal.ts';
import { createAnswerStreams } from './http-stream.ts';
import { registerPaymentsEndpoint, type EndpointDeps } from './http-endpoint.ts';

const account = { id: 1, language: 'en', hmac: false, rateLimit: null } as Account;
const lines: { level: string; message: string }[] = [];
let failure: Error;
let app: FastifyInstance;
let url: string;

const write = (level: string) => (_terms: object, message: string) =>
  void lines.push({ level, message });
const deps = {
  directory: {
    byKey: async () => ({
      type: 'valid',
      account,
      access: { id: 1, scope: 'full', services: null, allowFrom: null },
    }),
  },
  admission: { enter: () => null, leave() {}, unknownCallers: { begin: () => true, end() {} } },
  cors: createCors([]),
  log: { warn: write('warn'), error: write('error') },
  noteUse() {},
} as unknown as EndpointDeps;

before(async () => {
  app = Fastify() as unknown as FastifyInstance;
  const settings = {
    method: 'GET',
    path: '/path',
    refusalForm: envelopeForm,
    load: 'read',
  } as const;
  registerPaymentsEndpoint(
    app,
    deps,
    { ...settings, handle: () => Promise.reject(failure) },
    { placeOf: () => null, streams: createAnswerStreams([]) },
  );
  app.decorateReply('envelopeCode', undefined);
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/path`;
});
after(() => app.close());

const ask = () => fetch(url, { headers: { Secretkey: 'key' } });

test('M2 a repeat whose first is in another node’s hand is left unanswered, with a warning: nothing has failed', async () => {
  failure = new StillAnswering('another node');
  lines.length = 0;
  await assert.rejects(ask());
  assert.deepEqual(
    lines.map(({ level }) => level),
    ['warn'],
  );
});

test('F03 an error of ours is answered 5000 with Retry-After, and logged as one', async () => {
  failure = new Error('broken');
  lines.length = 0;
  const answer = await ask();
  assert.equal(((await answer.json()) as { code: number }).code, codes.internal);
  assert.equal(answer.headers.get('retry-after'), '5');
  assert.deepEqual(lines, [{ level: 'error', message: 'request failed' }]);
});

for (const passing of [
  new NoAnswer('no connection was free'),
  new AccountBusy('held'),
  new LeaseOver('ended'),
])
  test(`F65 ${passing.name}: nothing is stored, and the caller may come again after a second`, async () => {
    failure = passing;
    const answer = await ask();
    assert.equal(((await answer.json()) as { code: number }).code, codes.internal);
    assert.equal(answer.headers.get('retry-after'), '1');
  });
