// F14, F17: a provider that answers HTTP 200 with nonsense, cuts its answer off or closes half of
// its socket. Whether it executed is unknown, and stays so: nothing is sent again, neither to it
// nor over the route that the service changes to. Callers may half-close their sockets, too.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  createClient,
  payOut,
  startInstallation,
  startReceiver,
  uniqueId,
  uniquePhone,
  until,
} from '../harness/index.ts';
import type { Client, Installation, Receiver } from '../harness/index.ts';
import { lookUp, untilStatus } from '../harness/payment.ts';
import { executionsOf } from '../harness/provider-book.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const sized = (body: string, length = Buffer.byteLength(body)) =>
  `${head}content-length: ${length}\r\n\r\n${body}`;

/** By the last digit of the phone number. */
const answers: readonly { what: string; bytes: string; end?: 'destroy' | 'half-close' }[] = [
  { what: 'a web page', bytes: sized('<html>maintenance</html>') },
  { what: 'nothing', bytes: sized('') },
  { what: 'another JSON', bytes: sized('[1,2,3]') },
  { what: 'a status nobody knows', bytes: sized('{"status":"perhaps"}') },
  {
    what: 'half of its JSON, and cuts the line',
    bytes: sized('{"status":"comple', 400),
    end: 'destroy',
  },
  {
    what: 'a head alone, and half-closes',
    bytes: `${head}content-length: 400\r\n\r\n`,
    end: 'half-close',
  },
  { what: 'no HTTP', bytes: 'SSH-2.0-OpenSSH_9.2\r\n', end: 'half-close' },
  {
    what: 'a success of somebody else',
    bytes: sized('{"transactionStatus":"completed","amount":"1"}'),
  },
  {
    what: 'its members in other types',
    bytes: sized('{"transactionStatus":["completed"],"status":{"a":1},"amount":null,"currency":7}'),
  },
  {
    what: '10 MB of a success',
    bytes: sized(`{"transactionStatus":"completed","note":"${'x'.repeat(10_485_760)}"}`),
  },
];

const codeService = 'OPG_CI_API_CASH_IN';
/** Longer than the first status queries. */
const settledMs = 8_000;

/** Whether this is a request with all of its body. */
function isWhole(request: string): boolean {
  const end = request.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/i.exec(request)?.[1] ?? '0';
  return end >= 0 && Buffer.byteLength(request.slice(end + 4)) >= Number(length);
}

describe('F14 F17 a provider that answers with nonsense', () => {
  let installation: Installation;
  let receiver: Receiver;
  let client: Client;
  let provider: Server;
  let posted: string[];
  const phones = answers.map((_, place) => uniquePhone(`000${place}`, 10));
  const ids = answers.map(() => uniqueId('nonsense'));

  before(async () => {
    posted = [];
    provider = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => {});
      // A connection may be used again for the next request.
      let received = '';
      socket.on('data', (data) => {
        received += data.toString();
        // Head and body may come one after the other.
        if (!isWhole(received)) return;
        const text = received;
        received = '';
        const place = phones.findIndex((phone) => text.includes(phone));
        if (text.startsWith('POST')) posted.push(phones[place] ?? text);
        const { bytes, end } = answers[place] ?? answers[0]!;
        socket.write(bytes, () => {
          if (end === 'destroy') socket.destroy();
          if (end === 'half-close') socket.end();
        });
      });
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    [installation, receiver] = await Promise.all([startInstallation(), startReceiver()]);
    const { port } = provider.address() as AddressInfo;
    await publish((catalogue) => {
      const route = catalogue.routes.find(({ name }) => name === 'OPG_CI')!;
      Object.assign(route.config, { baseUrl: `http://127.0.0.1:${port}/mm`, timeoutMs: 2_000 });
      const service = catalogue.services.find(({ code }) => code === codeService)!;
      service.otherRoutes = ['OPA_SN'];
    });
    const account = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    client = createClient(installation.baseUrl, account.apiKey);
  });
  after(async () => {
    await receiver?.close();
    await installation?.stop();
    provider?.close();
  });

  interface CatalogueFile {
    services: { code: string; otherRoutes?: string[] }[];
    routes: { name: string; config: Record<string, unknown> }[];
  }
  async function publish(change: (catalogue: CatalogueFile) => void): Promise<void> {
    const catalogue = await installation.cli<CatalogueFile>(['catalogue', 'export']);
    change(catalogue);
    const file = join(installation.dataDir, 'catalogue.json');
    writeFileSync(file, JSON.stringify(catalogue));
    await installation.cli(['catalogue', 'import', file]);
  }
  const order = (place: number) => ({
    phone: phones[place],
    amount: 1_000,
    codeService,
    externalTransactionId: ids[place],
    callbackUrl: receiver.url,
  });
  const statusOf = async (id: string) => (await lookUp(client, id)).json.data.status as string;

  it('F14 its outcome is unknown, whatever it says: nothing ends, nothing is sent again, the money is held', async () => {
    const funds = await client.balance();
    const opened = await Promise.all(answers.map((_, place) => client.operation(order(place))));
    assert.deepEqual(
      opened.map(({ json }) => json.code),
      answers.map(() => 2000),
    );
    await until('each was sent', () => Promise.resolve(posted.length >= answers.length));
    for (const id of ids) await untilStatus(client, id, 'PROCESSING', 120_000);
    await new Promise((resolve) => setTimeout(resolve, settledMs));
    assert.deepEqual(
      await Promise.all(ids.map(statusOf)),
      answers.map(() => 'PROCESSING'),
      answers.map(({ what }) => what).join(', '),
    );
    assert.deepEqual(posted.toSorted(), [...phones].sort(), 'each once');
    assert.equal(receiver.requests.length, 0);
    assert.equal(await client.balance(), funds - 1_000 * answers.length);
  });

  it('F17 its service changes to another route: what is unknown is not sent there, not even when its caller repeats it', async () => {
    await installation.cli(['route', 'switch', 'OPG_CI', 'off', '--reason', 'nonsense']);
    const id = uniqueId('other');
    const phone = uniquePhone('0000', 10);
    await until('the other route takes it', async () => {
      const { json } = await client.operation({ ...order(0), phone, externalTransactionId: id });
      return json.code === 2000;
    });
    await untilStatus(client, id, 'SUCCESS');
    assert.equal(await executionsOf(installation.simulatorUrl, phone), 1);
    const repeated = await Promise.all(answers.map((_, place) => client.operation(order(place))));
    for (const { json } of repeated) assert.equal(json.data.status, 'PROCESSING');
    for (const unknown of phones)
      assert.equal(await executionsOf(installation.simulatorUrl, unknown), 0);
    assert.deepEqual(posted.toSorted(), [...phones].sort(), 'each once');
    await installation.cli(['doctor']);
  });

  it('F03 a caller that half-closes its socket after the request may get no answer; its repeat finds the one payment', async () => {
    const [id, phone] = [uniqueId('half'), uniquePhone()];
    const members = payOut({ phone, externalTransactionId: id });
    const body = JSON.stringify({ apiKey: client.apiKey, ...members });
    const { hostname, port } = new URL(installation.baseUrl);
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      socket.setEncoding('utf8').on('data', (data: string) => (received += data));
      socket.once('end', () => resolve(received)).once('error', reject);
      socket.end(
        `POST /api-services/operation HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      );
    });
    assert.match(text, /^$|"code":2000/);
    const { json } = await client.operation(members);
    assert.equal(json.code, 2000);
    await untilStatus(client, id, 'SUCCESS');
    assert.equal(await executionsOf(installation.simulatorUrl, phone), 1);
  });
});
