// G1: a registered developer of a sandbox reaches none of the installation's own services by way of
// the gateway: not in a payment, not with "send a test callback", and not by a name that points at
// this machine.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startNameServer, type NameServer } from './harness/name-server.ts';
import { startWithOpsPort } from './harness/ops-port.ts';
import {
  createClient,
  payOut,
  startReceiver,
  uniqueId,
  type Client,
  type Installation,
  type Receiver,
} from './harness/index.ts';

let names: NameServer;
let receiver: Receiver;
let installation: Installation;
let opsPort: number;
let client: Client;
let cookie: string;

before(async () => {
  receiver = await startReceiver();
  names = await startNameServer();
  names.addressesOf.set('inside.receiver.example', ['127.0.0.1']);
  ({ installation, opsPort } = await startWithOpsPort({ JOKKO_DNS_SERVERS: names.address }));
  client = createClient(installation.baseUrl, installation.apiKey);
  cookie = await registerDeveloper();
});
after(async () => {
  await installation?.stop();
  await names?.close();
  await receiver?.close();
});

async function registerDeveloper(): Promise<string> {
  const answer = await post('register', {
    email: `awa.${uniqueId()}@example.sn`,
    password: 'la-teranga-sous-la-pluie',
    name: 'Awa',
    company: 'Boutique',
    language: 'fr',
  });
  assert.equal(answer.status, 200, await answer.text());
  return /^[^;]*/.exec(answer.headers.get('set-cookie') ?? '')![0];
}

const post = (path: string, body: object): Promise<Response> =>
  fetch(`${installation.baseUrl}/portal/api/${path}`, {
    method: 'POST',
    headers: {
      origin: installation.baseUrl,
      'content-type': 'application/json',
      ...defined({ cookie }),
    },
    body: JSON.stringify(body),
  });

const portOf = (url: string): number => Number(new URL(url).port);
const ownPorts = (): number[] => [
  portOf(installation.baseUrl),
  opsPort,
  portOf(installation.simulatorUrl),
  databasePort(),
];

/** The embedded database writes its port down. */
function databasePort(): number {
  const { dataDir, environment } = installation;
  const url = environment['DATABASE_URL'];
  if (url !== undefined) return portOf(url.replace('postgres:', 'http:'));
  const stored = readFileSync(join(dataDir, 'postgres.json'), 'utf8');
  return (JSON.parse(stored) as { port: number }).port;
}

describe('G1 own services', () => {
  it('G1 a payment may not name them as its callback’s address', async () => {
    for (const port of ownPorts())
      for (const host of ['127.0.0.1', 'localhost.', '[::ffff:7f00:1]', '2130706433']) {
        const callbackUrl = `http://${host}:${port}/control/behaviour`;
        const { json } = await client.operation(payOut({ callbackUrl }));
        assert.deepEqual([json.code, json.errors?.[0]?.field], [4022, 'callbackUrl'], callbackUrl);
      }
  });

  it('G1 a test callback reaches none of them, and no name leads to one', async () => {
    const reached = await post('callbacks/test', { url: receiver.url });
    assert.match(await reached.text(), /"httpStatus":200/);
    for (const port of ownPorts()) {
      const refused = await post('callbacks/test', {
        url: `http://127.0.0.1:${port}/control/clock`,
      });
      assert.equal(refused.status, 400);
      // Which of them is known for another service, the system chooses.
      assert.match(await refused.text(), /"urlNotAllowed","address":"(ownService|port)"/);
    }
    const port = portOf(installation.simulatorUrl);
    const named = await post('callbacks/test', { url: `http://inside.receiver.example:${port}/` });
    const text = await named.text();
    assert.match(text, /"httpStatus":null,"errorClass":"blocked_target"/);
  });

  it('G1 once a request has come through a proxy of this machine, a test callback reads nothing of loopback', async () => {
    const headers = { origin: installation.baseUrl, 'content-type': 'application/json', cookie };
    const { port } = new URL(receiver.url);
    const through = (host: string, more: Record<string, string>): Promise<Response> =>
      fetch(`${installation.baseUrl}/portal/api/callbacks/test`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify({ url: `http://${host}:${port}/` }),
      });
    const shut = await through('127.0.0.1', { via: '1.1 proxy' });
    assert.equal(shut.status, 400, await shut.text());
    for (const host of ['2130706433', '0x7f.1', '0177.0.0.1', '127.1', 'localhost.', '[::1]']) {
      const answer = await through(host, {});
      assert.equal(answer.status, 400, `${host} ${await answer.text()}`);
    }
    const mapped = await through('[::ffff:127.0.0.1]', {});
    assert.equal(mapped.status, 400, await mapped.text());
    const named = await through('inside.receiver.example', {});
    assert.match(await named.text(), /"errorClass":"blocked_target"/);
  });
});
