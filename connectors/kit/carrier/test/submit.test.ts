// Proves that nothing is submitted again for a session that has been closed meanwhile.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplePart } from '@jokko/connectors/kit/conformance';
import type { Carrier, Found } from '../carrier.ts';
import { accepted, type Reading } from '../reading.ts';
import { submitParts } from '../submit.ts';

const lost: Reading = {
  outcome: { kind: 'unknown', cause: 'timeout' },
  connectionAtFault: false,
};
const connection = { worked: () => {}, timedOut: () => {} };

test('a look-up that ends after the close, with absent, sends nothing', async () => {
  for (const closes of [false, true]) {
    const ended = new AbortController();
    let submissions = 0;
    const carrier: Carrier = {
      name: 'test',
      window: 1,
      ratePerSec: null,
      greet: () => Promise.resolve(null),
      submit: () => Promise.resolve([submissions++ === 0 ? lost : accepted('x')]),
      find: {
        afterMs: [0],
        repeatsAbsent: true,
        ask(): Promise<Found> {
          if (closes) ended.abort();
          return Promise.resolve({ kind: 'absent' });
        },
      },
    };
    const [reading] = submitParts(carrier, [samplePart], ended.signal, connection);
    assert.equal((await reading!).outcome.kind, closes ? 'unknown' : 'accepted');
    assert.equal(submissions, closes ? 1 : 2);
  }
});
