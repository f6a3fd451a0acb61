// Shares one installation among many test files. The first file to ask starts a server process
// that owns it; every file holds a connection to that server, which stops the installation when
// the test run ends or no file has been connected for a while.

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jsonOf, runAtHost } from './commands.ts';
import type { Installation } from './installation.ts';

/** What the server writes into its file once it is ready. */
export interface ServerFacts {
  port: number;
  baseUrl: string;
  dataDir: string;
  environment: Record<string, string>;
  simulatorUrl: string;
  apiKey: string;
  accountId: number;
  webhookSecret: string;
}

export type SharedInstallation = Omit<Installation, 'nodes' | 'addNode' | 'logs'> & {
  /** What the node has logged so far. */
  logs(): string;
};

const serverMain = fileURLToPath(new URL('./installation-server.ts', import.meta.url));
const readyWithinMs = 240_000;

/**
 * The installation that all files of one test run share: sandbox defaults, the clock untouched. Use
 * an account of your own (`createAccount`), move no clock, import no catalogue, kill no node.
 * `stop()` lets go of it; call it in `after`.
 */
export async function sharedInstallation(): Promise<SharedInstallation> {
  // The files of one `node --test` are children of one process.
  const directory = join(
    tmpdir(),
    `jokko-acceptance-run-${process.getuid?.() ?? 0}-${process.ppid}`,
  );
  const deadline = performance.now() + readyWithinMs;
  while (performance.now() < deadline) {
    if (claim(directory)) startServer(directory);
    const failure = readText(directory, 'failed');
    if (failure !== '') throw new Error(`the shared installation did not start: ${failure}`);
    const details = readFacts(directory);
    const connection = details === null ? null : await holdOn(details.port);
    if (details !== null && connection !== null) return openShared(details, connection, directory);
    // A server that was killed leaves its folder behind.
    if (details !== null) rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
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

function startServer(directory: string): void {
  const args = [serverMain, directory, String(process.ppid)];
  // In a session of its own: it outlives this file's process.
  spawn(process.execPath, args, { detached: true, stdio: 'ignore' }).unref();
}

function readFacts(directory: string): ServerFacts | null {
  const text = readText(directory, 'facts.json');
  return text === '' ? null : (JSON.parse(text) as ServerFacts);
}

function readText(directory: string, name: string): string {
  try {
    return readFileSync(join(directory, name), 'utf8');
  } catch {
    return '';
  }
}

/**
 * A connection that keeps the installation going; null where it is about to stop: the server says a
 * word to whom it has counted.
 */
function holdOn(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(socket.unref()));
    socket.on('error', () => {});
    socket.once('close', () => resolve(null));
  });
}

function openShared(
  details: ServerFacts,
  connection: Socket,
  directory: string,
): SharedInstallation {
  const { environment } = details;
  const runCli: Installation['runCli'] = (args) => runAtHost({ args, environment });
  return {
    ...details,
    cli: (args) => jsonOf(runCli, args),
    runCli,
    logs: () => readText(directory, 'gateway.log'),
    stop() {
      connection.destroy();
      return Promise.resolve();
    },
  };
}
