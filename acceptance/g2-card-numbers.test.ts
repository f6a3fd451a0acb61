// G2: in live mode a card number in a text is refused by field, before anything is stored, and
// stands afterwards in no table, no log line and no answer; what only looks like one passes.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  createClient,
  payOut,
  hostInstallation,
  uniqueId,
  until,
  type Client,
  type HostedInstallation,
} from './harness/index.ts';

const card = '4012888888881881';
const spaced = '4012 8888 8888 1881';

const config = {
  baseUrl: 'https://provider.invalid/mm',
  auth: 'none',
  ownAccountType: 'walletid',
  ownAccountValue: 'J',
  operatorPrefix: 'opa',
  sandbox: false,
};
const catalogue = {
  routes: [{ name: 'OPC_SN', connector: 'gsma', config }],
  services: [
    { code: 'OPC_SN_API_CASH_IN', name: 'CashIn Opc', route: 'OPC_SN', minimum: 5, maximum: 1_000 },
  ],
};

let installation: HostedInstallation;
let client: Client;
let appKey: string;
let accountId: number;

before(async () => {
  installation = await hostInstallation({
    env: { JOKKO_MODE: 'live', JOKKO_SECRET_KEY: randomBytes(32).toString('base64') },
  });
  const file = join(installation.dataDir, 'catalogue.json');
  writeFileSync(file, JSON.stringify(catalogue));
  await installation.cli(['catalogue', 'import', file]);
  // Without money every operation fails at once, which is enough here.
  const account = await createAccount(installation, { fund: 0 });
  client = createClient(installation.baseUrl, account.apiKey);
  accountId = account.accountId;
  const app = await installation.cli<{ appKey: string }>([
    ...['sms-app', 'create', String(account.accountId), '--name', 'Shop'],
  ]);
  appKey = app.appKey;
});
after(() => installation.stop());

const order = (members: object): ReturnType<Client['operation']> =>
  client.operation(payOut({ externalTransactionId: uniqueId(), ...members }));

describe('G2 card numbers in texts', () => {
  it('G2 an operation names each member that holds one, and nothing of it is stored', async () => {
    const bodies: [object, string][] = [
      [{ externalTransactionId: card }, 'externalTransactionId'],
      [{ externalTransactionId: `ORDER-${card}` }, 'externalTransactionId'],
      [{ merchantName: `Shop ${spaced}` }, 'merchantName'],
      [{ sender: '4012-8888-8888-1881' }, 'sender'],
      [{ data: { buyer: { note: [spaced] } } }, 'data.buyer.note.0'],
      [{ data: { card: Number(card) } }, 'data.card'],
      [{ data: JSON.stringify({ note: spaced }) }, 'data'],
    ];
    for (const [members, field] of bodies) {
      const { json, text } = await order(members);
      assert.deepEqual([json.code, json.errors?.[0]?.field], [4022, field], text);
      assert.match(text, /num[ée]ro de carte/);
      assert.ok(!text.includes(card) && !text.includes(spaced), text);
    }
  });

  it('G2 ids, times and phone numbers pass', async () => {
    const members = [
      // Milliseconds since 1970, alone and with three more digits.
      { externalTransactionId: '1764258627734417' },
      { data: { at: 1_764_258_627_734, phones: '+221771234567 +2250707123456' } },
      { data: { account: 'SN012 01001 012345678901 23' } },
    ];
    for (const each of members) {
      const { json, text } = await order(each);
      // Refused for the balance: it was stored.
      assert.equal(json.code, 4000, text);
    }
  });

  it('G2 a claim and a message are refused, too', async () => {
    const claim = await client.post('/api-services/new-claim', {
      subject: 'Carte',
      message: `Ma carte ${spaced} est débitée`,
      transactionId: '1234567890123',
      apiKey: client.apiKey,
    });
    assert.deepEqual([claim.json.code, claim.json.errors?.[0]?.field], [4022, 'message']);
    for (const [member, text] of [
      ['content', `Carte ${spaced}`],
      ['callbackUrl', `https://receiver.example/?card=${card}`],
    ] as const) {
      const answer = await fetch(`${installation.baseUrl}/api/send-sms`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          app_key: appKey,
          sender: 'SHOP',
          content: 'Bonjour',
          msisdn: ['+221771234567'],
          [member]: text,
        }),
      });
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), new RegExp(`"${member}":"[^"]*num[ée]ro de carte`));
    }
  });

  it('G2 afterwards it is in no table and no log line, the log of rejected requests included', async () => {
    // Written a moment after the answer.
    const rejected = await until('the rejected requests are written', async () => {
      const text = JSON.stringify(
        await installation.cli(['request', 'list', String(accountId), '--limit', '50']),
      );
      return text.includes('data.buyer.note.0') ? text : undefined;
    });
    assert.ok(!rejected.includes(card.slice(0, 10)), rejected);
    const doctor = await installation.runCli(['doctor', '--deep', '--json']);
    assert.equal(doctor.code, 0, doctor.stdout + doctor.stderr);
    for (const written of [card, spaced]) assert.ok(!installation.logs().includes(written));
  });
});
