// Starts a real Medusa with the plug-in as the installation serves it, on a PostgreSQL of its own.

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../harness/index.ts';
import { startShopDatabase } from './shop-database.ts';

const run = promisify(execFile);

export interface MedusaServer {
  url: string;
  log(): string;
  stop(): Promise<void>;
}

export interface MedusaOptions {
  /** Folder of `installMedusa`. */
  medusa: string;
  /** Where the installation serves the plug-in. */
  plugin: string;
  port: number;
  /** The options of the plug-in. */
  options: object;
  operator: { email: string; password: string };
}

/** Soon: a callback is to be read before the answer to its order comes. */
const webhookDelayMs = 100;

export async function startMedusa(given: MedusaOptions): Promise<MedusaServer> {
  const { medusa, plugin, port, options, operator } = given;
  await unpack(plugin, join(medusa, 'node_modules/jokko-medusa'));
  const database = await startShopDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'jokko-shop-'));
  let server: ChildProcess | null = null;
  const stop = async (): Promise<void> => {
    if (server !== null) await end(server);
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    symlinkSync(join(medusa, 'node_modules'), join(folder, 'node_modules'));
    cpSync(join(medusa, 'package.json'), join(folder, 'package.json'));
    writeFileSync(join(folder, 'medusa-config.js'), configOf(database.url, options));
    const place = { cwd: folder, env: environmentOf(port) };
    const program = join(folder, 'node_modules/@medusajs/cli/cli.js');
    const { email, password } = operator;
    await run(process.execPath, [program, 'db:migrate'], place);
    await run(process.execPath, [program, 'user', '-e', email, '-p', password], place);
    const child = spawn(process.execPath, [program, 'start'], { ...place, stdio: 'pipe' });
    server = child;
    let log = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (log += text));
    const url = `http://127.0.0.1:${port}`;
    await until('the shop', async () => {
      if (child.exitCode !== null) throw new Error(`Medusa ended: ${log}`);
      return fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
    return { url, log: () => log, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const environmentOf = (port: number): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
  MEDUSA_DISABLE_TELEMETRY: 'true',
  PORT: String(port),
});

function configOf(databaseUrl: string, options: object): string {
  const payment = {
    resolve: '@medusajs/medusa/payment',
    options: {
      webhook_delay: webhookDelayMs,
      providers: [{ resolve: 'jokko-medusa', id: 'jokko', options }],
    },
  };
  const http = {
    storeCors: '*',
    adminCors: '*',
    authCors: '*',
    jwtSecret: 'a secret of the shop',
    cookieSecret: 'another secret of the shop',
  };
  const config = {
    projectConfig: { databaseUrl, databaseDriverOptions: { ssl: false }, http },
    admin: { disable: true },
    modules: [payment],
  };
  return `module.exports = require('@medusajs/framework/utils').defineConfig(${JSON.stringify(config)});`;
}

/** As npm does it, without looking at the 1,063 packages beside it. */
async function unpack(url: string, folder: string): Promise<void> {
  const tarball = `${folder}.tgz`;
  writeFileSync(tarball, Buffer.from(await (await fetch(url)).arrayBuffer()));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run('tar', ['xzf', tarball, '--strip-components=1', '-C', folder]);
  rmSync(tarball);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}
