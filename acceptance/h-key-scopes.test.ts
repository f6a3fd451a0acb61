// Checks the scopes, allowed addresses and expiry of API keys, with keys of one account that each
// have their own limits.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  advanceClock,
  createAccount,
  createClient,
  openFixture,
  payOut,
  sendRequest,
  hostInstallation,
  startReceiver,
  until,
} from './harness/index.ts';
import type { Client, HostedInstallation, Fixture } from './harness/index.ts';
import { isTakenBack, lookUp, untilStatus } from './harness/payment.ts';

const refundCancel = '/api-services/transaction/refund-cancel';

interface MadeKey {
  keyId: string;
  apiKey: string;
}
interface ListedKey {
  keyId: string;
  state: string;
  name: string;
  scope: string;
  services: string[] | null;
  allowFrom: string[] | null;
  lastFour: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  replacedBy: string | null;
}
type Cli = Pick<HostedInstallation, 'cli' | 'runCli'>;

const makeKey = ({ cli }: Cli, accountId: number, ...limits: string[]): Promise<MadeKey> =>
  cli<MadeKey>(['key', 'create', String(accountId), ...limits]);
const listKeys = async ({ cli }: Cli, accountId: number): Promise<ListedKey[]> =>
  (await cli<{ keys: ListedKey[] }>(['key', 'list', String(accountId)])).keys;

