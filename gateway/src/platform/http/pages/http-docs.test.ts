// The documentation is for anybody; its search, which is work, is bounded by address.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { registerDocs } from './http-docs.ts';

test('who searches all the time is told to wait, and reads on', async () => {
  const app = fastify();
  registerDocs(app, { baseUrl: 'https://pay.example', version: '1', isSandbox: true });
  const ask = (url: string) => app.inject({ url, headers: { accept: 'application/json' } });
  assert.equal((await ask('/docs/fr/search?q=a')).statusCode, 200);
  // More than 300 in a minute, whenever the minute ends.
  const asked = await Promise.all(Array.from({ length: 605 }, () => ask('/docs/fr/search?q=a')));
  const refused = asked.find(({ statusCode }) => statusCode === 429);
  assert.ok(Number(refused?.headers['retry-after']) > 0);
  assert.equal((await ask('/docs/fr/start')).statusCode, 200);
  await app.close();
});
