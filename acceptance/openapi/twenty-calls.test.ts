// Runs the client's program that check.ts compiles: what the types promise is what is answered.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openFixture, addSmsCaller, uniqueId } from '@jokko/acceptance';
import type { Fixture } from '@jokko/acceptance';

/**
 * The shape of twenty-calls.ts, which imports types that check.ts generates: the tree's own type
 * check does not enter it.
 */
interface Program {
  callTwentyTimes(keys: {
    baseUrl: string;
    apiKey: string;
    appKey: string;
    prefix: string;
  }): Promise<[call: string, code: number | boolean][]>;
}

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

it('H2 a client made from /openapi.json makes twenty calls and understands each answer', async () => {
  const { account, client, installation } = fixture;
  const { appKey } = await addSmsCaller(installation, account);
  const path = new URL('./twenty-calls.ts', import.meta.url).href;
  const { callTwentyTimes } = (await import(path)) as Program;
  const outcomes = await callTwentyTimes({
    baseUrl: client.baseUrl,
    apiKey: client.apiKey,
    appKey,
    prefix: uniqueId('c'),
  });
  assert.ok(outcomes.length >= 20, `${outcomes.length} calls`);
  const good = new Set<unknown>([2000, 200, 201, true]);
  assert.deepEqual(
    outcomes.filter(([, code]) => !good.has(code)),
    [],
  );
});
