// O4: checks what is stricter in a live installation: https is required, and the simulator is
// never a live route. The provider's name does not resolve, so accepted operations stay unknown,
// which is sufficient here.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createAccount, createClient, payOut, hostInstallation, until } from './harness/index.ts';
import type { Client, HostedInstallation } from './harness/index.ts';

const config = {
  baseUrl: 'https://provider.invalid/v1.2/mm',
  auth: 'none',
  ownAccountType: 'walletid',
  ownAccountValue: 'J',
  operatorPrefix: 'opa',
  sandbox: false,
};
const route = { name: 'OPC_SN', connector: 'gsma', config };
const services = [
  {
    code: 'OPC_SN_API_CASH_IN',
    name: 'CashIn Opc',
    route: 'OPC_SN',
    minimum: 5,
    maximum: 2_000_000,
  },
  {
    code: 'OPC_SN_API_CASH_OUT',
    name: 'CashOut Opc',
    route: 'OPC_SN',
    minimum: 5,
    maximum: 2_000_000,
  },
];

let installation: HostedInstallation;
let client: Client;
let accountId: number;
before(async () => {
  installation = await hostInstallation({
    env: { JOKKO_MODE: 'live', JOKKO_SECRET_KEY: randomBytes(32).toString('base64') },
  });
  const { code, stderr } = await importCatalogue({ routes: [route], services });
  assert.equal(code, 0, stderr);
  const account = await createAccount(installation);
  accountId = account.accountId;
  client = createClient(installation.baseUrl, account.apiKey);
});
after(() => installation.stop());

function importCatalogue(catalogue: object): ReturnType<HostedInstallation['runCli']> {
  const file = join(installation.dataDir, 'live-catalogue.json');
  writeFileSync(file, JSON.stringify(catalogue));
  return installation.runCli(['catalogue', 'import', file]);
}

describe('O4 live', () => {
  it('S02: in live mode the command line opens an account without a key, unless it is asked for one', async () => {
    const opened = await installation.cli<{ accountId: number; apiKey: string | null }>([
      ...['account', 'create', '--name', 'Pirogue', '--fund', '1000'],
    ]);
    assert.equal(opened.apiKey, null);
    const { keys } = await installation.cli<{ keys: unknown[] }>([
      ...['key', 'list', String(opened.accountId)],
    ]);
    assert.deepEqual(keys, []);
    const { entries } = await installation.cli<{
      entries: { accountId: number; new: { key: string } }[];
    }>([...['audit', 'list', '--action', 'account.create']]);
    const asked = entries.find((entry) => entry.accountId === accountId);
    assert.match(asked?.new.key ?? '', /^jk_live_/, 'the log names the key');
  });

  it('C5 M1 in live mode the command line shows no secret again', async () => {
    for (const args of [
      ['webhook-secret', 'show', String(accountId)],
      ['hmac', 'show', String(accountId), '--secret'],
    ]) {
      const { code, stdout, stderr } = await installation.runCli(args);
      assert.equal(code, 1, stderr);
      assert.doesNotMatch(stdout + stderr, /whsec_|hmac_[\w-]{43}/);
    }
  });

  it('O4 live mode needs https; loopback is refused', async () => {
    const good = await client.operation(payOut({ callbackUrl: 'https://client.example/callback' }));
    assert.equal(good.json.code, 2000, good.text);
    for (const callbackUrl of [
      'http://client.example/callback',
      'http://client.example:8443/',
      'https://127.0.0.1:9999/',
      'https://localhost:9999/',
      'https://[::1]:9999/',
      'https://2130706433/',
    ]) {
      const { json, text } = await client.operation(payOut({ callbackUrl }));
      assert.deepEqual(
        [json.code, json.errors?.[0]?.field],
        [4022, 'callbackUrl'],
        `${callbackUrl}: ${text}`,
      );
      assert.deepEqual(
        json.data,
        {},
        'no entry of the error catalogue is about callback addresses',
      );
    }
  });

  it('O4 unless --allow-http-callbacks on for the account; loopback stays refused', async () => {
    const set = ['account', 'set', String(accountId), '--allow-http-callbacks'];
    await installation.cli([...set, 'on']);
    // What an order is opened on is never out of date; what it is refused on may be for a moment.
    const allowed = await until('it is allowed', async () => {
      const answer = await client.operation(
        payOut({ callbackUrl: 'http://client.example/callback' }),
      );
      return answer.json.code === 2000 && answer;
    });
    const loopback = await client.operation(payOut({ callbackUrl: 'http://127.0.0.1:9999/' }));
    await installation.cli([...set, 'off']);
    const refused = await client.operation(
      payOut({ callbackUrl: 'http://client.example/callback' }),
    );
    assert.deepEqual(
      [allowed, loopback, refused].map(({ json }) => json.code),
      [2000, 4022, 4022],
    );
  });

  it('O7 wallets: redirect URLs stay optional and may be http', async () => {
    const { json, text } = await client.operation(
      payOut({
        codeService: 'OPC_SN_API_CASH_OUT',
        successRedirectUrl: 'http://client.example/ok',
      }),
    );
    assert.equal(json.code, 2000, text);
  });

  it('H3 the simulator is never a live route: such a service is not listed and answers 4003 or 4004', async () => {
    const sandbox = {
      name: 'AIRTIME',
      connector: 'sandbox',
      config: { baseUrl: 'https://provider.invalid', apiKey: 'k', noticeSecret: 's' },
    };
    const airtime = {
      code: 'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE',
      name: 'Airtime',
      route: 'AIRTIME',
    };
    await importCatalogue({ routes: [route, sandbox], services: [...services, airtime] });
    await installation.runCli(['account', 'set', String(accountId), '--activate', 'all']);
    const { json: listed } = await client.get('/api-services/services', {
      Secretkey: client.apiKey,
    });
    const { json } = await client.operation(payOut({ codeService: airtime.code, amount: 500 }));
    assert.ok([4003, 4004].includes(json.code), JSON.stringify(json));
    assert.ok(!JSON.stringify(listed).includes(airtime.code), 'not listed');
  });
});
