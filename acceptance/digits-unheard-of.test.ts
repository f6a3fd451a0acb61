// Proves that a payment which a provider calls failed, for a reason that no table has, has failed
// with unknown_error, and does not wait: digits 8020 on every protocol that a service of the
// sandbox crosses.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  advanceClock,
  createAccount,
  createClient,
  hostInstallation,
  payOut,
  startReceiver,
} from './harness/index.ts';
import type { HostedInstallation, Receiver } from './harness/index.ts';
import { card } from './harness/samples.ts';

let installation: HostedInstallation;
let receiver: Receiver;
before(async () => {
  installation = await hostInstallation({ env: { SIM_DELAY_MS: '300' } });
  receiver = await startReceiver();
});
after(async () => {
  await receiver?.close();
  await installation?.stop();
});

const unknown = 'unknown_error';
const phones = { SN: '+221770008020', CI: '+2250700008020', BF: '+22670008020' } as const;

/**
 * What each protocol is reached by; Orange Web Payment has no reasons, and a table has what its
 * failure means.
 */
const orders: { readonly [protocol: string]: readonly [members: object, code?: string] } = {
  gsma: [{ codeService: 'OPD_SN_WALLET_CASH_IN', phone: phones.SN }],
  'gsma, a collection': [{ codeService: 'OPD_SN_WALLET_CASH_OUT', phone: phones.SN }],
  sandbox: [{ codeService: 'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE', phone: phones.SN }],
  wave: [{ codeService: 'OPC_CI_API_CASH_IN', phone: phones.CI }],
  'wave, a collection': [{ codeService: 'OPC_SN_API_CASH_OUT', phone: phones.SN }],
  'mtn-momo': [{ codeService: 'OPB_CI_API_CASH_IN', phone: phones.CI }],
  'mtn-momo, a collection': [{ codeService: 'OPB_CI_API_CASH_OUT', phone: phones.CI }],
  airtel: [{ codeService: 'OPG_BF_API_CASH_IN', phone: phones.BF }],
  'airtel, a collection': [{ codeService: 'OPG_BF_API_CASH_OUT', phone: phones.BF }],
  'orange-webpay': [{ codeService: 'OPC_CI_API_CASH_OUT', phone: phones.CI }, 'execution_error'],
  reloadly: [{ codeService: 'OPA_CI_AIRTIME_CREDIT_TELEPHONIQUE', phone: phones.CI }],
  'dt-one': [{ codeService: 'OPB_BJ_AIRTIME_CREDIT_TELEPHONIQUE', phone: '+2290197008020' }],
  stripe: [{ ...card, cardNumber: '4970100000008020' }],
};

it('digits 8020: FAILED with unknown_error, on every protocol, and never pending for days', async () => {
  const { apiKey } = await createAccount(installation, { fund: 1_000_000 });
  const client = createClient(installation.baseUrl, apiKey);
  const ends = Object.entries(orders).map(async ([protocol, [members, code = unknown]]) => {
    const amount = 1_000;
    const body = payOut({ amount, ...members, callbackUrl: receiver.url });
    const { json, text } = await client.post('/api-services/operation', { ...body, apiKey });
    assert.equal(json.code, 2000, `${protocol}: ${text}`);
    const callback = await receiver.waitFor(String(body['externalTransactionId']));
    const { status, transaction } = callback.json;
    return [protocol, status, transaction.errorType?.code, code];
  });
  const all = Promise.allSettled(ends);
  // Providers that tell nothing are asked by the clock.
  let isOver = false;
  void all.then(() => (isOver = true));
  while (!isOver) {
    await advanceClock(installation, 20);
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  const told = await Promise.all(ends);
  const expected = told.map(([protocol, , , code]) => [protocol, 'FAILLED', code, code]);
  assert.deepEqual(told, expected);
});
