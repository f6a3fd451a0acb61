// Proves how far providers and books are apart in the list of proofs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apartOf, type Proof } from './proof.ts';

const provider = (currency: string, difference: string | null): Proof['providers'][number] => ({
  routes: ['OPA_SN'],
  currency,
  booked: '0',
  reported: difference,
  difference,
  readAt: null,
});

test('what one provider has too much does not make up for what another lacks', () => {
  const providers = [
    ...[provider('XOF', '250'), provider('XOF', '-1000.5'), provider('XOF', '0')],
    ...[provider('GNF', '-7'), provider('XAF', null)],
  ];
  assert.deepEqual(apartOf({ providers }), [
    { currency: 'XOF', amount: '1250.5' },
    { currency: 'GNF', amount: '7' },
  ]);
});
