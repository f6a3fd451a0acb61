// Runs the examples of the PHP SDK against a gateway, as a reader would copy them.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createAccount, hostInstallation, uniqueId, uniquePhone, until } from '../harness/index.ts';
import type { HostedInstallation } from '../harness/index.ts';
import { freePort } from '../harness/free-port.ts';
import { createSmsApp } from '../harness/sms.ts';
import { isMissing } from './runners.ts';

const sdk = join(import.meta.dirname, '../../sdks/php');

describe('the examples of the PHP SDK', { skip: isMissing(['php']), concurrency: true }, () => {
  let installation: HostedInstallation;
  let folder: string;
  let environment: { [name: string]: string };
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'jokko-php-examples-'));
    cpSync(join(sdk, 'examples'), folder, { recursive: true });
    mkdirSync(join(folder, 'vendor'));
    const autoload = JSON.stringify(join(sdk, 'autoload.php'));
    writeFileSync(join(folder, 'vendor/autoload.php'), `<?php require ${autoload};`);
    installation = await hostInstallation();
    const account = await createAccount(installation, { language: 'en' });
    const { appKey } = await createSmsApp(installation, account.accountId);
    environment = {
      PATH: process.env['PATH'] ?? '',
      JOKKO_URL: installation.baseUrl,
      JOKKO_KEY: account.apiKey,
      JOKKO_WEBHOOK_SECRET: account.webhookSecret,
      JOKKO_SMS_KEY: appKey,
    };
  });
  after(async () => {
    await installation?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function run(example: string, args: readonly string[], more: object = {}) {
    return new Promise<{ code: unknown; output: string }>((resolve) =>
      execFile(
        'php',
        [example, ...args],
        { cwd: folder, env: { ...environment, ...more } },
        (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      ),
    );
  }

  it('C5 collect.php gives the link, and callback.php receives the result', async () => {
    const port = await freePort();
    const receiver = spawn('php', ['-S', `127.0.0.1:${port}`, 'callback.php'], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let received = '';
    receiver.stderr.on('data', (chunk) => (received += String(chunk)));
    try {
      await until('it listens', () => received.includes('started'));
      const id = uniqueId();
      const address = `http://127.0.0.1:${port}/`;
      const { code, output } = await run('collect.php', [id, uniquePhone()], {
        SHOP_CALLBACK_URL: address,
      });
      assert.equal(code, 0, output);
      assert.match(output, /^PENDING http:\/\/\S+\n$/);
      await until('it came', () => new RegExp(`\\w+ ${id} paid 1350\n`).test(received));
      const post = async (secret: string): Promise<number> => {
        const transaction = { externalTransactionId: id };
        const body = JSON.stringify({ status: 'SUCCESS', transaction });
        const now = new Date();
        const headers = {
          'webhook-id': 'cb_1',
          'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
          'webhook-signature': new Webhook(secret).sign('cb_1', now, body),
        };
        return (await fetch(address, { method: 'POST', body, headers })).status;
      };
      assert.equal(await post(environment['JOKKO_WEBHOOK_SECRET']!), 200);
      assert.equal(await post('whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'), 400);
    } finally {
      receiver.kill();
    }
  });

  it('collect.php says what is wrong', async () => {
    const { code, output } = await run('collect.php', [uniqueId(), '77']);
    assert.deepEqual([code, /^Refused: .*phone/.test(output)], [1, true], output);
  });

  it('pay-out.php waits for the result, and pays an id once', async () => {
    const id = uniqueId();
    assert.equal((await run('pay-out.php', [id, uniquePhone()])).output, `${id} is paid.\n`);
    const again = await run('pay-out.php', [id, uniquePhone()]);
    assert.equal(again.output, `${id} was used for another payment.\n`);
  });

  it('preview.php says the cost, another operator, and a refusal', async () => {
    const preview = async (phone: string, amount: string): Promise<string> =>
      (await run('preview.php', [uniqueId(), phone, amount])).output;
    assert.match(
      await preview('760000001', '500'),
      /^The number is of OPD: .+\n\d+ XOF, of which commission \d+\n$/,
    );
    assert.match(await preview('770000001', '1999999'), /^It would be refused: .+\n$/);
  });

  it('bills.php pays what is owed', async () => {
    const id = uniqueId();
    const { output } = await run('bills.php', [id, uniquePhone(), '21000000001']);
    assert.match(output, new RegExp(`^(?:\\d+: \\d+\n)+${id}: PENDING\n$`));
  });

  it('sms.php sends, and names a wrong number', async () => {
    const sent = await run('sms.php', [uniqueId(), '+221770000001']);
    assert.match(sent.output, /^\d+: 1 message/);
    const refused = await run('sms.php', [uniqueId(), '770000001']);
    assert.deepEqual([refused.code, refused.output.startsWith('770000001: ')], [1, true]);
  });
});
