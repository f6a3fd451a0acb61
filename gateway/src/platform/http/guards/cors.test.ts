// H8: checks which pages of other sites may read the answers of the GET routes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { createCors } from './cors.ts';

const shop = 'https://shop.example';
const evil = 'https://evil.example';

/** A server with one GET route behind the guard. */
function serve(origins: string[]): FastifyInstance {
  const cors = createCors(origins);
  const app = Fastify();
  app.get('/services', (request, reply) => {
    cors.allow(request, reply);
    return { ok: true };
  });
  app.options('/services', (request, reply) => {
    if (cors.preflight(request, reply)) return reply;
    return reply.code(405).send();
  });
  return app;
}
const get = (origins: string[], origin?: string) =>
  serve(origins).inject({ url: '/services', headers: origin === undefined ? {} : { origin } });
const preflight = (origins: string[], headers: { [name: string]: string }) =>
  serve(origins).inject({ method: 'OPTIONS', url: '/services', headers });

test('H8 an origin that the operator named may read, and caches keep origins apart', async () => {
  const { statusCode, headers } = await get([evil, shop], shop);
  assert.equal(statusCode, 200);
  assert.deepEqual([headers['access-control-allow-origin'], headers['vary']], [shop, 'origin']);
});

test('H8 by default, for another origin, and without one there is no permission', async () => {
  for (const [origins, origin] of [
    [[], shop],
    [[shop], evil],
    [[shop], undefined],
    [['*'], undefined],
  ] as const) {
    const { statusCode, headers } = await get([...origins], origin);
    assert.equal(statusCode, 200);
    assert.equal(headers['access-control-allow-origin'], undefined, `${origins} ${origin}`);
  }
});

test('H8 an origin is compared as a whole: no part, no other scheme, no other port', async () => {
  for (const origin of [
    `${shop}.evil.example`,
    'https://shop',
    'http://shop.example',
    `${shop}:8443`,
    `${shop}/`,
    'null',
  ]) {
    assert.equal(
      (await get([shop], origin)).headers['access-control-allow-origin'],
      undefined,
      origin,
    );
  }
});

test('H8 with * every origin may read, never with credentials', async () => {
  const { headers } = await get(['*'], evil);
  assert.equal(headers['access-control-allow-origin'], evil);
  assert.equal(headers['access-control-allow-credentials'], undefined);
});

test('H8 a preflight of an allowed origin is answered with the method and the headers of the interface', async () => {
  const { statusCode, headers } = await preflight([shop], {
    origin: shop,
    'access-control-request-method': 'GET',
  });
  assert.equal(statusCode, 204);
  assert.equal(headers['access-control-allow-origin'], shop);
  assert.equal(headers['access-control-allow-methods'], 'GET');
  assert.match(String(headers['access-control-allow-headers']), /secretkey/);
});

test('H8 what is no preflight of an allowed origin is left to the route', async () => {
  for (const headers of [
    { origin: evil, 'access-control-request-method': 'GET' },
    { origin: shop },
    { 'access-control-request-method': 'GET' },
  ]) {
    assert.equal((await preflight([shop], headers as { [name: string]: string })).statusCode, 405);
  }
});
