// What does the operator read of a request that is left unanswered? Over a real socket; what a request needs besides is the test's own.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { codes } from '@jokko/contract';
import type { Account } from '../../domain/accounts/index.ts';
import { StillAnswering } from '../../domain/signed-requests/index.ts';
import { createCors } from '../guards/cors.ts';
import { envelopeForm } from '../present/refusal.ts';
import { registerEndpoint, type EndpointDeps } from './endpoint.ts';

const account = { id: 1, language: 'en', hmac: false, rateLimit: null } as Account;
const lines: { level: string; message: string }[] = [];
let failure: Error;
let app: FastifyInstance;
let url: string;

const write = (level: string) => (_facts: object, message: string) => void lines.push({ level, message });
const deps = {
  directory: { byKey: async () => ({ type: 'valid', account, access: { id: 1, scope: 'full', services: null, allowFrom: null } }) },
  admission: { enter: () => null, leave() {}, unknownCallers: { begin: () => true, end() {} } },
  cors: createCors([]),
  log: { warn: write('warn'), error: write('error') },
  noteUse() {},
} as unknown as EndpointDeps;

before(async () => {
  app = Fastify() as unknown as FastifyInstance;
  const settings = { method: 'GET', path: '/path', refusalForm: envelopeForm, load: 'read' } as const;
  registerEndpoint(app, deps, settings, () => Promise.reject(failure));
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

test('F03 an error of ours is answered 5000 and logged as one', async () => {
  failure = new Error('broken');
  lines.length = 0;
  assert.equal(((await (await ask()).json()) as { code: number }).code, codes.internal);
  assert.deepEqual(lines, [{ level: 'error', message: 'request failed' }]);
});