describe('keys: limits', { concurrency: true }, () => {
  let fixture: Fixture;
  let accountId: number;
  let client: Client;
  const withKey = (apiKey: string): Client => createClient(fixture.installation.baseUrl, apiKey);
  before(async () => {
    fixture = await openFixture();
    ({ client } = fixture);
    ({ accountId } = fixture.account);
  });
  after(() => fixture.close());

  it('keys: a read-only key looks up and moves nothing: 4003', async () => {
    const { accountId: id, apiKey } = await createAccount(fixture.installation);
    const own = withKey(apiKey);
    const reader = withKey(
      (await makeKey(fixture.installation, id, '--scope', 'read-only', '--name', 'reports')).apiKey,
    );
    const paid = payOut({ phone: '770008007' });
    const { json: first } = await own.operation(paid);
    const before = await own.balance();
    assert.equal(await reader.balance(), before);
    assert.equal((await lookUp(reader, String(paid['externalTransactionId']))).json.code, 2000);
    assert.equal(
      (await reader.get('/api-services/services', { Secretkey: reader.apiKey })).json.success,
      true,
    );
    const bills = await reader.post('/api-services/list-pending-bills', {
      apiKey: reader.apiKey,
      codeService: 'BILLERA_SN_BILL_PAY',
      billAccountNumber: '123456',
    });
    assert.equal(bills.json.code, 2000, bills.text);
    const refused = await reader.operation(payOut());
    assert.deepEqual([refused.json.code, refused.json.error, refused.json.data], [4003, true, {}]);
    const { transactionId } = first.data;
    const refund = await reader.post(refundCancel, { apiKey: reader.apiKey, transactionId });
    assert.deepEqual([refund.json.code, refund.json.statutTreatment], [4003, 'FAILLED']);
    const claim = await reader.post('/api-services/new-claim', {
      apiKey: reader.apiKey,
      subject: 's',
      message: 'm',
      transactionId,
    });
    assert.equal(claim.json.code, 4003);
    assert.equal(await own.balance(), before);
    await untilStatus(own, String(paid['externalTransactionId']), 'PROCESSING');
  });

  it('keys: a key without refunds pays and refunds nothing', async () => {
    const payer = withKey(
      (await makeKey(fixture.installation, accountId, '--scope', 'no-refunds')).apiKey,
    );
    const body = payOut();
    const { json } = await payer.operation(body);
    assert.equal(json.code, 2000);
    await untilStatus(client, String(body['externalTransactionId']), 'SUCCESS');
    const refund = await payer.post(refundCancel, {
      apiKey: payer.apiKey,
      transactionId: json.data.transactionId,
    });
    assert.deepEqual([refund.json.code, refund.json.statutTreatment], [4003, 'FAILLED']);
    assert.equal(
      (await lookUp(client, String(body['externalTransactionId']))).json.data.status,
      'SUCCESS',
    );
    const allowed = await client.post(refundCancel, {
      apiKey: client.apiKey,
      transactionId: json.data.transactionId,
    });
    assert.ok(isTakenBack(allowed), allowed.text);
  });

  it('keys: a key for some services orders, lists and refunds only these', async () => {
    const some = withKey(
      (
        await makeKey(
          fixture.installation,
          accountId,
          '--services',
          'OPA_SN_API_CASH_IN,BILLERA_SN_BILL_PAY',
        )
      ).apiKey,
    );
    const { json: listed } = await some.get('/api-services/services', { Secretkey: some.apiKey });
    assert.deepEqual(
      listed.services.map((service: { codeService: string }) => service.codeService).sort(),
      ['BILLERA_SN_BILL_PAY', 'OPA_SN_API_CASH_IN'],
    );
    assert.equal(
      (await some.operation(payOut({ codeService: 'OPA_SN_API_CASH_IN' }))).json.code,
      2000,
    );
    assert.equal(
      (await some.operation(payOut({ codeService: 'OPC_SN_API_CASH_IN' }))).json.code,
      4003,
    );
    const bills = { apiKey: some.apiKey, billAccountNumber: '123456' };
    assert.equal(
      (
        await some.post('/api-services/list-pending-bills', {
          ...bills,
          codeService: 'BILLERA_SN_BILL_PAY',
        })
      ).json.code,
      2000,
    );
    assert.equal(
      (
        await some.post('/api-services/list-pending-bills', {
          ...bills,
          codeService: 'BILLERB_SN_BILL_PAY',
        })
      ).json.code,
      4003,
    );
    const other = await client.operation(payOut({ phone: '770008007' }));
    const refund = await some.post(refundCancel, {
      apiKey: some.apiKey,
      transactionId: other.json.data.transactionId,
    });
    assert.deepEqual([refund.json.code, refund.json.statutTreatment], [4003, 'FAILLED']);
  });

  it('keys: a key for some addresses is refused from others, and says so to who has it', async () => {
    const bound = (
      await makeKey(fixture.installation, accountId, '--allow-from', '127.44.0.0/16,2001:db8::/32')
    ).apiKey;
    const balanceFrom = (apiKey: string, localAddress: string) =>
      sendRequest(`${fixture.installation.baseUrl}/api-services/balance`, {
        headers: { Secretkey: apiKey },
        localAddress,
      });
    assert.equal((await balanceFrom(bound, '127.44.9.9')).json.code, 2000);
    const refused = await balanceFrom(bound, '127.45.0.1');
    assert.equal(refused.json.code, 4001);
    assert.match(refused.json.msg, /127\.45\.0\.1/);
    const guessed = `${bound.slice(0, 20)}${bound[20] === 'x' ? 'y' : 'x'}${bound.slice(21)}`;
    assert.doesNotMatch((await balanceFrom(guessed, '127.45.0.1')).json.msg, /127\.45/);
    const forwarded = await sendRequest(`${fixture.installation.baseUrl}/api-services/balance`, {
      headers: { Secretkey: bound, 'X-Forwarded-For': '127.44.9.9' },
      localAddress: '127.45.0.1',
    });
    assert.equal(forwarded.json.code, 4001, 'nobody but a trusted proxy speaks for an address');
  });

  it('keys: a mistyped key is told from one that was never made', async () => {
    const mistyped = `${client.apiKey.slice(0, -1)}${client.apiKey.endsWith('0') ? '1' : '0'}`;
    const say = async (apiKey: string) =>
      (await client.get('/api-services/balance', { Secretkey: apiKey })).json;
    const [wrong, none] = [await say(mistyped), await say('anything else')];
    assert.deepEqual([wrong.code, none.code], [4001, 4001]);
    assert.notEqual(wrong.msg, none.msg);
    for (const { msg } of [wrong, none]) assert.ok(!msg.includes(client.apiKey.slice(10, 30)));
  });

  it('keys: one is exchanged with its limits and goes on for the overlap; one is revoked at once; the others stay', async () => {
    const { accountId: id, apiKey } = await createAccount(fixture.installation);
    const made = await makeKey(
      fixture.installation,
      id,
      '--name',
      'till 3',
      '--scope',
      'no-refunds',
      '--services',
      'OPC_SN_API_CASH_IN',
    );
    assert.match(made.keyId, /^jk_test_[0-9a-z]+$/);
    assert.ok(made.apiKey.startsWith(`${made.keyId}_`));
    const fresh = await fixture.installation.cli<MadeKey & { ended: string[] }>([
      'key',
      'rotate',
      made.keyId,
      '--overlap',
      '1h',
    ]);
    assert.deepEqual(fresh.ended, [made.keyId]);
    for (const key of [apiKey, made.apiKey, fresh.apiKey])
      assert.equal((await withKey(key).operation(payOut())).json.code, 2000);
    await fixture.installation.cli(['key', 'revoke', made.keyId]);
    const revoked = await withKey(made.apiKey).operation(payOut());
    assert.equal(revoked.json.code, 4001);
    assert.match(revoked.json.msg, /révoquée/);
    for (const key of [apiKey, fresh.apiKey])
      assert.equal((await withKey(key).operation(payOut())).json.code, 2000);
    const [first, second, third] = await listKeys(fixture.installation, id);
    assert.deepEqual([first?.state, second?.state, third?.state], ['active', 'revoked', 'active']);
    assert.deepEqual(
      [third?.name, third?.scope, third?.services],
      ['till 3', 'no-refunds', ['OPC_SN_API_CASH_IN']],
    );
    assert.deepEqual([second?.replacedBy, third?.lastFour], [third?.keyId, fresh.apiKey.slice(-4)]);
    const { apiKey: shown } = await fixture.installation.cli<{ apiKey: string }>([
      'account',
      'show-key',
      String(id),
      '--key',
      fresh.keyId,
    ]);
    assert.equal(shown, fresh.apiKey);
  });

  it('keys: the last use is noted, and a list never shows a key', async () => {
    const made = await makeKey(fixture.installation, accountId, '--scope', 'read-only');
    const find = async () =>
      (await listKeys(fixture.installation, accountId)).find((key) => key.keyId === made.keyId);
    assert.equal((await find())?.lastUsedAt, null);
    await withKey(made.apiKey).balance();
    const used = await until(
      'the use is noted',
      async () => (await find())?.lastUsedAt ?? undefined,
      { everyMs: 200 },
    );
    assert.ok(Math.abs(Date.parse(used) - Date.now()) < 60_000);
    const { stdout } = await fixture.installation.runCli(['key', 'list', String(accountId)]);
    assert.ok(stdout.includes(made.keyId) && !stdout.includes(made.apiKey.slice(0, -20)));
  });

  it('keys: what cannot be meant is refused with a sentence, and no key is repeated', async () => {
    const id = String(accountId);
    const cases: [string[], number, RegExp][] = [
      [['key', 'create'], 2, /missing ACCOUNT/],
      [['key', 'create', id, '--scope', 'admin'], 2, /full, no-refunds, read-only/],
      [['key', 'create', id, '--allow-from', '10.0.0.0/33'], 2, /addresses and CIDR ranges/],
      [['key', 'create', id, '--expires', '2027-02-31'], 2, /--expires takes a date/],
      [['key', 'create', id, '--expires', '2001-01-01'], 1, /in the past/],
      [['key', 'create', id, '--services', 'NOPE_SN'], 1, /no NOPE_SN/],
      [['key', 'create', '99999999'], 1, /no account 99999999/],
      [['key', 'list', '99999999'], 1, /no account/],
      [['key', 'rotate', 'jk_test_zzzzz'], 1, /no such key/],
      [['key', 'rotate', 'jk_live_1'], 1, /jk_test_/],
      [['key', 'revoke', 'jk_test_zzzzz'], 1, /no such key/],
      [['key', 'revoke', client.apiKey], 2, /such as jk_test_7/],
      [['key', 'rotate', client.apiKey], 2, /such as jk_test_7/],
    ];
    for (const [words, code, message] of cases) {
      const outcome = await fixture.installation.runCli(words);
      assert.deepEqual([outcome.code, outcome.stdout], [code, ''], words.slice(0, 4).join(' '));
      assert.match(outcome.stderr, message);
      assert.ok(!outcome.stderr.includes(client.apiKey.slice(10, 40)));
    }
  });
});

