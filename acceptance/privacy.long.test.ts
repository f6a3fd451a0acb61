// Checks that numbers, names and bodies of finished operations go when their time is over or a
// person asks for it, that a search for the number still finds them, and that the books stay whole.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  advanceClock,
  createAccount,
  createClient,
  payOut,
  sendRequest,
  startInstallation,
  startReceiver,
  uniquePhone,
  until,
  type Client,
  type Installation,
  type Receiver,
} from './harness/index.ts';
import { openStoredRows, type StoredRows } from './harness/database.ts';
import { lookUp } from './harness/payment.ts';

const days = 40;
const secondsPerDay = 86_400;

let installation: Installation;
let receiver: Receiver;
let rows: StoredRows;
let client: Client;
let apiKey: string;
let accountId: number;
before(async () => {
  installation = await startInstallation({ env: { JOKKO_PERSONAL_DATA_DAYS: String(days) } });
  receiver = await startReceiver();
  rows = openStoredRows(installation);
  ({ apiKey, accountId } = await createAccount(installation, {
    set: ['--callback-grace-ms', '0'],
  }));
  client = createClient(installation.baseUrl, apiKey);
});
after(async () => {
  await rows.close();
  await receiver.close();
  await installation.stop();
});

interface Paid {
  phone: string;
  id: string;
  transactionId: string;
  body: Record<string, unknown>;
}

async function pay(): Promise<Paid> {
  const phone = uniquePhone();
  const body = payOut({
    phone,
    amount: 500,
    callbackUrl: receiver.url,
    data: { customer: 'Awa Ndiaye' },
  });
  const { json } = await client.operation(body);
  const id = String(body['externalTransactionId']);
  await receiver.waitFor(id);
  return { phone, id, transactionId: String(json.data.transactionId), body };
}

/** Everything that is stored about an operation, as one text. */
async function storedOf({ transactionId }: Paid): Promise<string> {
  const found = await rows.read<{ text: string }>(
    `select concat((select json_agg(o) from operation o where o.id = $1::bigint),
      (select json_agg(r) from attempt_request r where r.operation_id = $1::bigint),
      (select json_agg(b) from callback_body b where b.operation_id = $1::bigint),
        (select json_agg(a) from callback_attempt a where a.operation_id = $1::bigint)) as text`,
    [transactionId],
  );
  return found[0]!.text;
}

const isRemoved = (text: string, phone: string): boolean =>
  !text.includes(phone.slice(-9)) && !text.includes('Awa Ndiaye');

interface Exported {
  operations: { transactionId: string; phone: string; data: unknown }[];
}
const exported = (phone: string): Promise<Exported> =>
  installation.cli<Exported>(['privacy', 'export', `+221${phone}`]);

describe('privacy', () => {
  it('one person is exported and erased by number; what is open stays until it is closed', async () => {
    const first = await pay();
    const second = await pay();
    await sendRequest(`${installation.baseUrl}/api-services/new-claim`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        apiKey,
        transactionId: second.transactionId,
        subject: 'Not received',
        message: 'Nothing came.',
      }),
    });
    const before = await exported(first.phone);
    assert.equal(before.operations[0]?.transactionId, first.transactionId);
    assert.deepEqual(before.operations[0]?.data, { customer: 'Awa Ndiaye' });
    const erase = (phone: string) =>
      installation.cli<{ operations: number; kept: { transactionId: string; held: string }[] }>([
        'privacy',
        'erase',
        `+221${phone}`,
      ]);

    assert.equal((await erase(first.phone)).operations, 1);
    const refused = await erase(second.phone);

    assert.equal(refused.operations, 0);
    assert.deepEqual(
      refused.kept.map(({ transactionId, held }) => ({ transactionId, held })),
      [{ transactionId: second.transactionId, held: 'claim' }],
    );
    assert.ok(isRemoved(await storedOf(first), first.phone));
    assert.ok(!isRemoved(await storedOf(second), second.phone));
    assert.equal((await erase(first.phone)).operations, 0, 'asked twice');
    const [left] = (await exported(first.phone)).operations;
    assert.equal(left?.transactionId, first.transactionId, 'found by the number');
    assert.equal(left?.phone, `*******${first.phone.slice(-2)}`);
  });

  it('the audit log names who read and who erased, and no number', async () => {
    const { phone } = await pay();
    await exported(phone);
    const found = await rows.read<{ body: string }>(
      `select body from audit_entry where action like 'privacy.%'`,
    );
    assert.ok(found.length >= 1);
    for (const { body } of found) assert.ok(!body.includes(phone));
  });

  it('an erased transaction keeps its status and its repeat, and is not refunded', async () => {
    const paid = await pay();
    await installation.cli(['privacy', 'erase', `+221${paid.phone}`]);
    const { json } = await lookUp(client, paid.id);
    assert.equal(json.data.status, 'SUCCESS');
    const repeated = await client.operation(paid.body);
    assert.equal(repeated.json.data.transactionId, paid.transactionId);
    assert.equal(repeated.json.data.phone, `*******${paid.phone.slice(-2)}`);
    const refund = await sendRequest(
      `${installation.baseUrl}/api-services/transaction/refund-cancel`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ apiKey, transactionId: paid.transactionId }),
      },
    );
    assert.notEqual(refund.json.code, 2000, refund.text);
  });

  it('numbers, names and bodies go when their time is over, and the books stay whole', async () => {
    const old = await pay();
    await advanceClock(installation, (days + 1) * secondsPerDay);
    const recent = await pay();

    await until('the old one is removed', async () => isRemoved(await storedOf(old), old.phone));

    assert.ok(!isRemoved(await storedOf(recent), recent.phone));
    const { violations } = await installation.cli<{ violations: unknown[] }>(['doctor']);
    assert.deepEqual(violations ?? [], []);
    const found = await rows.read(`select from operation where account_id = $1`, [accountId]);
    assert.ok(found.length >= 5);
  });
});
