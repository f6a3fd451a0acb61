// Starts the gateway as a user does: `serve` with a fresh data directory. The gateway starts
// PostgreSQL and the simulator.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSimulatorPid } from './simulator.ts';
import { gatewayMain, runCli } from './cli.ts';
import { naming, prepareStatements } from './statements/index.ts';

export interface GatewayOptions {
  /** How the simulator answers: with the result, or with "pending" and a notice after `delayMs`. */
  answer: 'sync' | 'async';
  delayMs?: number;
  /** Where to write a CPU profile of the gateway; null: none. */
  profileDirectory?: string | null;
  /** Without signatures and delivery log (src/plain). */
  plain?: boolean;
  /** What each statement costs PostgreSQL can be counted (statements/). */
  statements?: boolean;
  /** How many nodes it runs on its port; one unless told otherwise. */
  processes?: number;
  /** Further variables. */
  environment?: { [name: string]: string };
}

export interface Gateway {
  host: string;
  port: number;
  pid: number;
  simulatorUrl: string;
  simulatorPid(): number;
  /** What `jokko` commands need to find the same installation. */
  environment: NodeJS.ProcessEnv;
  dataDirectory: string;
  /**
   * Stops it, and PostgreSQL with it, and starts it anew after `meanwhile`: as another process, on
   * the same port.
   */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export const dataDirectoryName = 'data';
/** As `npm start` has them. */
const nodeFlags = ['--max-semi-space-size=16', '--heap-growing-percent=60'];
const host = '127.0.0.1';
const readyWithinMs = 240_000;
const stopWithinMs = 35_000;

export async function startGateway(directory: string, options: GatewayOptions): Promise<Gateway> {
  const dataDirectory = join(directory, dataDirectoryName);
  mkdirSync(dataDirectory, { mode: 0o755 });
  const [port, simulatorPort] = await freePorts(2);
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    HOST: host,
    PORT: String(port),
    DATA_DIR: dataDirectory,
    JOKKO_MODE: 'sandbox',
    // Without a line for each answer, as an installation of this load would run.
    LOG_LEVEL: 'warn',
    SIMULATOR_PORT: String(simulatorPort),
    SIM_ANSWER: options.answer,
    SIM_DELAY_MS: String(options.delayMs ?? 1_000),
    ...options.environment,
  };
  delete environment['DATABASE_URL'];
  delete environment['SIMULATOR_URL'];
  const logFile = join(directory, 'gateway.log');
  const profile =
    options.profileDirectory == null
      ? []
      : ['--cpu-prof', `--cpu-prof-dir=${options.profileDirectory}`];
  const plain =
    options.plain === true ? ['--import', import.meta.resolve('../plain/process.ts')] : [];
  const named = options.statements === true ? ['--import', naming] : [];
  if (options.statements === true) {
    // The server must exist before the first start, which is measured, too.
    await runCli(['migrate'], environment);
    prepareStatements(dataDirectory);
  }
  const { processes = 1 } = options;
  const begin = () => serve([...profile, ...plain, ...named], environment, logFile, processes);
  let child = begin();
  const gateway: Gateway = {
    host,
    port: port ?? 0,
    pid: child.pid ?? 0,
    simulatorUrl: `http://${host}:${simulatorPort}`,
    simulatorPid: () => readSimulatorPid(dataDirectory) ?? 0,
    environment,
    dataDirectory,
    async restart(meanwhile) {
      await stop(child);
      await meanwhile?.();
      child = begin();
      gateway.pid = child.pid ?? 0;
      await waitUntilReady(gateway, child, logFile);
    },
    stop: () => stop(child),
  };
  try {
    await waitUntilReady(gateway, child, logFile);
  } catch (error) {
    await stop(child);
    throw error;
  }
  return gateway;
}

/** Another node of the same installation, on a port of its own. */
export async function startNode(
  first: Gateway,
  directory: string,
): Promise<Pick<Gateway, 'host' | 'port' | 'pid' | 'stop'>> {
  const [port = 0] = await freePorts(1);
  const logFile = join(directory, `gateway-${port}.log`);
  const child = serve([], { ...first.environment, PORT: String(port) }, logFile);
  const node = { host, port, pid: child.pid ?? 0, stop: () => stop(child) };
  try {
    await waitUntilReady(node, child, logFile);
  } catch (error) {
    await stop(child);
    throw error;
  }
  return node;
}

function serve(
  flags: string[],
  environment: NodeJS.ProcessEnv,
  logFile: string,
  processes = 1,
): ChildProcess {
  const log = openSync(logFile, 'a');
  const words = ['serve', '--processes', String(processes)];
  const child = spawn(process.execPath, [...flags, ...nodeFlags, gatewayMain, ...words], {
    env: environment,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return child;
}

async function waitUntilReady(
  gateway: Pick<Gateway, 'host' | 'port'>,
  child: ChildProcess,
  logFile: string,
): Promise<void> {
  const until = Date.now() + readyWithinMs;
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(
        `the gateway ended with ${child.exitCode}:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`,
      );
    const ready = await fetch(`http://${gateway.host}:${gateway.port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > until)
      throw new Error(`the gateway is not ready:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`);
    await sleep(50);
  }
}

/** SIGTERM, and after the promised 30 s SIGKILL. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await ended;
  clearTimeout(timer);
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = net.createServer();
      return new Promise<net.Server>((resolve) => server.listen(0, host, () => resolve(server)));
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
