// C6: certificate pins, from the command that registers one to the delivery that it lets through or
// stops; on TLS receivers with fixed keys.

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  testAuthorityFile,
  testCertificate,
  testPin,
  type CertificateName,
} from './harness/certificates/index.ts';
import {
  createAccount,
  createClient,
  payOut,
  hostInstallation,
  uniqueId,
  until,
} from './harness/index.ts';
import type { Client, HostedInstallation } from './harness/index.ts';
import { openStoredRows, type StoredRows } from './harness/database.ts';
import { untilAttempted } from './harness/delivery.ts';

const ofNothing = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
const other = Buffer.alloc(32, 7).toString('base64');

let installation: HostedInstallation;
let rows: StoredRows;
let receiver: Server;
let received: string[];
before(async () => {
  installation = await hostInstallation({
    env: { JOKKO_EXTRA_CA: testAuthorityFile, SIM_DELAY_MS: '50' },
  });
  rows = openStoredRows(installation);
  receiver = createServer(testCertificate('rsa'), (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push(body);
      response.end('OK');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  received = [];
  receiver.setSecureContext(testCertificate('rsa'));
  receiver.closeAllConnections();
});
after(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await rows?.close();
  await installation?.stop();
});

const port = (): number => (receiver.address() as AddressInfo).port;
const host = (): string => `127.0.0.1:${port()}`;
const url = (): string => `https://${host()}/callback`;
function present(name: CertificateName): void {
  receiver.setSecureContext(testCertificate(name));
  receiver.closeAllConnections();
}

async function newClient(): Promise<{ client: Client; accountId: string }> {
  const { accountId, apiKey } = await createAccount(installation, {
    set: ['--callback-grace-ms', '0'],
  });
  return { client: createClient(installation.baseUrl, apiKey), accountId: String(accountId) };
}
interface Ordered {
  id: string;
  transactionId: string;
}
async function order(client: Client): Promise<Ordered> {
  const externalTransactionId = uniqueId();
  const { json, text } = await client.operation(
    payOut({ externalTransactionId, callbackUrl: url() }),
  );
  assert.equal(json.code, 2000, text);
  return { id: externalTransactionId, transactionId: json.data.transactionId };
}
/** The first attempt failed for this reason; the next one is a minute after it. */
async function assertFailed({ transactionId }: Ordered, errorClass: string): Promise<void> {
  const [attempt] = await untilAttempted(rows, transactionId);
  assert.equal(attempt!.error_class, errorClass);
}
const untilReceived = ({ id }: Ordered): Promise<unknown> =>
  until(`callback of ${id}`, () => received.find((body) => body.includes(id)));
const untilLogged = (text: string): Promise<unknown> =>
  until(`log: ${text}`, () => installation.nodes[0]!.logs().includes(text));

interface Listed {
  pins: { host: string; pin: string; label: string | null; seen: boolean }[];
  certificates: {
    host: string;
    pin: string;
    subject: string;
    pinned: boolean | null;
    daysLeft: number;
  }[];
}
const list = (accountId: string): Promise<Listed> => installation.cli(['pin', 'list', accountId]);

describe('C6 pins', () => {
  it('C6 a receiver with a pinned key gets its callbacks, and the list shows what it presented', async () => {
    const { client, accountId } = await newClient();
    const added = await installation.cli([
      'pin',
      'add',
      accountId,
      host(),
      testPin('rsa'),
      '--label',
      'current',
    ]);
    assert.deepEqual(added, {
      accountId: Number(accountId),
      host: host(),
      pin: testPin('rsa'),
      label: 'current',
      seen: true,
      converted: false,
      pins: 1,
    });
    await untilReceived(await order(client));
    const shown = await until('the certificate is stored', async () => {
      const listed = await list(accountId);
      return listed.certificates.length > 0 ? listed : undefined;
    });
    assert.deepEqual(
      shown.pins.map(({ pin, label, seen }) => ({ pin, label, seen })),
      [{ pin: testPin('rsa'), label: 'current', seen: true }],
    );
    assert.deepEqual(
      shown.certificates.map(({ pin, subject, pinned }) => ({ pin, subject, pinned })),
      [{ pin: testPin('rsa'), subject: 'CN=rsa.receiver.example', pinned: true }],
    );
  });

  it('C6 another key is a failed attempt and never a fallback; the key that was seen is told, and its pin lets it through', async () => {
    const { client, accountId } = await newClient();
    await installation.cli(['pin', 'add', accountId, host(), testPin('rsa')]);
    present('p256');
    const ordered = await order(client);
    await untilLogged('the key of a callback receiver is not among its pins');
    await assertFailed(ordered, 'pin_mismatch');
    assert.deepEqual(received, [], 'not a byte of the callback arrived');
    assert.match(
      installation.nodes[0]!.logs(),
      new RegExp(testPin('p256').replaceAll(/[+/]/g, '\\$&')),
    );
    await installation.cli(['pin', 'add', accountId, host(), testPin('p256'), '--label', 'next']);
    await installation.cli(['clock', 'advance', '70']);
    await untilReceived(ordered);
    assert.match(await metrics(), /jokko_callback_pin_mismatches_total [1-9]/);
  });

  it('C6 a connection that was checked under other pins is not used again', async () => {
    const { client, accountId } = await newClient();
    await untilReceived(await order(client));
    await installation.cli(['pin', 'add', accountId, host(), other, '--unseen']);
    received = [];
    const ordered = await order(client);
    await untilLogged(`"accountId":${accountId},"host":"${host()}","pin"`);
    await assertFailed(ordered, 'pin_mismatch');
    assert.deepEqual(received, []);
  });

  it('C6 a pinned host that is addressed without https is told so, in words of its own, and counted', async () => {
    const { client, accountId } = await newClient();
    await installation.cli(['pin', 'add', accountId, '127.0.0.1', testPin('rsa'), '--unseen']);
    const before = mismatches(await metrics());
    const { json } = await client.operation(
      payOut({ callbackUrl: url().replace('https:', 'http:') }),
    );
    await untilLogged(
      `"accountId":${accountId},"host":"${host()}","msg":"a callback address of a host with pins is not https"`,
    );
    const { callbacks } = await until('the attempt is logged', async () => {
      const shown = await installation.cli<{
        callbacks: { log: { errorClass: string; advice: { en: string } }[] }[];
      }>([...['callback', 'show', json.data.transactionId as string]]);
      return shown.callbacks[0]!.log.length > 0 && shown;
    });
    const [attempt] = callbacks[0]!.log;
    assert.deepEqual(
      [attempt!.errorClass, /pins require https/.test(attempt!.advice.en)],
      ['pin_mismatch', true],
    );
    assert.ok(mismatches(await metrics()) > before);
  });

  it('C6 the pins of one account do not concern another', async () => {
    const [one, two] = [await newClient(), await newClient()];
    await installation.cli(['pin', 'add', one.accountId, host(), other, '--unseen']);
    await untilReceived(await order(two.client));
  });

  it('C6 a renewed certificate with the old key passes', async () => {
    const { client, accountId } = await newClient();
    await installation.cli(['pin', 'add', accountId, host(), testPin('rsa')]);
    present('renewed');
    await untilReceived(await order(client));
  });

  it('C6 a pin for the host without a port counts at every port', async () => {
    const { client, accountId } = await newClient();
    await installation.cli(['pin', 'add', accountId, '127.0.0.1', testPin('rsa'), '--unseen']);
    await untilReceived(await order(client));
    await installation.cli(['pin', 'remove', accountId, '127.0.0.1', testPin('rsa')]);
    await installation.cli(['pin', 'add', accountId, '127.0.0.1', other, '--unseen']);
    received = [];
    const ordered = await order(client);
    await untilLogged(`"accountId":${accountId},"host":"${host()}","pin"`);
    await assertFailed(ordered, 'pin_mismatch');
    assert.deepEqual(received, []);
  });
});

describe('C6 commands', () => {
  it('C6 the hash of nothing is refused with an explanation', async () => {
    const { code, stderr } = await installation.runCli(['pin', 'add', '1', host(), ofNothing]);
    assert.equal(code, 2);
    assert.match(stderr, /hash of nothing.*EC certificates/);
  });

  it('C6 the hash of the raw point of an EC key is converted', async () => {
    const { accountId } = await newClient();
    present('p256');
    const probe: { pin: string; rawPointPin: string; keyType: string; verified: boolean } =
      await installation.cli(['pin', 'probe', url()]);
    assert.deepEqual(
      [probe.pin, probe.keyType, probe.verified],
      [testPin('p256'), 'ec prime256v1', true],
    );
    assert.notEqual(probe.rawPointPin, probe.pin);
    const added: { pin: string; converted: boolean } = await installation.cli([
      'pin',
      'add',
      accountId,
      host(),
      probe.rawPointPin,
    ]);
    assert.deepEqual([added.pin, added.converted], [testPin('p256'), true]);
  });

  it('C6 four pins a host, a fifth is refused until one is removed', async () => {
    const { accountId } = await newClient();
    const pins = [1, 2, 3, 4, 5].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    for (const pin of pins.slice(0, 4))
      await installation.cli(['pin', 'add', accountId, 'Shop.Example.', pin, '--unseen']);
    const refused = await installation.runCli([
      'pin',
      'add',
      accountId,
      'shop.example',
      pins[4]!,
      '--unseen',
    ]);
    assert.deepEqual([refused.code, /4 pins already/.test(refused.stderr)], [1, true]);
    await installation.cli(['pin', 'add', accountId, 'other.example', pins[4]!, '--unseen']);
    assert.deepEqual(
      await installation.cli(['pin', 'remove', accountId, 'shop.example', pins[0]!]),
      {
        accountId: Number(accountId),
        host: 'shop.example',
        pin: pins[0],
        pins: 3,
      },
    );
    await installation.cli(['pin', 'add', accountId, 'shop.example', pins[4]!, '--unseen']);
    assert.equal((await list(accountId)).pins.length, 5);
  });

  it('C6 a pin that the host does not show is refused unless it is said to be unseen', async () => {
    const { accountId } = await newClient();
    const { code, stderr } = await installation.runCli(['pin', 'add', accountId, host(), other]);
    assert.equal(code, 1);
    assert.ok(stderr.includes(testPin('rsa')) && stderr.includes('--unseen'), stderr);
    assert.deepEqual((await list(accountId)).pins, []);
  });

  it('C6 probe shows what is wrong with a certificate instead of refusing it', async () => {
    for (const [name, problem] of [
      ['expired', 'CERT_HAS_EXPIRED'],
      ['wrong-name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
      ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ] as const) {
      present(name);
      const probe: { verified: boolean; problem: string; pin: string } = await installation.cli([
        'pin',
        'probe',
        url(),
      ]);
      assert.deepEqual(
        [probe.verified, probe.problem, probe.pin],
        [false, problem, testPin('p256')],
        name,
      );
    }
  });

  it('C6 a certificate without a subject is delivered to, probed, pinned and listed', async () => {
    const { client, accountId } = await newClient();
    present('no-subject');
    const { pin, chain }: { pin: string; chain: { subject: string }[] } = await installation.cli([
      'pin',
      'probe',
      url(),
    ]);
    assert.equal(chain[0]!.subject, '');
    await installation.cli(['pin', 'add', accountId, host(), pin]);
    await untilReceived(await order(client));
    await until('it is listed', async () =>
      (await list(accountId)).certificates.some((each) => each.pin === pin && each.subject === ''),
    );
  });

  it('C6 a key on a curve that Node has no name for harms neither the probe nor the node', async () => {
    const { client } = await newClient();
    present('brainpool');
    const { code, stderr } = await installation.runCli(['pin', 'probe', url()]);
    assert.deepEqual([code, /could not be probed: tls_error/.test(stderr)], [1, true], stderr);
    const ordered = await order(client);
    await assertFailed(ordered, 'tls_error');
    present('under-brainpool');
    await installation.cli(['clock', 'advance', '70']);
    await untilReceived(ordered);
  });

  it('C6 the list counts days by the clock that warnings go by', async () => {
    const { client, accountId } = await newClient();
    await untilReceived(await order(client));
    const daysLeft = () =>
      until('it is listed', async () => (await list(accountId)).certificates[0]?.daysLeft);
    const before = await daysLeft();
    await installation.cli(['clock', 'advance', String(10 * 86_400)]);
    // A day may have ended meanwhile.
    const after = await daysLeft();
    assert.ok(after === before - 10 || after === before - 11, `${before}, then ${after}`);
  });

  it('C6 words that cannot be meant are usage errors', async () => {
    const unclear = [
      ['pin', 'add', '1', 'a b', other],
      ['pin', 'add', '1', 'https://shop.example/', other],
      ['pin', 'add', '1', '*.shop.test', other, '--unseen'],
      ['pin', 'add', '1', 'shop.example', 'short'],
      ['pin', 'add', '1', 'shop.example'],
      ['pin', 'add', 'one', 'shop.example', other],
      ['pin', 'probe', 'http://shop.example/'],
      ['pin', 'remove', '1', 'shop.example'],
    ];
    const outcomes = await Promise.all(unclear.map((words) => installation.runCli(words)));
    for (const [at, { code, stderr }] of outcomes.entries())
      assert.equal(code, 2, `${unclear[at]!.join(' ')}: ${stderr}`);
    assert.equal(
      (await installation.runCli(['pin', 'add', '999999', 'shop.example', other, '--unseen'])).code,
      1,
    );
    assert.equal(
      (await installation.runCli(['pin', 'remove', '1', 'shop.example', other])).code,
      1,
    );
  });
});

const mismatches = (text: string): number =>
  Number(/jokko_callback_pin_mismatches_total (\d+)/.exec(text)?.[1]);
async function metrics(): Promise<string> {
  return (await fetch(`${installation.baseUrl}/metrics`)).text();
}
