// Runs the example receiver for Express with the Express that Medusa brings. Express is not
// installed in this repository.

import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { until } from '../harness/index.ts';
import { freePort } from '../harness/free-port.ts';
import { installMedusa } from './install.ts';

const skip = process.env['JOKKO_NIGHTLY'] === '1' ? false : 'nightly';
const sdk = join(import.meta.dirname, '../../sdks/typescript');
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const callback = (msg: string): string =>
  JSON.stringify({
    msg,
    status: 'SUCCESS',
    transaction: { externalTransactionId: 'order-17', amount: 1_350 },
  });

/**
 * The same with its body as `express.raw()` gives it, and behind a parser, where nothing can be
 * verified.
 */
const otherRoutes = `
import express from 'express';
import { Jokko } from 'jokko-sdk';
import { jokkoExpress } from 'jokko-sdk/express';
const jokko = new Jokko({ url: 'https://pay.example', key: 'k', webhookSecret: process.env.JOKKO_WEBHOOK_SECRET });
const receive = jokkoExpress(jokko, ({ id, status }) => console.log(id, status));
const app = express();
app.post('/raw', express.raw({ type: '*/*' }), receive);
app.post('/parsed', express.json(), receive);
app.listen(Number(process.env.PORT));
`;

describe('the receiver for Express', { skip }, () => {
  let project: string;
  before(async () => {
    const medusa = await installMedusa();
    project = mkdtempSync(join(tmpdir(), 'jokko-express-'));
    mkdirSync(join(project, 'node_modules'));
    symlinkSync(join(medusa, 'node_modules/express'), join(project, 'node_modules/express'));
    symlinkSync(sdk, join(project, 'node_modules/jokko-sdk'));
    writeFileSync(join(project, 'package.json'), '{"type": "module"}');
    cpSync(join(sdk, 'examples/express.ts'), join(project, 'express.ts'));
    writeFileSync(join(project, 'other.js'), otherRoutes);
  });
  after(() => rmSync(project, { recursive: true, force: true }));

  async function start(file: string): Promise<{
    child: ChildProcess;
    output(): string;
    post(path: string, sent: string, signed?: string): Promise<number>;
  }> {
    const port = await freePort();
    const env = {
      ...process.env,
      JOKKO_URL: 'https://pay.example',
      JOKKO_KEY: 'jk_test_x',
      JOKKO_WEBHOOK_SECRET: secret,
      PORT: String(port),
    };
    const child = spawn(process.execPath, [file], { cwd: project, env, stdio: 'pipe' });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    const post = async (path: string, sent: string, signed = sent): Promise<number> => {
      const now = new Date();
      const headers = {
        'content-type': 'application/json',
        'webhook-id': 'cb_1',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': new Webhook(secret).sign('cb_1', now, signed),
      };
      const url = `http://127.0.0.1:${port}${path}`;
      return (await fetch(url, { method: 'POST', headers, body: sent })).status;
    };
    await until('it listens', () => post('/', '').catch(() => false), {});
    return { child, output: () => output, post };
  }

  it('takes a genuine callback over its bytes as they came, and no changed one', async () => {
    const { child, output, post } = await start('express.ts');
    try {
      // Spaces that a parser would not give back.
      const body = ` ${callback('payé')}\n`;
      assert.equal(await post('/jokko', body), 200);
      assert.equal(output(), 'order-17 SUCCESS\n');
      assert.equal(await post('/jokko', body.replace('1350', '1351'), body), 400);
      assert.equal(output(), 'order-17 SUCCESS\n');
    } finally {
      child.kill();
    }
  });

  it('takes the bytes of express.raw(), and refuses a body that was parsed', async () => {
    const { child, output, post } = await start('other.js');
    try {
      const body = ` ${callback('payé')}\n`;
      assert.equal(await post('/raw', body), 200);
      assert.equal(output(), 'order-17 SUCCESS\n');
      assert.equal(await post('/parsed', body), 400);
      assert.equal(output(), 'order-17 SUCCESS\n');
    } finally {
      child.kill();
    }
  });
});
