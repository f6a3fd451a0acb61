// Checks that the links of README lead somewhere, and runs the receivers that README and the
// documentation show: a genuine callback is accepted, forged ones are refused.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { receivers } from '../../../../docs/site/src/receivers.ts';
import { findFreePort } from '../../platform/system/free-port.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const apiKey = 'jk_test_x';

test('the files that README links to are there', () => {
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)]
    .map((match) => match[1]!.replace(/#.*/, ''))
    .filter((link) => !link.startsWith('https:'));
  assert.deepEqual(
    links.filter((link) => !existsSync(join(root, link))),
    [],
  );
});

const commands: Record<string, (file: string, port: number) => [string, ...string[]]> = {
  js: (file) => [process.execPath, file],
  php: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
  python: (file) => ['python3', file],
};
const suffixes: Record<string, string> = { js: 'mjs', php: 'php', python: 'py' };

for (const { name, block, code } of receivers)
  describe(`the receiver in ${name}`, () => {
    it('stands in README as the documentation has it', () => {
      assert.ok(readme.includes(`\`\`\`${block}\n${code}\`\`\``));
    });
    const [program] = commands[block]!('', 0);
    const missing = spawnSync(program, ['--version']).error !== undefined;
    it(
      'C5 accepts a genuine callback and refuses what is forged, changed or old',
      {
        skip: missing ? `${program} is not installed on this machine` : false,
      },
      async () => {
        const receiver = await startReceiver(block, code);
        try {
          await sendAll(receiver.url);
        } finally {
          receiver.stop();
        }
      },
    );
  });

async function startReceiver(block: string, code: string) {
  const port = await findFreePort();
  // Below the packages, where `standardwebhooks` is found.
  const directory = mkdtempSync(
    join(block === 'js' ? join(root, 'node_modules') : tmpdir(), '.jokko-receiver-'),
  );
  const file = join(directory, `receiver.${suffixes[block]}`);
  writeFileSync(file, code.replaceAll('9000', String(port)));
  const [program, ...args] = commands[block]!(file, port);
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  while (!(await isListening(port))) {
    assert.equal(child.exitCode, null, errors);
    await sleep(20);
  }
  return {
    url: `http://127.0.0.1:${port}/callback`,
    stop() {
      child.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });
}

async function sendAll(url: string): Promise<void> {
  const post = async (body: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(url, { method: 'POST', body, headers })).status;
  const sign = (body: string, signedAt = new Date(), with_ = secret) => ({
    'content-type': 'application/json',
    'webhook-id': 'cb_1',
    'webhook-timestamp': String(Math.floor(signedAt.getTime() / 1_000)),
    'webhook-signature': new Webhook(with_).sign('cb_1', signedAt, body),
  });
  const tenMinutesMs = 600_000;
  const body = JSON.stringify({
    msg: 'payé',
    status: 'FAILLED',
    sha256Hash: createHash('sha256').update(`1|a|${apiKey}`).digest('hex'),
    transaction: { transactionId: '1', externalTransactionId: 'a', amount: 2_500 },
  });
  // The hash, which covers the two identifiers alone, is still right.
  const forged = body.replace('FAILLED', 'SUCCESS').replace('2500', '2500000');
  const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  const two = sign(body);
  const both = `${new Webhook(other).sign('cb_1', new Date(), body)} ${two['webhook-signature']}`;

  assert.equal(await post(body, sign(body)), 200, 'genuine');
  assert.equal(await post(body, { ...two, 'webhook-signature': both }), 200, 'during a rotation');
  assert.notEqual(await post(forged, sign(body)), 200, 'status and amount changed');
  assert.notEqual(await post(forged, {}), 200, 'without any signature');
  assert.notEqual(await post(body, sign(body, new Date(), other)), 200, 'with another secret');
  const long = new Date(Date.now() - tenMinutesMs);
  assert.notEqual(await post(body, sign(body, long)), 200, 'signed ten minutes ago');
  const ahead = new Date(Date.now() + tenMinutesMs);
  assert.notEqual(await post(body, sign(body, ahead)), 200, 'signed ten minutes ahead');
  const moved = { ...sign(body), 'webhook-id': 'cb_2' };
  assert.notEqual(await post(body, moved), 200, 'under another id');
  const unreadable = { ...sign(body), 'webhook-timestamp': 'now' };
  assert.notEqual(await post(body, unreadable), 200, 'a time that is none');
  assert.notEqual(await post('', {}), 200, 'what is no callback does not end it');
  assert.equal(await post(body, sign(body)), 200, 'and it goes on');
}
