// What a user does first, with nothing but the README: `npm start` in an empty directory, the printed address and keys, one payment with its signed
// callback, one SMS, and the end. Part of .ci/run; exits with 1 and what the program printed if anything is not as the README says.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertCallback, sendRequest, startReceiver, uniqueId, until } from '../harness/index.ts';

const root = join(import.meta.dirname, '../..');
/** Fetches nothing, but may build the portal; it only ends what hangs. */
const readyWithinMs = 600_000;
const stopWithinMs = 120_000;

interface Started {
  baseUrl: string;
  apiKey: string;
  appKey: string;
}

const directory = mkdtempSync(join(tmpdir(), 'jokko-first-start-'));
// Where we are root, the database runs as another user, who must be able to enter.
chmodSync(directory, 0o755);
const dataDir = join(directory, 'data');
const databaseLock = join(dataDir, 'postgres/postmaster.pid');
try {
  await startAndUse();
} finally {
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
}

async function startAndUse(): Promise<void> {
  const program = startProgram();
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
  console.log('✔ npm start in an empty directory: a payment, its callback, an SMS, the end');
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
  await pay(started);
  await sendText(started);
}

function startProgram() {
  mkdirSync(dataDir);
  const child = spawn('npm', ['--prefix', root, 'start'], {
    cwd: directory,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
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
  const [baseUrl, apiKey, appKey] = ['Base URL', 'API key', 'SMS app key'].map(valueOf);
  return baseUrl === undefined || apiKey === undefined || appKey === undefined
    ? undefined
    : { baseUrl, apiKey, appKey };
}

function post(url: string, body: object) {
  return sendRequest(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** A payment is pending, then its callback arrives, signed as the README says, and the balance is lower by it. */
async function pay({ baseUrl, apiKey }: Started): Promise<void> {
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
      codeService: 'OPA_SN_API_CASH_IN',
      externalTransactionId,
      callbackUrl: receiver.url,
    });
    assert.equal(json.data?.status, 'PENDING', text);
    const { json: callback } = await receiver.waitFor(externalTransactionId);
    assertCallback(callback);
    const { transactionId } = json.data;
    const signed = `${transactionId}|${externalTransactionId}|${apiKey}`;
    assert.equal(callback.sha256Hash, createHash('sha256').update(signed).digest('hex'));
    assert.equal(callback.status, 'SUCCESS');
    assert.equal(callback.transaction.transactionId, transactionId);
    assert.equal(await balance(), before - 500);
  } finally {
    await receiver.close();
  }
}

async function sendText({ baseUrl, appKey }: Started): Promise<void> {
  const { status, text, headers } = await post(`${baseUrl}/api/send-sms`, {
    app_key: appKey,
    sender: 'JOKKO',
    content: 'Asalaa maalekum',
    msisdn: ['+221770000001', '+221760000002'],
  });
  assert.equal(status, 200, text);
  const batchUrl = `${baseUrl}/api/sms/batches/${String(headers['x-batch-id'])}`;
  await until('both phones have it', async () => {
    const { json } = await sendRequest(batchUrl, { headers: { 'app-key': appKey } });
    return json.data.states.DELIVERED === 2;
  });
}
