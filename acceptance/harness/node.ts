// How does a test start one gateway node? As a user does: the command `serve` in a process of its own, told by environment variables.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const gatewayMain = fileURLToPath(new URL('../../gateway/bin/jokko.mjs', import.meta.url));

export interface NodeOptions {
  /** Joined to the installation's environment; an undefined value takes a variable away. */
  env?: Record<string, string | undefined>;
}

/** What `serve --json` prints once it is ready. */
export interface ServeFacts {
  baseUrl: string;
  listening: string;
  mode: string;
  simulatorUrl: string | null;
  accountId?: number;
  apiKey?: string;
  webhookSecret?: string;
  /** Null once it was printed before. */
  firstOperatorLink: string | null;
}

export interface GatewayNode {
  baseUrl: string;
  pid: number;
  nodeId: string;
  facts: ServeFacts;
  /** Everything the node wrote to standard error: one JSON object a line. */
  logs(): string;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, as a power cut would; the database and the simulator go on. */
  kill(): Promise<void>;
  /** Resolves when the process has ended, whoever ended it. */
  ended: Promise<number | null>;
}

const readyWithinMs = 60_000;
const stopWithinMs = 35_000;
const living = new Set<ChildProcess>();

// A test file that ends early must not leave servers behind; SIGTERM makes a node stop its database and simulator too.
process.on('exit', () => {
  for (const child of living) child.kill('SIGTERM');
});

/** Starts a node and waits for its `serve --json` line. Throws with the log's last words when it does not come. */
export async function startNode(environment: Record<string, string>, nodeId: string): Promise<GatewayNode> {
  const child = spawn(process.execPath, [gatewayMain, 'serve', '--json'], {
    env: { ...environment, JOKKO_NODE_ID: nodeId },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  living.add(child);
  let output = '';
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      living.delete(child);
      resolve(code);
    });
  });
  const facts = await readFacts(child, () => output, ended).catch((error: unknown) => {
    child.kill('SIGTERM');
    throw new Error(`the gateway did not start: ${String(error)}\n${log.slice(-4_000)}`);
  });
  return {
    baseUrl: facts.baseUrl,
    pid: child.pid ?? 0,
    nodeId,
    facts,
    logs: () => log,
    ended,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      const code = await ended;
      clearTimeout(timer);
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function readFacts(child: ChildProcess, output: () => string, ended: Promise<unknown>): Promise<ServeFacts> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready within ${readyWithinMs} ms`)), readyWithinMs);
    const look = (): void => {
      const end = output().indexOf('\n');
      if (end < 0) return;
      clearTimeout(timer);
      child.stdout?.off('data', look);
      resolve(JSON.parse(output().slice(0, end)) as ServeFacts);
    };
    child.stdout?.on('data', look);
    void ended.then((code) => {
      clearTimeout(timer);
      reject(new Error(`it ended with ${String(code)}`));
    });
  });
}
