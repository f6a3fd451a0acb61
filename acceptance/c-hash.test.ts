// Proves that the hash of a callback authenticates its sender, and checks what is stored of a key.
// Rules C2, K20. Key rotation before the result arrives is covered by c-retry.test.ts.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  createClient,
  openFixture,
  uniqueId,
  uniquePhone,
} from './harness/index.ts';
import type { Account, Client, Json, Fixture } from './harness/index.ts';
import { openStoredRows } from './harness/database.ts';
import type { StoredRows } from './harness/database.ts';
import { untilStatus } from './harness/payment.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hashOf = ({ transaction }: Json, key: string): string =>
  sha256(`${transaction.transactionId}|${transaction.externalTransactionId}|${key}`);

describe('C2 hash', { concurrency: true }, () => {
  let fixture: Fixture;
  let rows: StoredRows;
  before(async () => {
    fixture = await openFixture({ set: ['--callback-grace-ms', '0'] });
    rows = openStoredRows(fixture.installation);
  });
  after(async () => {
    await rows?.close();
    await fixture?.close();
  });

  async function pay(
    client: Client,
    lastFour: string,
    members: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<string> {
    const id = uniqueId('hash');
    const common = {
      phone: uniquePhone(lastFour),
      amount: 100,
      codeService: 'OPA_SN_API_CASH_IN',
      callbackUrl: fixture.receiver.url,
    };
    const { json } = await client.operation(
      { ...common, externalTransactionId: id, ...members },
      headers,
    );
    assert.ok([2000, 4000].includes(json.code), JSON.stringify(json));
    return json.data.externalTransactionId;
  }
  async function rotated(account: Account, overlap: string): Promise<string> {
    return (
      await fixture.installation.cli<{ apiKey: string }>([
        'key',
        'rotate',
        String(account.accountId),
        '--overlap',
        overlap,
      ])
    ).apiKey;
  }

  it('C2 the hash is lower-case hex of transactionId|externalTransactionId|key, for successes and failures', async () => {
    const ids = await Promise.all([
      pay(fixture.client, '0000'),
      pay(fixture.client, '9028'),
      pay(fixture.client, '7028'),
    ]);
    for (const id of ids) {
      const { json } = await fixture.receiver.waitFor(id);
      assert.match(json.sha256Hash, /^[0-9a-f]{64}$/);
      assert.equal(json.sha256Hash, hashOf(json, fixture.client.apiKey));
    }
  });

  it('C2 the ids go in exactly as the body has them, whatever characters they are made of', async () => {
    for (const externalTransactionId of [
      `C898l.s09:/-_${uniqueId('')}`,
      `a"b\\c<&>${uniqueId('')}`,
      `with space ${uniqueId('')}`,
    ]) {
      const id = await pay(fixture.client, '7028', { externalTransactionId });
      const { json } = await fixture.receiver.waitFor(id);
      assert.equal(json.transaction.externalTransactionId, externalTransactionId);
      assert.equal(
        json.sha256Hash,
        sha256(
          `${json.transaction.transactionId}|${externalTransactionId}|${fixture.client.apiKey}`,
        ),
      );
    }
  });

  it('C2 the key of the header counts where the body has none', async () => {
    const id = await pay(
      fixture.client,
      '7028',
      { apiKey: undefined },
      { Secretkey: fixture.client.apiKey },
    );
    const { json } = await fixture.receiver.waitFor(id);
    assert.equal(json.sha256Hash, hashOf(json, fixture.client.apiKey));
  });

  it('C2 while two keys live, each transaction is hashed with the one that was sent', async () => {
    const account = await createAccount(fixture.installation, {
      set: ['--callback-grace-ms', '0'],
    });
    const keys = [account.apiKey, await rotated(account, '24h')];
    for (const key of keys) {
      const id = await pay(createClient(fixture.installation.baseUrl, key), '7028');
      const { json } = await fixture.receiver.waitFor(id);
      assert.equal(json.sha256Hash, hashOf(json, key));
    }
  });

  it('C2 a key is stored as a hash and, in a sandbox, sealed: its text is in no table and in no log', async () => {
    const { apiKey } = fixture.client;
    const id = await pay(fixture.client, '0000', { data: { note: 'kept' } });
    await untilStatus(fixture.client, id, 'SUCCESS');
    const tables = await rows.read<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'
        and table_type = 'BASE TABLE'`,
    );
    assert.ok(tables.length > 10);
    for (const { name } of tables) {
      const found = await rows.read(
        `select 1 from "${name}" t where strpos(t::text, $1) > 0 limit 1`,
        [apiKey],
      );
      assert.equal(found.length, 0, name);
    }
    const hex = Buffer.from(apiKey).toString('hex');
    const bytes = await rows.read(`select 1 from api_key t where strpos(t::text, $1) > 0`, [hex]);
    assert.equal(bytes.length, 0, 'nor its bytes');
    const shown = await fixture.installation.cli<{ apiKey?: string }>([
      'account',
      'show-key',
      String(fixture.account.accountId),
    ]);
    assert.ok(JSON.stringify(shown).includes(apiKey), 'a sandbox can show it again');
    assert.ok(!fixture.installation.logs().includes(apiKey));
  });
});
