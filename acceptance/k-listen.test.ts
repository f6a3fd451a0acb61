// Proves jokko-dev: callbacks reach a program on the developer's machine without a public address,
// whole, in order and once, over kills; what it refuses it says in one sentence.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  createAccount,
  createClient,
  hostInstallation,
  payOut,
  startReceiver,
  until,
} from './harness/index.ts';
import type { Client, HostedInstallation, Receiver } from './harness/index.ts';
import { freePort } from './harness/free-port.ts';
import { startJokkoDev, type JokkoDev } from './harness/listener.ts';
import { untilAdmitted } from './harness/payment.ts';

interface Developer {
  client: Client;
  secret: string;
  receiver: Receiver;
  listen(...more: string[]): Promise<JokkoDev>;
  pay(members?: Record<string, unknown>): Promise<string>;
}

describe('jokko-dev', { concurrency: true }, () => {
  let installation: HostedInstallation;
  let state: string;
  const ends: (() => Promise<unknown>)[] = [];

  before(async () => {
    installation = await hostInstallation();
    state = mkdtempSync(join(tmpdir(), 'jokko-dev-'));
  });
  after(async () => {
    await Promise.all(ends.map((end) => end()));
    await installation?.stop();
    rmSync(state, { recursive: true, force: true });
  });

  async function newDeveloper(receiverPort?: number): Promise<Developer> {
    const { accountId, apiKey } = await createAccount(installation, {
      set: ['--callback-grace-ms', '0'],
    });
    const client = createClient(installation.baseUrl, apiKey);
    const { webhookSecret: secret } = await installation.cli<{ webhookSecret: string }>([
      'webhook-secret',
      'show',
      String(accountId),
    ]);
    const receiver = await startReceiver();
    ends.push(() => receiver.close());
    const target = receiverPort === undefined ? receiver.url : `http://127.0.0.1:${receiverPort}/`;
    return {
      client,
      secret,
      receiver,
      async listen(...more) {
        const listener = start(apiKey, ['listen', '--forward-to', target, ...more]);
        await until('it listens', () => listener.text.includes('Listening'));
        return listener;
      },
      async pay(members) {
        const order = payOut(members);
        await untilAdmitted(client, order);
        return String(order['externalTransactionId']);
      },
    };
  }

  function start(apiKey: string, words: readonly string[]): JokkoDev {
    const { baseUrl } = installation;
    const started = startJokkoDev({ baseUrl, apiKey, stateFolder: state }, words);
    ends.push(started.kill);
    return started;
  }

  /** What it writes when it ends by itself, and how. */
  async function run(apiKey: string, words: readonly string[]) {
    const started = start(apiKey, words);
    const code = await started.ended;
    return { text: started.text, code };
  }

  it('C5 gives on the bytes and signatures of a callback, and says what the receiver answered', async () => {
    const { listen, pay, receiver, secret } = await newDeveloper();
    const listener = await listen();
    const id = await pay();
    const { text, headers } = await receiver.waitFor(id);
    const verified = new Webhook(secret).verify(text, headers as Record<string, string>);
    assert.equal((verified as { status: string }).status, 'SUCCESS');
    await until('it says so', () => listener.text.includes(`SUCCESS ${id} 100 → 200`));
  });

  it('C1 misses and repeats nothing over a kill, and waits for a receiver that is away', async () => {
    const port = await freePort();
    const { listen, pay } = await newDeveloper(port);
    const first = await listen();
    const early = await pay();
    await until('it waits', () => first.text.includes('The callback waits.'));
    await first.kill();
    const ids = [early, await pay(), await pay()];
    const receiver = await startReceiver({ port });
    ends.push(() => receiver.close());
    const second = await listen();
    await until('all three are there', () => receiver.requests.length >= ids.length);
    ids.push(await pay());
    await receiver.waitFor(ids.at(-1)!);
    assert.deepEqual(
      receiver.requests.map(({ externalTransactionId }) => externalTransactionId),
      ids,
    );
    await until('it has noted its place', () => second.text.includes(`${ids.at(-1)} 100 → 200`));
    await second.kill();
    const third = await listen('--from-now');
    const last = await pay();
    await receiver.waitFor(last);
    assert.equal(receiver.requests.length, ids.length + 1);
    await third.kill();
  });

  it('sends the last one again, twice, forged and too old, and judges the receiver', async () => {
    const { listen, pay, receiver, secret } = await newDeveloper();
    const webhook = new Webhook(secret);
    const careful = { status: 200 };
    receiver.answerWith(({ text, headers }) => {
      try {
        webhook.verify(text, headers as Record<string, string>);
        return { status: 200 };
      } catch {
        return { status: careful.status };
      }
    });
    careful.status = 401;
    const listener = await listen('--secret', secret);
    const id = await pay();
    await until('the first', () => listener.text.includes(`SUCCESS ${id} 100 → 200`));
    listener.press('rd');
    await until('again and twice', () => receiver.requests.length >= 4);
    listener.press('f');
    await until('forged', () => /\(forged\) → 401 .*refused, as it should be/.test(listener.text));
    listener.press('o');
    await until('old', () => /\(too old\) → 401 .*refused, as it should be/.test(listener.text));
    careful.status = 200;
    listener.press('f');
    await until('it warns', () => listener.text.includes('YOUR RECEIVER ACCEPTED IT'));
    listener.press('q');
    await until('it ends', () => listener.process.exitCode === 0);
  });

  it('C5 shows callbacks and whether they are genuine where nothing is to be called', async () => {
    const { client, pay, secret } = await newDeveloper();
    const [genuine, other] = [
      start(client.apiKey, ['listen', '--secret', secret]),
      start(client.apiKey, ['listen', '--secret', 'whsec_AAAA']),
    ];
    await until('both listen', () =>
      [genuine, other].every(({ text }) => text.includes('Listening')),
    );
    const id = await pay();
    await until('it is verified', () =>
      genuine!.text.includes(`SUCCESS ${id} 100 signature verified`),
    );
    await until('it is not', () => other!.text.includes(`SUCCESS ${id} 100 SIGNATURE WRONG`));
  });

  it('makes payments whose outcome is known', async () => {
    const { client, listen, receiver } = await newDeveloper();
    await listen();
    const outcomes = { 'payment.succeeded': 'SUCCESS', 'payment.failed': 'FAILLED' };
    for (const [event, status] of Object.entries(outcomes)) {
      const { text, code } = await run(client.apiKey, ['trigger', event, '--amount', '700']);
      assert.equal(code, 0, text);
      const id = text.split(':')[0]!;
      const { json } = await receiver.waitFor(id);
      assert.deepEqual([json.status, json.transaction.amount], [status, 700]);
    }
  });

  it('refuses in one sentence what cannot be meant', async () => {
    const { client } = await newDeveloper();
    const cases: [key: string, words: string[], sentence: RegExp][] = [
      ['', ['listen', '--forward-to', 'localhost:3000'], /^Give the API key in JOKKO_KEY/],
      ['jk_test_1_wrong', ['listen', 'localhost:3000'], /mal recopiée|invalide/],
      ['js_test_1', ['listen', 'localhost:3000'], /key of the SMS interface/],
      [client.apiKey, ['listen', 'https://shop.example/cb'], /Add --yes if it is yours/],
      [client.apiKey, ['listen', 'ftp://localhost/'], /takes an address such as/],
      [client.apiKey, ['listen', 'http://u:p@localhost/'], /without a user or password/],
      [client.apiKey, ['trigger', 'payment.lost'], /takes one of payment.succeeded/],
      [client.apiKey, ['trigger', 'late', '--amount', '1.5'], /whole number/],
      [client.apiKey, ['listne'], /is no command/],
      [client.apiKey, ['listen', '--port', '3'], /Unknown option/],
    ];
    const answers = await Promise.all(cases.map(([key, words]) => run(key, words)));
    for (const [index, { text, code }] of answers.entries()) {
      assert.match(text, cases[index]![2], text);
      assert.equal(code, 1);
      assert.equal(text.trimEnd().split('\n').length, index === 1 ? 2 : 1, text);
    }
  });

  it('goes on where its place cannot be kept, and says so once', async () => {
    const { client, pay, receiver } = await newDeveloper();
    const { apiKey, baseUrl } = client;
    const words = ['listen', '--forward-to', receiver.url];
    const dev = startJokkoDev({ baseUrl, apiKey, stateFolder: '/dev/null' }, words);
    ends.push(dev.kill);
    await until('it listens', () => dev.text.includes('Listening'));
    for (const id of [await pay(), await pay()]) await receiver.waitFor(id);
    assert.equal(dev.text.split('The place is not kept').length, 2, dev.text);
  });

  it('waits for a gateway that is being restarted behind a proxy, and shows nothing that moves the terminal', async () => {
    const answers = [
      { status: 502, body: '<html>Bad gateway</html>' },
      { status: 200, body: '{"code":4001,"msg":"no \\u001b[31mkey"}' },
    ];
    const proxy = await startReceiver();
    ends.push(() => proxy.close());
    proxy.answerWith((_request, _count) => answers[Math.min(proxy.requests.length, 2) - 1]!);
    const gateway = {
      baseUrl: new URL(proxy.url).origin,
      apiKey: 'jk_test_1_x',
      stateFolder: state,
    };
    const dev = startJokkoDev(gateway, ['listen', '--forward-to', 'localhost:1']);
    ends.push(dev.kill);
    assert.equal(await dev.ended, 1);
    assert.match(dev.text, /HTTP 502 Trying again\.\n.*no \?\[31mkey\n$/s);
  });

  it('is served by the installation, runs from there without a registry, and matches its checksum', async () => {
    const { baseUrl } = installation;
    const tarball = `${baseUrl}/sdk/jokko-dev.tgz`;
    const [sums, bytes, missing] = await Promise.all([
      fetch(`${baseUrl}/sdk/SHA256SUMS`).then((answer) => answer.text()),
      fetch(tarball).then(async (answer) => Buffer.from(await answer.arrayBuffer())),
      fetch(`${baseUrl}/sdk/..%2fpackage.json`),
    ]);
    const sum = createHash('sha256').update(bytes).digest('hex');
    assert.ok(sums.split('\n').includes(`${sum}  jokko-dev.tgz`), sums);
    assert.equal(missing.status, 404);
    const text = await new Promise<string>((resolve, reject) => {
      const env = {
        PATH: process.env['PATH'],
        HOME: state,
        npm_config_registry: 'http://127.0.0.1:9/',
        npm_config_update_notifier: 'false',
      };
      execFile('npx', ['--yes', tarball, '--help'], { cwd: state, env }, (error, out) =>
        error === null ? resolve(out) : reject(error),
      );
    });
    assert.match(text, /^Usage:\n {2}jokko-dev listen/);
  });
});
