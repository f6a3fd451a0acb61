// How do many test files share one installation? The first file to ask starts a keeper process that owns it; every file holds a connection
// to the keeper, which stops the installation when the test run is over or nobody has been connected for a while.

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jsonOf, runAt } from './commands.ts';
import type { Commands } from './commands.ts';
import type { Installation } from './installation.ts';

/** What the keeper writes into its file once it is ready. */
export interface KeeperFacts {
  port: number;
  /** Of the host of commands. */
  commandPort: number;
  baseUrl: string;
  dataDir: string;
  simulatorUrl: string;
  apiKey: string;
  accountId: number;
  webhookSecret: string;
}

export type SharedInstallation = Omit<Installation, 'nodes' | 'addNode' | 'logs' | 'commandPort'> & {
  /** What the node has logged so far. */
  logs(): string;
};

const keeperMain = fileURLToPath(new URL('./keeper.ts', import.meta.url));
const readyWithinMs = 90_000;

/**
 * The installation that all files of one test run share: sandbox defaults, the clock untouched. Use an account of your own
 * (`createAccount`), move no clock, import no catalogue, kill no node. `stop()` lets go of it; call it in `after`.
 */
export async function sharedInstallation(): Promise<SharedInstallation> {
  // The files of one `node --test` are children of one process.
  const directory = join(tmpdir(), `jokko-acceptance-run-${process.getuid?.() ?? 0}-${process.ppid}`);
  const deadline = performance.now() + readyWithinMs;
  while (performance.now() < deadline) {
    if (claim(directory)) startKeeper(directory);
    const failure = readText(directory, 'failed');
    if (failure !== '') throw new Error(`the shared installation did not start: ${failure}`);
    const facts = readFacts(directory);
    const connection = facts === null ? null : await holdOn(facts.port);
    if (facts !== null && connection !== null) return openShared(facts, connection, directory);
    // A keeper that was killed leaves its folder behind.
    if (facts !== null) rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
    await sleep(50);
  }
  throw new Error(`the shared installation did not start within ${readyWithinMs} ms`);
}

function claim(directory: string): boolean {
  try {
    mkdirSync(directory);
    return true;
  } catch {
    return false;
  }
}

function startKeeper(directory: string): void {
  const args = [keeperMain, directory, String(process.ppid)];
  // In a session of its own: it outlives this file's process.
  spawn(process.execPath, args, { detached: true, stdio: 'ignore' }).unref();
}

function readFacts(directory: string): KeeperFacts | null {
  const text = readText(directory, 'facts.json');
  return text === '' ? null : (JSON.parse(text) as KeeperFacts);
}

function readText(directory: string, name: string): string {
  try {
    return readFileSync(join(directory, name), 'utf8');
  } catch {
    return '';
  }
}

function holdOn(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.unref()));
    socket.once('error', () => resolve(null));
  });
}

function openShared(facts: KeeperFacts, connection: Socket, directory: string): SharedInstallation {
  const runCli: Commands['run'] = (args) => runAt(facts.commandPort, args);
  return {
    ...facts,
    cli: (args) => jsonOf(runCli, args),
    runCli,
    logs: () => readText(directory, 'gateway.log'),
    stop() {
      connection.destroy();
      return Promise.resolve();
    },
  };
}
