// S3: checks what becomes of a submit that the provider does not answer. Such orders alone go over
// these routes, which give up waiting soon; the moved clock brings the look-ups.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  advanceClock,
  createAccount,
  createClient,
  payOut,
  hostInstallation,
  startReceiver,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Client, HostedInstallation, Receiver } from './harness/index.ts';
import { lookUp } from './harness/payment.ts';
import { bookOf, executionsOf } from './harness/provider-book.ts';

const codeServices = [
  'OPA_SN_API_CASH_IN',
  'OPF_SN_API_CASH_OUT',
  'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE',
] as const;
const timeoutMs = 1_000;
/**
 * Less than the wait for a look-up, and so little that a payer's time does not end before the last
 * of them.
 */
const stepSeconds = 5;

interface Catalogue {
  services: { code: string; route: string }[];
  routes: { name: string; config: Record<string, unknown> }[];
}
interface Followed {
  id: string;
  phone: string;
  /** Every status shown until a final one, without repetitions. */
  seen: string[];
}

describe('S3 a submit without answer', () => {
  let [installation, receiver, client] = [] as unknown as [HostedInstallation, Receiver, Client];
  const followed = new Map<string, Followed>();
  before(async () => {
    receiver = await startReceiver();
    installation = await hostInstallation();
    const account = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    client = createClient(installation.baseUrl, account.apiKey);
    await shortenTimeouts();
    for (const codeService of codeServices)
      for (const digits of ['8003', '8004'])
        followed.set(`${digits} ${codeService}`, await order(codeService, uniquePhone(digits)));
    await untilFinal();
  });
  after(async () => {
    await receiver.close();
    await installation?.stop();
  });

  async function shortenTimeouts(): Promise<void> {
    const catalogue = await installation.cli<Catalogue>(['catalogue', 'export']);
    const used = catalogue.services
      .filter(({ code }) => (codeServices as readonly string[]).includes(code))
      .map(({ route }) => route);
    for (const { name, config } of catalogue.routes)
      if (used.includes(name)) config['timeoutMs'] = timeoutMs;
    const file = join(installation.dataDir, 'catalogue.json');
    writeFileSync(file, JSON.stringify(catalogue));
    await installation.cli(['catalogue', 'import', file]);
  }

  async function order(codeService: string, phone: string): Promise<Followed> {
    const body = payOut({ codeService, phone, amount: 1_000, callbackUrl: receiver.url });
    const { json, text } = await client.operation(body);
    assert.deepEqual([json.code, json.data.status], [2000, 'PENDING'], text);
    return { id: String(body['externalTransactionId']), phone, seen: [] };
  }

  const isFinal = ({ seen }: Followed): boolean =>
    ['SUCCESS', 'FAILLED', 'CANCELED'].includes(seen.at(-1) ?? '');
  async function untilFinal(): Promise<void> {
    await until('all are final', async () => {
      for (const { id, seen } of followed.values()) {
        const { status } = (await lookUp(client, id)).json.data;
        if (seen.at(-1) !== status) seen.push(status);
      }
      if ([...followed.values()].every(isFinal)) return true;
      await advanceClock(installation, stepSeconds);
      return false;
    });
  }

  /** SUCCESS in the end, and never a failure; one callback says so. */
  async function assertSucceeded({ id, seen }: Followed): Promise<void> {
    assert.equal(seen.at(-1), 'SUCCESS', seen.join());
    for (const status of seen)
      assert.ok(['PENDING', 'PROCESSING', 'SUCCESS'].includes(status), seen.join());
    await receiver.waitFor(id);
    const told = receiver.requestsFor(id);
    assert.deepEqual([...new Set(told.map(({ json }) => json.status))], ['SUCCESS']);
    assert.equal(new Set(told.map(({ headers }) => headers['webhook-id'])).size, 1);
  }

  for (const codeService of codeServices) {
    it(`S3 8003 ${codeService}: a submit without answer is never taken for a failure: the look-up finds the SUCCESS, executed once`, async () => {
      const operation = followed.get(`8003 ${codeService}`)!;
      await assertSucceeded(operation);
      assert.equal(await executionsOf(installation.simulatorUrl, operation.phone), 1);
    });

    it(`S3 8004 ${codeService}: a submit that the provider lost goes out again under the same reference and is executed exactly once`, async () => {
      const operation = followed.get(`8004 ${codeService}`)!;
      await assertSucceeded(operation);
      const lines = await bookOf(installation.simulatorUrl, operation.phone);
      assert.deepEqual(
        lines.map(({ result }) => result).filter((result) => result !== 'accepted'),
        ['dropped', 'executed'],
      );
      assert.equal(
        new Set(lines.map(({ ourReference }) => ourReference)).size,
        1,
        'one reference for both submits',
      );
    });
  }
});
