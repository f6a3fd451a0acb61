// Installs the TypeScript SDK from an installation into an empty project, as a developer does, and
// runs and type-checks its examples there.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import {
  createAccount,
  createClient,
  hostInstallation,
  uniquePhone,
  until,
  type HostedInstallation,
} from '../harness/index.ts';
import { freePort } from '../harness/free-port.ts';
import { createSmsApp } from '../harness/sms.ts';
import { untilAdmitted } from '../harness/payment.ts';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'sdks/typescript');
const sdk = 'jokko-sdk';
const run = promisify(execFile);
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const typeRoots = join(root, 'node_modules/@types');
/**
 * What the example uses of Express, which is not installed in this repository; the nightly test
 * runs it with Express itself.
 */
const expressTypes = `
  declare module 'express' {
    type Request = import('node:http').IncomingMessage;
    type Response = import('node:http').ServerResponse;
    interface App {
      post(path: string, handler: (request: Request, response: Response) => void): void;
      use(handler: unknown): void;
      listen(port: number): void;
    }
    function express(): App;
    namespace express {
      function json(): unknown;
    }
    export default express;
  }`;
/** The size of what a browser or a worker would load. */
const brotliBytesMax = 12_000;

describe('the TypeScript SDK as it is served', () => {
  let installation: HostedInstallation;
  let project: string;
  let environment: { [name: string]: string | undefined };
  before(async () => {
    installation = await hostInstallation();
    project = mkdtempSync(join(tmpdir(), 'jokko-sdk-'));
    const { accountId, apiKey, webhookSecret } = await createAccount(installation, {
      set: ['--callback-grace-ms', '0'],
    });
    const { appKey } = await createSmsApp(installation, accountId);
    environment = {
      ...process.env,
      JOKKO_URL: installation.baseUrl,
      JOKKO_KEY: apiKey,
      JOKKO_WEBHOOK_SECRET: webhookSecret,
      JOKKO_SMS_KEY: appKey,
    };
    writeFileSync(join(project, 'package.json'), '{"private": true, "type": "module"}');
    const url = `${installation.baseUrl}/sdk/jokko-sdk.tgz`;
    await run('npm', ['install', '--no-audit', '--no-fund', url], { cwd: project });
    cpSync(join(source, 'examples'), project, { recursive: true });
  });
  after(async () => {
    await installation?.stop();
    rmSync(project, { recursive: true, force: true });
  });

  const runExample = async (name: string, more: { [name: string]: string } = {}) => {
    const env = { ...environment, ...more };
    return (await run(process.execPath, [`${name}.ts`], { cwd: project, env })).stdout;
  };

  it('has the checksum that the installation names, and no dependencies', async () => {
    const read = async (file: string): Promise<Buffer> => {
      const answer = await fetch(`${installation.baseUrl}/sdk/${file}`);
      return Buffer.from(await answer.arrayBuffer());
    };
    const sum = createHash('sha256')
      .update(await read('jokko-sdk.tgz'))
      .digest('hex');
    assert.ok((await read('SHA256SUMS')).includes(`${sum}  jokko-sdk.tgz\n`));
    assert.deepEqual(
      readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['jokko-sdk'],
    );
  });

  it('is small', () => {
    const folder = join(project, 'node_modules/jokko-sdk/dist');
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    const size = brotliCompressSync(Buffer.concat(files)).length;
    assert.ok(size <= brotliBytesMax, `${size} bytes`);
  });

  // The other one is whatever the machine has.
  for (const node of [process.execPath, 'node'])
    it(`is loaded by ${node === 'node' ? 'the Node.js of the machine' : 'our Node.js'}`, async () => {
      const code = `
        import { Jokko } from '${sdk}';
        import { jokkoNode } from '${sdk}/node';
        import { jokkoExpress } from '${sdk}/express';
        import { jokkoFetch } from '${sdk}/fetch';
        const jokko = new Jokko({ url: process.env.JOKKO_URL, key: process.env.JOKKO_KEY });
        const { balance } = await jokko.balance();
        console.log(balance, typeof jokkoNode, typeof jokkoExpress, typeof jokkoFetch);`;
      const args = ['--input-type=module', '--eval', code];
      const { stdout } = await run(node, args, { cwd: project, env: environment });
      assert.match(stdout, /^[0-9.]+ function function function\n$/);
    });

  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])
    it(`type-checks strictly with ${moduleResolution}: examples and README`, async () => {
      const blocks = [
        ...readFileSync(join(source, 'README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs),
      ];
      assert.equal(blocks.length, 2);
      const assumed = `
        declare const order: { id: string };
        declare const app: { post(path: string, handler: (request: never, response: never) => void): void };
        declare function markAsPaid(id: string): Promise<void>;\n`;
      const text = blocks.map(([, code]) => code!.replace("import express from 'express';", ''));
      writeFileSync(join(project, 'readme.ts'), text.join('') + assumed);
      writeFileSync(join(project, 'types-of-express.d.ts'), expressTypes);
      const options = { module, moduleResolution, typeRoots: [typeRoots], types: ['node'] };
      writeFileSync(
        join(project, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: { target: 'es2024', strict: true, noEmit: true, ...options },
          include: ['*.ts'],
        }),
      );
      await run(process.execPath, [tsc, '-p', project]).catch(({ stdout }) => assert.fail(stdout));
    });

  it('does not compile a call that lacks what its service needs', async () => {
    const wrong = `
      import { Jokko } from '${sdk}';
      const jokko = new Jokko({ url: 'https://pay.example', key: 'k' });
      await jokko.card({ id: 'a', phone: '+221770000001', amount: 100 });
      await jokko.collect({ service: 'OPA_SN_API_CASH_OUT', phone: '770000001', amount: 100 });
      (await jokko.status('a')).status === 'FAILED';\n`;
    writeFileSync(join(project, 'wrong.mts'), wrong);
    const args = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
    ];
    const failed = await run(
      process.execPath,
      [tsc, ...args, '--types', 'node', '--typeRoots', typeRoots, 'wrong.mts'],
      {
        cwd: project,
      },
    ).then(
      () => '',
      ({ stdout }) => String(stdout),
    );
    rmSync(join(project, 'wrong.mts'));
    assert.deepEqual(
      [...failed.matchAll(/\((\d+),/g)].map(([, line]) => Number(line)),
      [4, 5, 6],
      failed,
    );
  });

  it('runs the examples', async () => {
    const account = `21${uniquePhone('0000')}`;
    const [collected, paid, costs, tooMuch, bill, sms] = await Promise.all([
      runExample('collect'),
      runExample('pay-out'),
      runExample('preview', { PHONE: '760000001' }),
      runExample('preview', { AMOUNT: '1999999' }),
      runExample('bills', { ACCOUNT: account }),
      runExample('sms'),
    ]);
    assert.match(collected, /^order-\d+ SUCCESS \n$/);
    assert.match(paid, /^salary-\d+ PENDING\n$/);
    assert.match(costs, /^The number is of OPD: .+\n\d+ XOF, of which commission \d+\n$/);
    assert.match(tooMuch, /^It would be refused: .+\n$/);
    assert.match(bill, /^bill-\S+ PENDING \d+\n$/);
    assert.match(sms, /^\S+ .+\n$/);
    assert.match(await runExample('events'), /^order-\d+ SUCCESS$/m);
    assert.match(await runExample('collect', { PHONE: '77000' + '7026' }), /^order-\d+ refused: /);
  });

  it('receives callbacks as Next.js and Hono hand requests over, and refuses forged ones', async () => {
    const body = JSON.stringify({
      status: 'SUCCESS',
      transaction: { externalTransactionId: 'order-17', amount: 1_350 },
    });
    const now = new Date();
    const secret = String(environment['JOKKO_WEBHOOK_SECRET']);
    const headers = {
      'webhook-id': 'cb_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('cb_1', now, body),
    };
    const code = `
      import { POST } from './next.ts';
      import { receiveCallback } from './hono.ts';
      const { body, headers } = JSON.parse(process.env.CALLBACK);
      for (const receive of [POST, (raw) => receiveCallback({ req: { raw } })])
        for (const sent of [body, body.replace('1350', '1351')]) {
          const request = new Request('https://shop.example/', { method: 'POST', body: sent, headers });
          console.log((await receive(request)).status);
        }`;
    const env = { ...environment, CALLBACK: JSON.stringify({ body, headers }) };
    const args = ['--input-type=module', '--eval', code];
    const { stdout } = await run(process.execPath, args, { cwd: project, env });
    assert.equal(stdout, 'order-17 SUCCESS\n200\n400\n'.repeat(2));
  });

  it('receives a callback, and refuses a forged one', async () => {
    const port = await freePort();
    const env = { ...environment, PORT: String(port) };
    const child = spawn(process.execPath, ['callback.ts'], { cwd: project, env, stdio: 'pipe' });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    const post = (): Promise<number> =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      );
    try {
      await until('it listens', async () => (await post()) !== 0);
      assert.equal(await post(), 400);
      const client = createClient(installation.baseUrl, String(environment['JOKKO_KEY']));
      const externalTransactionId = `order-${port}`;
      await untilAdmitted(client, {
        codeService: 'OPA_SN_API_CASH_OUT',
        externalTransactionId,
        phone: uniquePhone(),
        amount: 1_350,
        callbackUrl: `http://127.0.0.1:${port}/callback`,
      });
      await until('it is told', () => output.includes(`${externalTransactionId} paid`));
    } finally {
      child.kill();
    }
  });
});