describe('keys: time and proxies, on an installation of their own', () => {
  it('keys: an end, an overlap, and an address behind a trusted proxy; C2 callbacks keep the hash of the key they were made with', async () => {
    const installation = await hostInstallation({
      env: { TRUSTED_PROXIES: '127.0.0.1', JOKKO_OUTBOUND_ALLOW: '127.0.0.0/8' },
    });
    const receiver = await startReceiver();
    try {
      const { accountId, baseUrl } = installation;
      const ending = await makeKey(installation, accountId, '--expires', '2h');
      const bound = await makeKey(
        installation,
        accountId,
        '--allow-from',
        '192.0.2.0/24,2001:db8::/32',
      );
      const fetchFrom = async (forwardedFor: string) =>
        (
          await sendRequest(`${baseUrl}/api-services/balance`, {
            headers: { Secretkey: bound.apiKey, 'X-Forwarded-For': forwardedFor },
            localAddress: '127.0.0.1',
          })
        ).json.code;
      assert.deepEqual(
        [
          await fetchFrom('192.0.2.7'),
          await fetchFrom('2001:db8::7'),
          await fetchFrom('198.51.100.1'),
          await fetchFrom('192.0.2.7, 198.51.100.1'),
        ],
        [2000, 2000, 4001, 4001],
      );
      const old = createClient(baseUrl, installation.apiKey);
      const body = payOut({ callbackUrl: receiver.url, phone: '770008001' });
      const { json } = await old.operation(body);
      const { apiKey } = await installation.cli<MadeKey>([
        'key',
        'rotate',
        String(accountId),
        '--overlap',
        '1h',
      ]);
      const codeOf = async (key: string) =>
        (await createClient(baseUrl, key).get('/api-services/balance', { Secretkey: key })).json;
      for (const key of [installation.apiKey, apiKey, ending.apiKey])
        assert.equal((await codeOf(key)).code, 2000);
      await advanceClock(installation, 2 * 3_600);
      const expired = await until('the old keys have ended', async () => {
        const answer = await codeOf(installation.apiKey);
        return answer.code === 4001 && (await codeOf(ending.apiKey)).code === 4001
          ? answer
          : undefined;
      });
      assert.match(expired.msg, /expiré/);
      assert.equal((await codeOf(apiKey)).code, 2000);
      const states = (await listKeys(installation, accountId)).map((key) => key.state);
      assert.deepEqual(states, ['replaced', 'replaced', 'replaced', 'active']);
      const callback = await receiver.waitFor(String(body['externalTransactionId']));
      const hashed = [
        json.data.transactionId,
        String(body['externalTransactionId']),
        installation.apiKey,
      ].join('|');
      assert.equal(callback.json.sha256Hash, createHash('sha256').update(hashed).digest('hex'));
    } finally {
      await receiver.close();
      await installation.stop();
    }
  });
});
