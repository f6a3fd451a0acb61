// Proves that the first answer to a client leaves in under 5 s, also when the provider is silent.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, payOut, undisturbed, uniquePhone } from './harness/index.ts';
import type { Fixture } from './harness/index.ts';

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

describe('K rules', () => {
  it('K4 the first answer leaves in well under 5 s, also when the provider is silent', async () => {
    const silent = [
      () => payOut({ phone: uniquePhone('8003') }),
      () => payOut({ phone: uniquePhone('8004'), codeService: 'OPA_SN_API_CASH_OUT' }),
      () => payOut({ phone: uniquePhone('8003'), codeService: 'OPC_SN_API_CASH_OUT' }),
    ];
    const answers = await Promise.all(
      silent.map((body) =>
        undisturbed(
          () => fixture.client.operation(body()),
          ({ elapsedMs }) => elapsedMs < 5_000,
        ),
      ),
    );
    for (const { json, elapsedMs } of answers) {
      assert.deepEqual([json.code, json.data.status], [2000, 'PENDING']);
      assert.ok(elapsedMs < 5_000, `${elapsedMs} ms`);
    }
  });
});
