// A thousand payments in each language through a proxy that loses answers: none is paid twice, and
// none is taken for failed.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  hostInstallation,
  makeRandom,
  uniqueId,
  uniquePhone,
  until,
} from '../harness/index.ts';
import type { HostedInstallation } from '../harness/index.ts';
import { bookOf } from '../harness/provider-book.ts';
import { startLosingProxy, type Fate } from './losing-proxy.ts';
import { isMissing, sdkLanguages, startRunner } from './runners.ts';

const payments = 1_000;
const amount = 100;
/** Each payment loses one answer at least. */
const losses: readonly Fate[][] = [
  ['lose'],
  ['half'],
  ['lose', 'lose'],
  ['cut', 'lose'],
  ['lose', '502'],
  ['half', '5000', 'lose'],
];

describe('lost answers', { concurrency: true }, () => {
  let installation: HostedInstallation;
  before(async () => {
    installation = await hostInstallation({ env: { SIM_DELAY_MS: '10' } });
  });
  after(() => installation?.stop());

  /** By the provider's own book, where numbers end with what we were given. */
  async function executionsByPhone(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { party, result } of await bookOf(installation.simulatorUrl, ''))
      if (result === 'executed')
        counts.set(party.slice(-9), (counts.get(party.slice(-9)) ?? 0) + 1);
    return counts;
  }

  for (const { name: language, command } of sdkLanguages)
    it(`O5 ${language}: nothing is paid twice`, { skip: isMissing(command) }, async () => {
      const account = await createAccount(installation, { fund: payments * amount * 2 });
      const proxy = await startLosingProxy(installation.baseUrl);
      const random = makeRandom(17);
      const client = { url: proxy.url, key: account.apiKey, timeoutMs: 30_000, retries: 4 };
      const phones: string[] = [];
      const ends: (() => unknown)[] = [() => proxy.close()];
      try {
        const runner = await startRunner(command, { ...client, firstDelayMs: 5 });
        ends.push(() => runner.stop());
        for (let count = 0; count < payments; count++) {
          proxy.plan(losses[Math.floor(random() * losses.length)]!);
          const phone = uniquePhone();
          phones.push(phone);
          const { result, error } = await runner.ask({
            call: 'payOut',
            arguments: {
              id: uniqueId('lost'),
              service: 'OPA_SN_API_CASH_IN',
              phone,
              amount,
            },
          });
          assert.equal(error, undefined, JSON.stringify(error));
          assert.equal(result.failed, false);
          assert.ok(proxy.requests.length > 1);
        }
        await until('the provider has executed them all', async () => {
          const executed = await executionsByPhone();
          return phones.every((phone) => executed.has(phone));
        });
        const executed = await executionsByPhone();
        assert.deepEqual(
          phones.filter((phone) => executed.get(phone) !== 1),
          [],
          'paid twice',
        );
        await installation.cli(['doctor']);
      } finally {
        await Promise.all(ends.map((end) => end()));
      }
    });
});
