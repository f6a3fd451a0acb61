// The process that owns the shared installation: `node keeper.ts <folder> <pid of the test run>`. It stops the installation when that
// process is gone, or when no test file has been connected for a while, and removes its folder first, so that nobody comes too late.

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startInstallation } from './installation.ts';
import type { KeeperFacts } from './shared-installation.ts';

const [folder = '', runnerPid = '0'] = process.argv.slice(2);
/** Between two acceptance files the run may be busy with other workspaces' tests. */
const idleMaxMs = 20_000;
const lookEveryMs = 200;
/** Long enough for every file that waits to read why. */
const failureShownMs = 2_000;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, `${name}.new`), text);
  renameSync(join(folder, `${name}.new`), join(folder, name));
}

async function main(): Promise<void> {
  const installation = await startInstallation().catch(async (error: unknown) => {
    write('failed', String(error));
    await sleep(failureShownMs);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    throw error;
  });
  let stopping = false;
  let users = 0;
  let leftAt = performance.now();
  const server = createServer((socket) => {
    users += 1;
    socket.on('error', () => {});
    socket.once('close', () => {
      users -= 1;
      leftAt = performance.now();
    });
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const commandPort = await installation.commandPort();
  const { baseUrl, dataDir, simulatorUrl, apiKey, accountId, webhookSecret } = installation;
  const where = { port, commandPort, baseUrl, dataDir, simulatorUrl };
  write('facts.json', JSON.stringify({ ...where, apiKey, accountId, webhookSecret } satisfies KeeperFacts));
  // A node that dies by itself is a finding: every file that comes later is told of it, with the log's last words.
  void installation.nodes[0]?.ended.then((code) => {
    if (!stopping) write('failed', `the shared node ended by itself with ${code}: ${installation.logs().slice(-3_000)}`);
  });
  let logged = '';
  const timer = setInterval(() => {
    const log = installation.logs();
    if (log.length !== logged.length) write('gateway.log', (logged = log));
    const idle = users === 0 && performance.now() - leftAt > idleMaxMs;
    if (isAlive(Number(runnerPid)) && !idle) return;
    clearInterval(timer);
    stopping = true;
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    server.close();
    void installation.stop();
  }, lookEveryMs);
}

await main();
