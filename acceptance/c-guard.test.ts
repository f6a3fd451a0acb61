// C4, O4, T14: where a live gateway connects to and where never, from the request to the receiver's
// socket; names come from a name server of the test's own, and the operator's list of networks
// makes 127.0.0.2 a receiver as good as a public one.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { testAuthorityFile, testCertificate } from './harness/certificates/index.ts';
import { openStoredRows, type StoredRows } from './harness/database.ts';
import { untilAttempted } from './harness/delivery.ts';
import { startNameServer, type NameServer } from './harness/name-server.ts';
import {
  createAccount,
  createClient,
  payOut,
  hostInstallation,
  uniqueId,
  until,
} from './harness/index.ts';
import type { Client, HostedInstallation } from './harness/index.ts';

const ownName = 'pay.receiver.example';

let names: NameServer;
let installation: HostedInstallation;
let rows: StoredRows;
let client: Client;
/**
 * Listens on 127.0.0.2 and answers what `answer` says; its twin on 127.0.0.1 has the same port and
 * must never be connected to.
 */
let allowed: Server;
let forbidden: Server;
let forbiddenConnections = 0;
let received: string[] = [];
let answer: { status: number; location?: string } = { status: 200 };

before(async () => {
  names = await startNameServer();
  await startReceivers();
  installation = await hostInstallation({
    env: {
      JOKKO_MODE: 'live',
      JOKKO_SECRET_KEY: randomBytes(32).toString('base64'),
      JOKKO_DNS_SERVERS: names.address,
      JOKKO_OUTBOUND_ALLOW: '127.0.0.2/32, 10.77.0.0/16',
      JOKKO_EXTRA_CA: testAuthorityFile,
      PUBLIC_URL: `https://${ownName}`,
    },
  });
  rows = openStoredRows(installation);
  client = await newClient();
});
after(async () => {
  allowed.closeAllConnections();
  allowed.close();
  forbidden.close();
  await rows?.close();
  await installation?.stop();
  await names?.close();
});

async function startReceivers(): Promise<void> {
  allowed = createTlsServer(testCertificate('p256'), (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push(body);
      const { status, location } = answer;
      response.writeHead(status, { connection: 'close', ...defined({ location }) }).end('OK');
    });
  });
  forbidden = createHttpServer().on('connection', () => forbiddenConnections++);
  // A port that is free at both addresses.
  for (;;) {
    await listenOn(allowed, '127.0.0.2', 0);
    const isFree = await listenOn(forbidden, '127.0.0.1', port()).then(
      () => true,
      () => false,
    );
    if (isFree) return;
    await new Promise((resolve) => allowed.close(resolve));
  }
}

