// Proves that a body whose length is announced and that never comes is waited for no longer than
// eight seconds, and then refused in an answer.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, payOut, rawRequest } from './harness/index.ts';
import type { Fixture } from './harness/index.ts';

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

describe('H1', () => {
  it('H1 an oversize body is answered with HTTP 200 and code 4022, also when its length is only announced', async () => {
    const { baseUrl, apiKey } = fixture.client;
    const large = JSON.stringify({ ...payOut(), apiKey, filler: 'x'.repeat(70_000) });
    const { status, json, text } = await rawRequest(
      baseUrl,
      `POST /api-services/operation HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n${large}`,
    );
    assert.deepEqual([status, json?.code, json?.error], [200, 4022, true], text);
  });
});
