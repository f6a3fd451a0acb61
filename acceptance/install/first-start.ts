// What a user does first, with nothing but the README: `npm start` on an empty data directory, the
// printed address, keys and secret, one payment with its signed callback, README's commands as they
// stand there, one SMS, and the end. Part of .ci/run; exits with 1 and what the program printed if
// anything is not as the README says.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyWebhook } from '@jokko/contract';
import { runCommand } from '../harness/commands.ts';
import { assertCallback, sendRequest, startReceiver, uniqueId, until } from '../harness/index.ts';
import { environmentOf } from '../harness/installation.ts';
import { openSmsc } from '../harness/smsc.ts';

const root = join(import.meta.dirname, '../..');
/** Fetches nothing, but may build the portal; it only ends what hangs. */
const readyWithinMs = 600_000;
const stopWithinMs = 120_000;

interface Started {
  baseUrl: string;
  apiKey: string;
  appKey: string;
  webhookSecret: string;
}

const directory = mkdtempSync(join(tmpdir(), 'jokko-first-start-'));
// Where we are root, the database runs as another user, who must be able to enter.
chmodSync(directory, 0o755);
const dataDir = join(directory, 'data');
const databaseLock = join(dataDir, 'postgres/postmaster.pid');
/** Nothing else of the developer's shell: its DATABASE_URL, for one, is not ours to fill. */
const environment = environmentOf(dataDir);
const smsText = 'Asalaa maalekum';
try {
  await startAndUse();
} finally {
  remove();
}

function remove(): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
}

function breakOff(): never {
  remove();
  process.exit(130);
}

async function startAndUse(): Promise<void> {
  const program = startProgram();
  // In a group of its own it hears no Ctrl+C.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void program.end().then(breakOff));
  let code: number | null;
  try {
    await use(program);
  } catch (error) {
    console.error(program.output());
    throw error;
  } finally {
    code = await program.end();
  }
  assert.equal(code, 0, `exit code after SIGTERM\n${program.output()}`);
  assert.ok(!existsSync(databaseLock), 'its database has stopped');
  console.log('✔ npm start on an empty data directory: a payment, its callback, an SMS, the end');
}

async function use({ output, exitCode }: ReturnType<typeof startProgram>): Promise<void> {
  const started = await until(
    'the program prints its address and keys',
    () => {
      assert.equal(exitCode(), undefined, 'it runs');
      return readPrinted(output());
    },
    { timeoutMs: readyWithinMs },
  );
  const { status, text } = await sendRequest(`${started.baseUrl}/readyz`);
  assert.equal(status, 200, text);
  assert.ok(existsSync(databaseLock), 'its database runs');
  const secret = await runCommand(['webhook-secret', 'show', '1'], environment);
  assert.equal(secret.stdout.trim(), started.webhookSecret, secret.stderr);
  await pay(started);
  await pasteReadme(started);
  await sendText(started);
}

function startProgram() {
  mkdirSync(dataDir);
  const child = spawn('npm', ['--prefix', root, 'start'], {
    cwd: directory,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The leader of a group, with npm's children.
    detached: true,
  });
  let output = '';
  let exitCode: number | null | undefined;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve((exitCode = code)));
  });
  return {
    output: () => output,
    exitCode: () => exitCode,
    /** SIGTERM; answers the exit code, null of a program that had to be killed. */
    async end(): Promise<number | null> {
      child.kill('SIGTERM');
      const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), stopWithinMs);
      const code = await ended;
      clearTimeout(timer);
      return code;
    },
  };
}

function readPrinted(output: string): Started | undefined {
  const valueOf = (name: string): string | undefined =>
    new RegExp(`^ +${name} +(\\S+)$`, 'm').exec(output)?.[1];
  const names = ['Base URL', 'API key', 'SMS app key', 'Webhook secret'];
  const values = names.flatMap((name) => valueOf(name) ?? []);
  if (values.length < names.length) return undefined;
  const [baseUrl, apiKey, appKey, webhookSecret] = values as [string, string, string, string];
  return { baseUrl, apiKey, appKey, webhookSecret };
}

