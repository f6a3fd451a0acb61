// Runs several nodes on one port, each in a process of its own. This process takes the connections
// and hands them out in turn, starts again the nodes that are to begin anew, and ends with the
// first that ends otherwise.

import type { ChildProcess } from 'node:child_process';
import cluster from 'node:cluster';
import type { Output } from '../../cli/output.ts';
import { startAgainExitCode } from '../../cli/errors.ts';
import { environment } from '../../platform/environment.ts';
import { openLog, type Log } from '../../platform/log.ts';
import { findFreePort, tryPort } from '../../platform/system/free-port.ts';
import { stopSignals } from '../../platform/system/signals.ts';
import { requireConfig } from '../commands/command-context.ts';
import { removedSettings, type Config } from '../config/config.ts';
import { nextCount, variablesOfRun } from './fresh-run.ts';
import { logFormOf } from './log-form.ts';
import type { Served } from './one-of-several.ts';
import { portInUse } from './port-in-use.ts';

/** Resolves with the exit code when all have ended. */
export async function runProcesses(count: number, output: Output): Promise<number> {
  const config = requireConfig();
  const log = openLog(config.logLevel, config.nodeId, logFormOf(config));
  for (const sentence of removedSettings()) log.warn(sentence);
  const port = await choosePort(config);
  cluster.schedulingPolicy = cluster.SCHED_RR;
  // Results come as messages; on standard output of a child there is nothing.
  cluster.setupPrimary({ stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const group = startGroup(
    (number, runs) => cluster.fork(variablesOf(config, port, number, runs)),
    log,
  );
  for (const signal of stopSignals) process.on(signal, group.stop);
  // The first one starts the database, upgrades its schema and makes what the first start makes;
  // the others find it.
  group.start(1, (served) => {
    output.result(served.value, () => served.text);
    for (let number = 2; number <= count; number++) group.start(number);
  });
  return group.ended;
}

/** A port in use is found out here, where it is said once. */
async function choosePort(config: Config): Promise<number> {
  if (config.port === 0) return findFreePort();
  return tryPort(config.host, config.port).catch((error: unknown) => {
    throw portInUse(error, config) ?? error;
  });
}

/**
 * `number` counts from 1. The first keeps what is configured, so that it goes on with the work of a
 * node that was alone.
 */
function variablesOf(
  { nodeId, opsPort, peerPort }: Config,
  port: number,
  number: number,
  runs: number,
): { [name: string]: string } {
  const own = (given: number): string => String(given + number - 1);
  return {
    PORT: String(port),
    JOKKO_NODE_ID: number === 1 ? nodeId : `${nodeId}-${number}`,
    // Zero is a free one for each.
    ...(opsPort !== null && opsPort > 0 && { OPS_PORT: own(opsPort) }),
    ...(peerPort !== null && peerPort > 0 && { JOKKO_PEER_PORT: own(peerPort) }),
    JOKKO_SUPERVISED: 'on',
    ...variablesOfRun(runs),
  };
}

type Fork = (number: number, runs: number) => ReturnType<typeof cluster.fork>;

function startGroup(fork: Fork, log: Log) {
  const living = new Set<ReturnType<Fork>>();
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  let exitCode = 0;
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (!stopping) log.info({ signal, processes: living.size }, 'stopping all node processes');
    stopping = true;
    for (const worker of living) worker.process.kill(signal);
  };
  const start = (number: number, onServing?: (served: Served) => void, runs = 0): void => {
    const beganAt = environment.monotonic();
    const worker = fork(number, runs);
    let waiting = onServing;
    living.add(worker);
    closeUntaken(worker.process);
    log.info({ process: number, pid: worker.process.pid }, 'a node process begins');
    worker.on('message', (served: Served) => {
      waiting?.(served);
      waiting = undefined;
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      living.delete(worker);
      const next = stopping ? null : nextRun(code, runs, environment.monotonic() - beganAt);
      const terms = { process: number, code, signal };
      if (next !== null) {
        log.warn(terms, 'a node process ended and is started again');
        start(number, waiting, next);
        return;
      }
      exitCode ||= code ?? 1;
      if (!stopping && living.size > 0) {
        log.error(terms, 'a node process ended, and the others are stopped');
        stop('SIGTERM');
      }
      stopping = true;
      if (living.size === 0) end(exitCode);
    });
  };
  return { start, stop, ended };
}

/**
 * Node's `cluster` gives a process one connection at a time, and forgets the one that a process has
 * not taken when it dies: its caller would wait for ever. Closed, it is called again. Closing one
 * that was taken does nothing, since it is closed here already.
 */
function closeUntaken(child: ChildProcess): void {
  let given: { close?(): void } | undefined;
  const send = child.send.bind(child) as (...message: unknown[]) => boolean;
  child.send = (...message: unknown[]) => {
    given = (message[1] ?? given) as typeof given;
    return send(...message);
  };
  child.once('exit', () => given?.close?.());
}

/**
 * How the run that follows is counted; null: none does. Killed (no code), or ended to begin anew;
 * every other end is for good, as it is for a node alone.
 */
const nextRun = (code: number | null, runs: number, lastedMs: number): number | null =>
  code === null || code === startAgainExitCode ? nextCount(runs, lastedMs) : null;