function listenOn(server: Server, address: string, at: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
const port = (): number => (allowed.address() as AddressInfo).port;

/**
 * An account without money on a live route: every order fails at once, and that is told by
 * callback.
 */
async function newClient(): Promise<Client> {
  const config = {
    baseUrl: 'https://provider.invalid/mm',
    auth: 'none',
    ownAccountType: 'walletid',
    ownAccountValue: 'J',
    operatorPrefix: 'opa',
  };
  const routes = [{ name: 'OPC_SN', connector: 'gsma', config: { ...config, sandbox: false } }];
  const services = [
    {
      code: 'OPC_SN_API_CASH_IN',
      name: 'CashIn Opc',
      route: 'OPC_SN',
      minimum: 5,
      maximum: 2_000_000,
    },
  ];
  const file = join(installation.dataDir, 'catalogue.json');
  writeFileSync(file, JSON.stringify({ routes, services }));
  const imported = await installation.runCli(['catalogue', 'import', file]);
  assert.equal(imported.code, 0, imported.stderr);
  const { apiKey } = await createAccount(installation, {
    fund: 0,
    set: ['--callback-grace-ms', '0'],
  });
  return createClient(installation.nodes[0]!.details.listening, apiKey);
}

interface Ordered {
  id: string;
  transactionId: string;
}
async function order(host: string): Promise<Ordered> {
  const id = uniqueId();
  const { json, text } = await client.operation(
    payOut({ externalTransactionId: id, callbackUrl: `https://${host}:${port()}/callback` }),
  );
  assert.equal(json.code, 4000, text);
  return { id, transactionId: json.data.transactionId };
}
const isReceived = ({ id }: Ordered): boolean => received.some((body) => body.includes(id));
const untilReceived = (ordered: Ordered): Promise<unknown> =>
  until(`callback of ${ordered.id}`, () => isReceived(ordered));
/** What came of the first attempt; null: it was delivered. */
const triedWith = async ({ transactionId }: Ordered): Promise<string | null> =>
  (await untilAttempted(rows, transactionId))[0]!.error_class;
const untilAsked = (name: string): Promise<unknown> =>
  until(`${name} is asked for`, () => names.asked.includes(name));

describe('T14 a live gateway', () => {
  it('O4 a name in the operator’s networks gets its callbacks, by a certificate of the operator’s authority', async () => {
    names.addressesOf.set('good.receiver.example', ['127.0.0.2']);
    await untilReceived(await order('good.receiver.example'));
  });

  it('T14 80 to 84 names that are, or become, what may not be called are never connected to', async () => {
    names.addressesOf.set('good.receiver.example', ['127.0.0.2']);
    const bad: [string, string[]][] = [
      ['a80.receiver.example', ['127.0.0.1']],
      ['a81.receiver.example', ['::1']],
      ['a82.receiver.example', ['127.0.0.2', '127.0.0.1']],
    ];
    for (const [name, addresses] of bad) names.addressesOf.set(name, addresses);
    names.aliasOf.set('a83.receiver.example', 'a80.receiver.example');
    let turn = 0;
    names.addressesOf.set('a84.receiver.example', () =>
      turn++ % 4 < 2 ? ['127.0.0.2'] : ['127.0.0.1'],
    );
    const rebinding: Ordered[] = [];
    for (let round = 0; round < 8; round++)
      rebinding.push(
        ...(await Promise.all(Array.from({ length: 10 }, () => order('a84.receiver.example')))),
      );
    const ordered = await Promise.all(
      [...bad.map(([name]) => name), 'a83.receiver.example'].map(order),
    );
    for (const name of ['a80', 'a81', 'a82', 'a83', 'a84'])
      await untilAsked(`${name}.receiver.example`);
    await untilReceived(await order('good.receiver.example'));
    for (const error of await Promise.all(ordered.map(triedWith))) assert.notEqual(error, null);
    assert.deepEqual(ordered.filter(isReceived), []);
    // One that finds the good address is delivered there.
    await Promise.all(rebinding.map(triedWith));
    assert.equal(forbiddenConnections, 0);
    await until('the rebinding name was asked for often', () => turn >= 8);
    assert.equal(forbiddenConnections, 0);
  });

  it('C4 a redirect to a machine inside is a failed attempt and not followed', async () => {
    names.addressesOf.set('good.receiver.example', ['127.0.0.2']);
    answer = { status: 307, location: `http://127.0.0.1:${port()}/` };
    const redirected = await order('good.receiver.example');
    await untilReceived(redirected);
    assert.notEqual(await triedWith(redirected), null);
    answer = { status: 200 };
    await untilReceived(await order('good.receiver.example'));
    assert.equal(forbiddenConnections, 0);
  });

  it('O4 78, 79 and what lies outside the operator’s networks is refused in the request already', async () => {
    const refused = [
      ...[
        `https://${ownName}/`,
        `https://${ownName.toUpperCase()}.:8443/`,
        'https://metadata.google.internal/',
        'https://127.0.0.1:8443/',
      ],
      ...[
        'https://127.0.0.3:8443/',
        'https://10.78.0.1/',
        'https://localhost/',
        'https://[::1]/',
        'https://169.254.169.254/',
      ],
    ];
    for (const callbackUrl of refused) {
      const { json, text } = await client.operation(payOut({ callbackUrl }));
      assert.deepEqual(
        [json.code, json.errors?.[0]?.field],
        [4022, 'callbackUrl'],
        `${callbackUrl}: ${text}`,
      );
    }
    for (const callbackUrl of ['https://127.0.0.2:8443/', 'https://10.77.3.4/']) {
      const { json, text } = await client.operation(payOut({ callbackUrl }));
      assert.equal(json.code, 4000, `${callbackUrl}: ${text}`);
    }
  });
});