function post(url: string, body: object) {
  return sendRequest(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/**
 * A customer's payment is pending, then its callback arrives, signed as the README says, and the
 * balance is higher by it.
 */
async function pay({ baseUrl, apiKey, webhookSecret }: Started): Promise<void> {
  const balance = async (): Promise<number> =>
    (
      await sendRequest(`${baseUrl}/api-services/balance`, {
        headers: { Secretkey: apiKey },
      })
    ).json.data.balance;
  const receiver = await startReceiver();
  try {
    const before = await balance();
    const externalTransactionId = uniqueId('order');
    const { text, json } = await post(`${baseUrl}/api-services/operation`, {
      apiKey,
      phone: '770000001',
      amount: 500,
      codeService: 'OPA_SN_API_CASH_OUT',
      externalTransactionId,
      callbackUrl: receiver.url,
    });
    assert.equal(json.data?.status, 'PENDING', text);
    const { json: callback, headers, text: body } = await receiver.waitFor(externalTransactionId);
    assertCallback(callback);
    assert.deepEqual(await verifyWebhook({ headers, body, secret: webhookSecret }), { ok: true });
    const { transactionId } = json.data;
    const signed = `${transactionId}|${externalTransactionId}|${apiKey}`;
    assert.equal(callback.sha256Hash, createHash('sha256').update(signed).digest('hex'));
    assert.equal(callback.status, 'SUCCESS');
    const { transaction } = callback;
    assert.deepEqual(
      [transaction.transactionId, transaction.phone, transaction.amount],
      [transactionId, '770000001', 500],
    );
    assert.equal(await balance(), before + 500 - transaction.commission);
  } finally {
    await receiver.close();
  }
}

/**
 * The payment and the pay-out of README, pasted into bash as they are; only port and receiver are
 * others.
 */
async function pasteReadme({ baseUrl, webhookSecret }: Started): Promise<void> {
  const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```sh\n([^]*?)```/g)]
    .map((match) => match[1]!)
    .filter((block) => block.includes('/api-services/'));
  assert.equal(blocks.length, 2, 'a payment and a pay-out');
  const receiver = await startReceiver();
  try {
    const pasted = blocks
      .join('\n')
      .replaceAll('http://127.0.0.1:8080', baseUrl)
      .replaceAll('http://127.0.0.1:9000/callback', receiver.url);
    const bash = spawn('bash', ['-c', pasted], {
      cwd: root,
      env: { ...environment, PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    bash.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await new Promise((resolve) => bash.once('close', resolve));
    assert.equal(output.match(/"status":"PENDING"/g)?.length, 2, output);
    const told = await until('both results are told', () => {
      const requests = receiver.requests.filter(({ json }) => json !== undefined);
      return requests.length >= 2 && requests;
    });
    for (const { headers, text: body, json } of told) {
      const verdict = await verifyWebhook({ headers, body, secret: webhookSecret });
      assert.deepEqual([verdict.ok, json.status], [true, 'SUCCESS']);
    }
  } finally {
    await receiver.close();
  }
}

async function sendText({ baseUrl, appKey }: Started): Promise<void> {
  const { status, text, headers } = await post(`${baseUrl}/api/send-sms`, {
    app_key: appKey,
    sender: 'JOKKO',
    content: smsText,
    msisdn: ['+221770000001', '+221760000002'],
  });
  assert.equal(status, 200, text);
  const batchUrl = `${baseUrl}/api/sms/batches/${String(headers['x-batch-id'])}`;
  await until('both phones have it', async () => {
    const { json } = await sendRequest(batchUrl, { headers: { 'app-key': appKey } });
    return json.data.states.DELIVERED === 2;
  });
  const simulator = JSON.parse(readFileSync(join(dataDir, 'simulator.json'), 'utf8')) as {
    port: number;
  };
  const smsc = openSmsc(`http://127.0.0.1:${simulator.port}`);
  const received = await smsc.lines({ event: 'accepted' });
  assert.deepEqual(
    received.map((line) => [line.event, line.text]),
    [smsText, smsText].map((each) => ['accepted', each]),
  );
}
