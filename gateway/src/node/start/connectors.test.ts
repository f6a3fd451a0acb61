// Which providers are the simulator of a sandbox: none of another mode, nor one of whose addresses
// is elsewhere.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentConnectors } from '@jokko/connectors';
import { leadsToSimulator } from './connectors.ts';

const simulatorUrl = 'http://127.0.0.1:4001';
const leads = (
  config: { [field: string]: unknown },
  mode: 'sandbox' | 'rehearsal' | 'live' = 'sandbox',
): boolean =>
  leadsToSimulator({ mode, simulatorUrl }, { connector: paymentConnectors['gsma']!, config });

test('a provider of a sandbox is simulated where all of its addresses are the simulator’s', () => {
  const simulated = { baseUrl: `${simulatorUrl}/gsma/v1.2/mm`, auth: 'none' };
  assert.equal(leads(simulated), true);
  assert.equal(leads({ ...simulated, tokenUrl: `${simulatorUrl}/gsma/token` }), true);
  assert.equal(leads({ ...simulated, tokenUrl: 'https://operator.example/token' }), false);
  assert.equal(leads({ baseUrl: 'https://operator.example/v1.2/mm' }), false);
  assert.equal(leads({ baseUrl: `${simulatorUrl}0/gsma` }), false, 'another port');
  assert.equal(leads({}), false);
});

test('no provider is simulated in rehearsal and live mode', () => {
  const config = { baseUrl: `${simulatorUrl}/gsma/v1.2/mm` };
  assert.deepEqual([leads(config, 'rehearsal'), leads(config, 'live')], [false, false]);
});
