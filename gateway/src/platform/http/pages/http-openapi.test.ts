// Proves that /openapi.json is of the catalogue in force, and is sent once to who keeps it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import type { OfferedService, OpenapiDocument } from '@jokko/contract';
import { registerOpenapi } from './http-openapi.ts';

test('/openapi.json follows the catalogue, in each language, with a tag of its own', async () => {
  const card: OfferedService = { code: 'BANK_CARD_API_CASH_OUT', kind: 'card' };
  const collect: OfferedService = { code: 'OPA_SN_API_CASH_OUT', kind: 'collect' };
  let catalogue = { version: 1, services: [collect] };
  const app = fastify();
  registerOpenapi(app, {
    baseUrl: 'https://gateway.example',
    version: '1.0.0',
    catalogue: () => catalogue,
  });
  const read = async (query = '') => {
    const answer = await app.inject(`/openapi.json${query}`);
    const { components } = answer.json<OpenapiDocument>();
    const { discriminator } = components.schemas['OperationRequest'] ?? {};
    const { mapping } = discriminator as { mapping: Record<string, string> };
    return { tag: String(answer.headers['etag']), codes: Object.keys(mapping) };
  };
  const first = await read();
  assert.deepEqual(first.codes, [collect.code]);
  assert.deepEqual(await read(), first);
  const french = await read('?lang=fr');
  assert.deepEqual(french.codes, first.codes);
  assert.notEqual(french.tag, first.tag);
  const again = await app.inject({ url: '/openapi.json', headers: { 'if-none-match': first.tag } });
  assert.deepEqual([again.statusCode, again.body], [304, '']);

  catalogue = { version: 2, services: [collect, card] };
  const second = await read();
  assert.deepEqual(second.codes, [collect.code, card.code]);
  assert.notEqual(second.tag, first.tag);
  assert.deepEqual((await read('?lang=fr')).codes, second.codes);
  const changed = await app.inject({
    url: '/openapi.json',
    headers: { 'if-none-match': first.tag },
  });
  assert.equal(changed.statusCode, 200);
  await app.close();
});
