// The process that owns the shared installation:
// `node installation-server.ts <folder> <pid of the test
// run>`. It stops the installation when that process is gone, or when no test file has been
// connected for a while, and removes its folder first, so that nobody comes too late.

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startInstallation } from './installation.ts';
import type { ServerFacts } from './shared-installation.ts';

const [folder = '', runnerPid = '0'] = process.argv.slice(2);
/** Between two acceptance files the run may be busy with other workspaces' tests. */
const idleMaxMs = 20_000;
const checkEveryMs = 200;
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
  const installation = await startInstallation({
    // Some files speak as proxies do, and a node that has heard one refuses receivers on loopback
    // unless they are listed.
    env: { JOKKO_OUTBOUND_ALLOW: '127.0.0.0/8, ::1/128' },
  }).catch(async (error: unknown) => {
    write('failed', String(error));
    await sleep(failureShownMs);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    throw error;
  });
  let stopping = false;
  let users = 0;
  let leftAt = performance.now();
  const server = createServer((socket) => {
    if (stopping) return void socket.destroy();
    users += 1;
    // Only now nobody stops the installation any more: whoever connects waits for this word.
    socket.write('held');
    socket.on('error', () => {});
    socket.once('close', () => {
      users -= 1;
      leftAt = performance.now();
    });
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { baseUrl, dataDir, environment, simulatorUrl, apiKey, accountId, webhookSecret } =
    installation;
  const where = { port, baseUrl, dataDir, environment, simulatorUrl };
  write(
    'facts.json',
    JSON.stringify({ ...where, apiKey, accountId, webhookSecret } satisfies ServerFacts),
  );
  // A node that dies by itself is a finding: every file that comes later is told of it, with the
  // log's last words.
  void installation.nodes[0]?.ended.then((code) => {
    if (!stopping)
      write(
        'failed',
        `the shared node ended by itself with ${code}: ${installation.logs().slice(-3_000)}`,
      );
  });
  let logged = '';
  const isWanted = (): boolean =>
    isAlive(Number(runnerPid)) && (users > 0 || performance.now() - leftAt <= idleMaxMs);
  const stop = (): void => {
    // Where this process stood still, who has come meanwhile is heard first.
    if (stopping || isWanted()) return;
    clearInterval(timer);
    stopping = true;
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    server.close();
    void installation.stop();
  };
  const timer = setInterval(() => {
    const log = installation.logs();
    if (log.length !== logged.length) write('gateway.log', (logged = log));
    if (!isWanted()) setImmediate(stop);
  }, checkEveryMs);
}

await main();
