// Proves the integration test: three receivers, of which two are as their developers should not
// have left them, get exactly the failures that they deserve; and what a program does wrong is
// seen.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { composeHashInput, integrationScenarios } from '@jokko/contract';
import {
  createAccount,
  createClient,
  hostInstallation,
  sendRequest,
  startReceiver,
  uniqueId,
  until,
} from './harness/index.ts';
import type { HostedInstallation, Json } from './harness/index.ts';
import { freePort } from './harness/free-port.ts';
import { startJokkoDev } from './harness/listener.ts';
import { isMissing } from './sdks/runners.ts';

const watched = ['beforeAnswer', 'lostAnswer', 'polling', 'fraction', 'direction'];
const sent = integrationScenarios.filter((scenario) => !watched.includes(scenario));
const sdks = join(import.meta.dirname, '../sdks');

interface Report {
  lines: { scenario: string; result: string; cause: string | null; fix: string | null }[];
}

describe('the integration test', { concurrency: true }, () => {
  let installation: HostedInstallation;
  let folder: string;
  const ends: (() => unknown)[] = [];
  before(async () => {
    installation = await hostInstallation();
    folder = mkdtempSync(join(tmpdir(), 'jokko-scenarios-'));
  });
  after(async () => {
    await Promise.all(ends.map((end) => end()));
    await installation?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const newAccount = () => createAccount(installation, { language: 'en' });

  function runDev(apiKey: string, words: readonly string[]) {
    const started = startJokkoDev({ baseUrl: installation.baseUrl, apiKey, stateFolder: folder }, [
      'scenarios',
      ...words,
    ]);
    ends.push(started.kill);
    return started;
  }

  /** Scenarios by their result, as jokko-dev reports them. */
  async function run(apiKey: string, words: readonly string[]) {
    const started = runDev(apiKey, [...words, '--json']);
    const code = await started.ended;
    const { lines } = JSON.parse(started.text) as Report;
    const of = (result: string): string[] =>
      lines.filter((line) => line.result === result).map(({ scenario }) => scenario);
    return { code, lines, passed: of('pass'), failed: of('fail'), notSeen: of('notSeen') };
  }

  /** A program that listens at a port, until the end of the tests. */
  async function startProgram(
    command: string,
    words: readonly string[],
    env: { [name: string]: string },
  ): Promise<void> {
    const child = spawn(command, words, {
      env: { PATH: process.env['PATH'], ...env },
      stdio: 'ignore',
    });
    ends.push(() => child.kill('SIGKILL'));
    await Promise.resolve();
  }

  const untilListening = (url: string): Promise<unknown> =>
    until('it listens', async () => {
      const answer = await fetch(url, { method: 'HEAD' }).catch(() => null);
      return answer !== null;
    });

  it('C5 a receiver of our SDK passes all that is sent to it; what its program does was not seen', async () => {
    const { apiKey, webhookSecret } = await newAccount();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    await startProgram(process.execPath, [join(sdks, 'typescript/examples/callback.ts')], {
      PORT: String(port),
      JOKKO_URL: installation.baseUrl,
      JOKKO_KEY: apiKey,
      JOKKO_WEBHOOK_SECRET: webhookSecret,
    });
    await untilListening(url);
    const { code, passed, failed, notSeen } = await run(apiKey, ['--forward-to', url]);
    assert.deepEqual(failed, []);
    assert.deepEqual(passed, sent);
    assert.deepEqual(notSeen, watched);
    assert.equal(code, 0);
  });

  it('C2 a receiver that compares sha256Hash alone accepts three forgeries', async () => {
    const { apiKey } = await newAccount();
    const receiver = await startReceiver();
    ends.push(() => receiver.close());
    receiver.answerWith(({ json }) => {
      const { transactionId, externalTransactionId } = json.transaction;
      const expected = createHash('sha256')
        .update(composeHashInput(transactionId, externalTransactionId, apiKey))
        .digest('hex');
      return { status: json.sha256Hash === expected ? 200 : 400 };
    });
    const { code, lines, failed } = await run(apiKey, ['--forward-to', receiver.url]);
    assert.deepEqual(failed, ['changedAmount', 'oldTimestamp', 'replayedId']);
    assert.equal(code, 1);
    const changed = lines.find(({ scenario }) => scenario === 'changedAmount')!;
    assert.match(changed.cause!, /answered 200 to what it must refuse/);
    assert.match(changed.fix!, /webhook-signature/);
  });

  it(
    'C1 a careless receiver in PHP fails what it deserves',
    { skip: isMissing(['php']) },
    async () => {
      const { apiKey } = await newAccount();
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const file = join(import.meta.dirname, 'sdks/receivers/careless.php');
      const orders = mkdtempSync(join(folder, 'orders-'));
      await startProgram('php', ['-d', 'display_errors=0', '-S', `127.0.0.1:${port}`, file], {
        ORDERS: orders,
      });
      await untilListening(url);
      const { failed, code } = await run(apiKey, ['--forward-to', url]);
      assert.deepEqual(failed, [
        ...['twice', 'forgedHash', 'changedAmount', 'oldTimestamp', 'replayedId'],
        ...['retried', 'refund'],
      ]);
      assert.equal(code, 1);
    },
  );

  it('C5 that a receiver refuses a forgery proves nothing while it refuses the genuine one', async () => {
    const { apiKey } = await newAccount();
    const receiver = await startReceiver();
    ends.push(() => receiver.close());
    receiver.answerWith({ status: 401 });
    const words = ['--forward-to', receiver.url, '--only', 'forgedHash,late'];
    const { lines } = await run(apiKey, words);
    assert.deepEqual(
      lines.map(({ scenario, result }) => [scenario, result]),
      [
        ['late', 'fail'],
        ['forgedHash', 'notSeen'],
      ],
    );
  });

  it('C1 every callback bears the id of the order that is given, but for the unknown one; a body of 64 KiB is one', async () => {
    const { apiKey } = await newAccount();
    const receiver = await startReceiver();
    ends.push(() => receiver.close());
    await run(apiKey, ['--forward-to', receiver.url, '--order', 'order-17']);
    const others = receiver.requests.filter(({ externalTransactionId: id }) => id !== 'order-17');
    assert.equal(others.length, 1);
    assert.ok(receiver.requests.every(({ json }) => json.test === true));
    assert.equal(Math.max(...receiver.requests.map(({ bytes }) => bytes.length)), 65_536);
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    // Twice at once, and once again.
    assert.equal(new Set(ids).size, ids.length - 2);
  });

  it('jokko-dev says in one sentence what it cannot do', async () => {
    const { apiKey } = await newAccount();
    const receiver = await startReceiver();
    ends.push(() => receiver.close());
    const file = join(folder, 'no-certificate.json');
    const failing = runDev(apiKey, ['--forward-to', receiver.url, '--certificate', file]);
    assert.equal(await failing.ended, 1);
    assert.match(failing.text, /No certificate: it is given for a whole test without a failure/);
    assert.ok(!existsSync(file));
    const part = ['--forward-to', receiver.url, '--only', 'late', '--certificate', file];
    const parted = runDev(apiKey, part);
    assert.equal(await parted.ended, 1);
    assert.match(parted.text, /leave out --only/);
    const port = await freePort();
    const away = runDev(apiKey, ['--forward-to', `http://127.0.0.1:${port}/`]);
    assert.equal(await away.ended, 1);
    assert.match(away.text, /nothing listens there: start your server/);
    const wrong = runDev(apiKey, ['--forward-to', 'http://127.0.0.1:1/', '--only', 'lunch']);
    assert.equal(await wrong.ended, 1);
    assert.match(wrong.text, /only/);
  });

  it('C4 the portal posts the same callbacks itself, and reports the same', async () => {
    const { baseUrl } = installation;
    const headers = { origin: baseUrl, 'content-type': 'application/json' };
    const post = (path: string, body: object, cookie = '') =>
      fetch(`${baseUrl}/portal/api/${path}`, {
        method: 'POST',
        headers: { ...headers, cookie },
        body: JSON.stringify(body),
      });
    const registered = await post('register', {
      email: 'awa@scenarios.sn',
      name: 'Awa',
      company: 'Boutique',
      language: 'fr',
      password: 'la-teranga-sous-la-pluie',
    });
    const cookie = registered.headers.get('set-cookie')!.split(';')[0]!;
    const call = async (path: string, body: object): Promise<Json> =>
      (await post(path, body, cookie)).json();
    const receiver = await startReceiver();
    ends.push(() => receiver.close());
    const inbox = await call('integration-tests', { url: `${baseUrl}/x`, direction: 'both' });
    assert.equal(inbox.error.fields[0].field, 'url', 'one of our own addresses');
    const begun = await call('integration-tests', { url: receiver.url, direction: 'collect' });
    let { test } = begun;
    const together = await Promise.all(
      Array.from({ length: 5 }, () =>
        call('integration-tests/continue', { id: test.id, end: false }),
      ),
    );
    assert.ok(together.every((each) => each.test.remaining === test.remaining - 1));
    assert.equal(receiver.requests.length, 1, 'one step, posted once');
    while (test.remaining > 0)
      ({ test } = await call('integration-tests/continue', { id: test.id, end: false }));
    ({ test } = await call('integration-tests/continue', { id: test.id, end: true }));
    // A receiver that answers 200 to everything.
    assert.deepEqual(
      test.lines
        .filter(({ result }: Json) => result === 'fail')
        .map(({ scenario }: Json) => scenario),
      ['forgedHash', 'changedAmount', 'oldTimestamp', 'replayedId'],
    );
    assert.equal(test.lines.length, integrationScenarios.length);
    assert.ok(test.endedAt);
    assert.ok(receiver.requests.every(({ headers: sent }) => sent['webhook-signature']));
    const read = await fetch(`${baseUrl}/portal/api/integration-tests/newest`, {
      headers: { cookie },
    });
    assert.deepEqual(((await read.json()) as Json).test, test);
  });

  it('the certificate of a whole test without a failure is verified, and refused with any byte changed', async () => {
    const { accountId, apiKey, webhookSecret } = await newAccount();
    const receiver = await startReceiver();
    ends.push(() => receiver.close());
    const webhook = new Webhook(webhookSecret);
    receiver.answerWith(({ text, headers }) => {
      try {
        webhook.verify(text, headers as Record<string, string>);
        return { status: 200 };
      } catch {
        return { status: 400 };
      }
    });
    const file = join(folder, 'certificate.json');
    const dev = runDev(apiKey, ['--forward-to', receiver.url, '--certificate', file]);
    assert.equal(await dev.ended, 0, dev.text);
    assert.ok(dev.text.includes(`The certificate is in ${file}.`), dev.text);
    const certificate = readFileSync(file);
    const verified = await installation.cli<Json>(['certificate', 'verify', file]);
    assert.deepEqual(
      [verified.account.id, verified.receiver, verified.madeBy, verified.lines.length],
      [accountId, receiver.url, 'command', integrationScenarios.length],
    );
    assert.ok(verified.versions.gateway);
    const { json: refused } = await createClient(installation.baseUrl, apiKey).post(
      '/api-services/test-integration',
      { apiKey, receiver: `${receiver.url}\nfraction: pass` },
    );
    assert.deepEqual([refused.code, refused.errors[0].field], [4022, 'receiver']);
    const changedFile = join(folder, 'changed.json');
    const text = certificate.toString();
    for (const at of ['"pass"', '"id": ', '\n', '"signature": "', '"testedAt": "2']) {
      const changed = Buffer.from(certificate);
      const place = text.lastIndexOf(at) + at.length - 1;
      changed[place] = changed[place]! ^ 1;
      writeFileSync(changedFile, changed);
      await assert.rejects(installation.cli(['certificate', 'verify', changedFile]), at);
    }
    writeFileSync(changedFile, `${text}\n`);
    await assert.rejects(installation.cli(['certificate', 'verify', changedFile]), /changed/);

    // The merchant's live accounts are on another installation.
    const other = await hostInstallation();
    ends.push(() => other.stop());
    const verify = (by: HostedInstallation, key?: string): Promise<Json> =>
      by.cli(['certificate', 'verify', file, ...(key === undefined ? [] : ['--key', key])]);
    await assert.rejects(verify(other), /another key.*certificate key.*--key/);
    const { publicKey } = await installation.cli<Json>(['certificate', 'key']);
    assert.deepEqual(await verify(other, publicKey), verified);
    const { publicKey: wrong } = await other.cli<Json>(['certificate', 'key']);
    await assert.rejects(verify(other, wrong), /another key/);
    await assert.rejects(verify(other, publicKey.slice(1)), /--key must be a key/);
  });

  /** A test that is begun by the calls alone, whose receiver is not posted to. */
  async function beginTest(direction = 'collect') {
    const { apiKey } = await newAccount();
    const client = createClient(installation.baseUrl, apiKey);
    const call = async (body: object): Promise<Json> => {
      const { json } = await client.post('/api-services/test-integration', { apiKey, ...body });
      assert.equal(json.code, 2000, JSON.stringify(json));
      return json.data;
    };
    const { run: id } = await call({ direction, only: watched });
    const results = async (end = false): Promise<Json> => {
      const { lines } = await call({ run: id, end });
      return Object.fromEntries(lines.map((line: Json) => [line.scenario, line.result]));
    };
    return { apiKey, client, results };
  }

  const collection = (apiKey: string, members: object = {}) => ({
    apiKey,
    phone: '770000001',
    amount: 500,
    codeService: 'OPA_SN_API_CASH_OUT',
    externalTransactionId: uniqueId(),
    ...members,
  });
  /** Whatever becomes of it, it is asked once. */
  const order = (body: object) =>
    sendRequest(`${installation.baseUrl}/api-services/operation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      whenBusy: 'answer',
    });

  it('O5 a program that repeats the same id after a lost answer passes, and its receiver had the callback before', async () => {
    const { apiKey, results } = await beginTest();
    const receiver = await startReceiver();
    ends.push(() => receiver.close());
    const body = collection(apiKey, { phone: '770008009', callbackUrl: receiver.url });
    await assert.rejects(order(body));
    assert.equal((await results())['lostAnswer'], 'notSeen');
    const { json } = await order(body);
    assert.equal(json.code, 2000);
    assert.deepEqual(await results(true), {
      beforeAnswer: 'pass',
      lostAnswer: 'pass',
      polling: 'pass',
      fraction: 'pass',
      direction: 'pass',
    });
    // What has ended does not change.
    await order(collection(apiKey, { codeService: 'OPA_SN_API_CASH_IN' }));
    assert.equal((await results())['direction'], 'pass');
  });

  it('O5 a program that pays anew after a lost answer, with decimals, in the wrong direction, and asks all the time, fails', async () => {
    const { apiKey, client, results } = await beginTest();
    await Promise.all([
      assert.rejects(order(collection(apiKey, { phone: '770018009' }))),
      assert.rejects(order(collection(apiKey, { phone: '770018009' }))),
    ]);
    const { json } = await order(
      collection(apiKey, { codeService: 'OPA_SN_API_CASH_IN', amount: 100 }),
    );
    const { externalTransactionId } = json.data;
    await order(collection(apiKey, { amount: 0.1 + 0.2 }));
    for (let queries = 0; queries < 4; queries++)
      await client.post('/api-services/get-transaction-status', { apiKey, externalTransactionId });
    await until('all of it is seen', async () => {
      const { beforeAnswer, ...others } = await results();
      return beforeAnswer === 'notSeen' && Object.values(others).every((one) => one === 'fail');
    });
  });
});
