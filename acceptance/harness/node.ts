// Starts one gateway node as a user does: the command `serve` in its own process, configured by
// environment variables.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { wasCutShort } from './cut-short.ts';

export const gatewayMain = fileURLToPath(new URL('../../gateway/bin/jokko.mjs', import.meta.url));

export interface NodeOptions {
  /** Joined to the installation's environment; an undefined value takes a variable away. */
  env?: Record<string, string | undefined>;
  /** Another copy of the program. */
  program?: string;
  /** How many nodes it runs on its port (`serve --processes`); one unless told otherwise. */
  processes?: number;
}

/** What `serve --json` prints once it is ready. */
export interface ServeDetails {
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

/** A node, wherever it runs. */
export interface RunningNode {
  baseUrl: string;
  /** The id of the process it runs in. */
  pid: number;
  nodeId: string;
  details: ServeDetails;
  /** Everything the node wrote to standard error: one JSON object a line. */
  logs(): string;
  /** Resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** A node in a process of its own. SIGTERM stops it. */
export interface GatewayNode extends RunningNode {
  /** SIGKILL, as a power cut would; the database and the simulator go on. */
  kill(): Promise<void>;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<number | null>;
}

/** A machine that is busy with something else takes long. */
const readyWithinMs = 240_000;
const stopWithinMs = 120_000;
const living = new Set<ChildProcess>();

// A test file that ends early must not leave servers behind; SIGTERM makes a node stop its database
// and simulator too.
process.on('exit', () => {
  for (const child of living) child.kill('SIGTERM');
});

/**
 * `serve` ends with it when nothing is wrong that a new start does not mend: on a busy machine, for
 * one, that its lease was over before it had started.
 */
export const startAgainExitCode = 75;

/** How often a supervisor goes on with it; then something is wrong after all. */
const startsMax = 10;

/** A start that came to nothing. */
export interface FailedStart {
  reason: string;
  exitCode: number | null;
  log: string;
}

/**
 * Starts a node as a supervisor does: once more where nothing is wrong that a new start does not
 * mend. Throws with the log's last words when it does not start. `earlier`: what was logged by
 * starts that ended.
 */
export async function superviseStart<Node>(
  start: (earlier: string) => Promise<{ node: Node } | { failed: FailedStart }>,
): Promise<Node> {
  let earlier = '';
  for (let starts = 1; ; starts++) {
    const outcome = await start(earlier);
    if ('node' in outcome) return outcome.node;
    const { reason, exitCode, log } = outcome.failed;
    earlier += log;
    const startsAgain =
      exitCode === startAgainExitCode || wasCutShort(reason) || wasCutShort(lastLine(log));
    if (!startsAgain || starts === startsMax)
      throw new Error(`the gateway did not start: ${reason}\n${earlier.slice(-4_000)}`);
  }
}

/** Why it ended. */
const lastLine = (log: string): string => log.trimEnd().split('\n').at(-1)!;

/** Starts a node in a process of its own and waits for its `serve --json` line. */
export function startNode(
  environment: Record<string, string>,
  nodeId: string,
  how: Omit<NodeOptions, 'env'> = {},
): Promise<GatewayNode> {
  return superviseStart(async (earlier) => {
    const started = spawnNode(environment, nodeId, how);
    const { child, logs, ended } = started;
    try {
      const details = await readFacts(child, started.output, ended);
      return { node: runningNode(started, nodeId, details, earlier) };
    } catch (error) {
      child.kill('SIGTERM');
      return { failed: { reason: String(error), exitCode: child.exitCode, log: logs() } };
    }
  });
}

interface SpawnedNode {
  child: ChildProcess;
  output(): string;
  logs(): string;
  ended: Promise<number | null>;
}

function spawnNode(
  environment: Record<string, string>,
  nodeId: string,
  { program = gatewayMain, processes }: Omit<NodeOptions, 'env'>,
): SpawnedNode {
  const several = processes === undefined ? [] : ['--processes', String(processes)];
  const child = spawn(process.execPath, [program, 'serve', '--json', ...several], {
    // `superviseStart` is the one who starts it again.
    env: { JOKKO_SUPERVISED: 'on', ...environment, JOKKO_NODE_ID: nodeId },
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
  return { child, output: () => output, logs: () => log, ended };
}

/** `earlier`: what was logged by starts that ended. */
function runningNode(
  { child, logs, ended }: SpawnedNode,
  nodeId: string,
  details: ServeDetails,
  earlier: string,
): GatewayNode {
  return {
    baseUrl: details.baseUrl,
    pid: child.pid ?? 0,
    nodeId,
    details,
    logs: () => earlier + logs(),
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

function readFacts(
  child: ChildProcess,
  output: () => string,
  ended: Promise<unknown>,
): Promise<ServeDetails> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`not ready within ${readyWithinMs} ms`)),
      readyWithinMs,
    );
    const look = (): void => {
      const end = output().indexOf('\n');
      if (end < 0) return;
      clearTimeout(timer);
      child.stdout?.off('data', look);
      resolve(JSON.parse(output().slice(0, end)) as ServeDetails);
    };
    child.stdout?.on('data', look);
    void ended.then((code) => {
      clearTimeout(timer);
      reject(new Error(`it ended with ${String(code)}`));
    });
  });
}
