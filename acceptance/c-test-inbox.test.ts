// Proves that a developer sees a verified callback without a server: the sandbox's test inbox,
// whose address is a callbackUrl like any other.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { codes } from '@jokko/contract';
import { hostInstallation, payOut, until } from './harness/index.ts';
import type { HostedInstallation, Json } from './harness/index.ts';
import { untilAdmitted } from './harness/payment.ts';
import { registerDeveloper } from './harness/portal-developer.ts';

describe('C4 the test inbox', { concurrency: true }, () => {
  let installation: HostedInstallation;
  before(async () => {
    installation = await hostInstallation();
  });
  after(() => installation?.stop());

  /** A developer who has just registered in the portal, and the test inbox. */
  async function register(email: string) {
    const developer = await registerDeveloper(installation, email);
    const { path } = await developer.read('callbacks/inbox');
    return {
      ...developer,
      address: `${installation.baseUrl}${path}`,
      items: async (): Promise<Json[]> => (await developer.read('callbacks/inbox')).items,
    };
  }

  it('C5 takes the callback of a payment, and says that it is genuine', async () => {
    const { address, client, items, post, read } = await register('awa@inbox.sn');
    const order = payOut({ callbackUrl: address, codeService: 'OPA_SN_API_CASH_OUT' });
    await untilAdmitted(client, order);
    const [item] = await until('it is there', async () => {
      const received = await items();
      return received.length > 0 && received;
    });
    const body = JSON.parse(item.body) as Json;
    assert.equal(body.transaction.externalTransactionId, order['externalTransactionId']);
    assert.deepEqual([body.status, item.answered, item.verified], ['SUCCESS', 200, true]);
    const { error } = await post('callbacks/test', { url: address });
    assert.equal(error.fields[0].field, 'url', 'what takes everything says nothing of a receiver');
    const delivered = await until('it is recorded', async () => {
      const [callback] = (await read('callbacks')).items as Json[];
      return callback?.state === 'delivered' && callback;
    });
    assert.equal(delivered.attempts, 1);
  });

  it('C4 answers 500 where its address says so: the callback is tried again', async () => {
    const { address, client, items, read } = await register('binta@inbox.sn');
    await untilAdmitted(
      client,
      payOut({ callbackUrl: `${address}/500`, codeService: 'OPA_SN_API_CASH_OUT' }),
    );
    await until('it came', async () => (await items()).length > 0);
    const tried = await until('the attempt is recorded', async () => {
      const [callback] = (await read('callbacks')).items as Json[];
      return callback?.attempts === 1 && callback;
    });
    assert.deepEqual([tried.state, tried.lastHttpStatus], ['due', 500]);
  });

  it('G1 opens no other way to the gateway: an address that nobody gave out is refused at the connection', async () => {
    const { address, client, items, read } = await register('coumba@inbox.sn');
    const forged = `${address.slice(0, -1)}${address.endsWith('A') ? 'Q' : 'A'}`;
    await untilAdmitted(
      client,
      payOut({ callbackUrl: forged, codeService: 'OPA_SN_API_CASH_OUT' }),
    );
    const tried = await until('the attempt is recorded', async () => {
      const [callback] = (await read('callbacks')).items as Json[];
      return callback?.attempts === 1 && callback;
    });
    assert.equal(tried.lastErrorClass, 'blocked_target');
    assert.deepEqual(await items(), []);
    const beside = payOut({ callbackUrl: `${installation.baseUrl}/portal/api/me` });
    assert.equal((await client.operation(beside)).json.code, codes.invalid);
  });
});
