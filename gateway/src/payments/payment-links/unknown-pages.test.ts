// Who asks again and again for pages that nobody has: how often an address may, and what it is
// told.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { publicReadsPerMinute } from '../../platform/http/guards/caller-limit.ts';
import { registerPayPages } from '../checkouts/http-pay-page.ts';
import { registerLinkPages } from './http-link-page.ts';

const log = { error: () => assert.fail('nothing fails') };

test('G4 an address asks for unknown pages of payers as often as for other public pages, and no more', async () => {
  for (const [path, language, words] of [
    ['/pay/nothing', 'en', /temporarily unavailable/],
    ['/pay/link/nothing', 'fr', /momentanément indisponible/],
  ] as const)
    for (const method of ['GET', 'POST'] as const) {
      const app = Fastify();
      registerPayPages(app, () => null, log);
      registerLinkPages(app, () => null, log);
      const ask = (remoteAddress = '192.0.2.7') =>
        app.inject({ method, url: path, remoteAddress, headers: { 'accept-language': language } });
      for (let times = 0; times < publicReadsPerMinute; times += 1)
        assert.equal((await ask()).statusCode, 404, `${method} ${path}`);
      const refused = await ask();
      assert.equal(refused.statusCode, 429, `${method} ${path}`);
      assert.match(String(refused.headers['retry-after']), /^[1-9]\d?$/);
      assert.match(refused.body, words);
      assert.equal((await ask('192.0.2.8')).statusCode, 404, 'others go on');
      await app.close();
    }
});
