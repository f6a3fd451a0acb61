// H8: checks that no other site may read an answer unless its origin is configured.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, sendRequest } from './harness/index.ts';
import type { Fixture } from './harness/index.ts';

const gets = ['/api-services/services', '/api-services/errors', '/api-services/balance'];

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

describe('H8', () => {
  it('H8 without configured origins no other site may read an answer: no CORS header on GET routes and preflights', async () => {
    const headers = {
      Origin: 'https://evil.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'secretkey',
    };
    for (const path of gets) {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await sendRequest(`${fixture.client.baseUrl}${path}`, {
          method,
          headers: { ...headers, Secretkey: fixture.client.apiKey },
        });
        assert.equal(answer.headers['access-control-allow-origin'], undefined, `${method} ${path}`);
      }
    }
  });
});
