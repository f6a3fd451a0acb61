// How does the sandbox get its providers? The simulator runs as a process of its own below DATA_DIR: started here, or adopted when it
// runs already, started again when it dies, and stopped by the last node to leave. Its port stays the same.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import { findFreePort } from './system/free-port.ts';
import { keepRunning } from './system/keep-running.ts';
import { readFileIfAny, writePrivateFile, writePrivateFileOnce } from './system/private-file.ts';
import { isAlive, readProcess } from './system/processes.ts';

export interface SimulatorProcess {
  url: string;
  adopted: boolean;
  /** Ends watching; with `stopIt` ends the simulator too. */
  close(stopIt: boolean): Promise<void>;
}

/** DATA_DIR/simulator.json. Process number and start name the process that answers on the port. */
interface Stored {
  port: number;
  pid: number | null;
  startedAt: string | null;
}

const main = fileURLToPath(new URL('../../simulator/src/main.ts', import.meta.url));
const startWaitMs = 15_000;
const stopWaitMs = 5_000;
const pollMs = 50;

/** Throws with the simulator's own words when it does not start. */
export async function startSimulatorProcess(options: {
  dataDir: string;
  settings: Config['simulator'];
  log: Log;
}): Promise<SimulatorProcess> {
  const { dataDir, settings, log } = options;
  const file = join(dataDir, 'simulator.json');
  const firstPort = settings.port ?? (await findFreePort());
  const stored = JSON.parse(
    writePrivateFileOnce(file, JSON.stringify({ port: firstPort, pid: null, startedAt: null } satisfies Stored)),
  ) as Stored;
  const simulator = { dataDir, settings, file, port: settings.port ?? stored.port };
  const adopted = livingPid(file) !== null;
  const port = await bringUp(simulator, settings.port === null);
  const watch = keepRunning({
    name: 'the simulator',
    lives: () => livingPid(file) !== null,
    restart: async (stop) => void (await bringUp({ ...simulator, port }, false, stop)),
    log,
  });
  return {
    url: urlOf(port),
    adopted,
    async close(stopIt) {
      await watch.end();
      if (stopIt) await stopSimulator(file);
    },
  };
}

/** Where the running simulator of this DATA_DIR answers, or null when none runs. */
export function findRunningSimulator(dataDir: string): string | null {
  const file = join(dataDir, 'simulator.json');
  return livingPid(file) === null ? null : urlOf(readStored(file)!.port);
}

/** Where this installation's simulator answers when it runs; before its first start an address where nothing answers. */
export function expectedSimulatorUrl(config: Config): string {
  return config.simulatorUrl ?? urlOf(config.simulator.port ?? readStored(join(config.dataDir, 'simulator.json'))?.port ?? 1);
}

/** The configuration of a command that reads documents: in the sandbox with the address at which the simulator answers when it runs. */
export function withExpectedSimulator(config: Config): Config {
  return { ...config, simulatorUrl: config.mode === 'live' ? null : expectedSimulatorUrl(config) };
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function readStored(file: string): Stored | null {
  const text = readFileIfAny(file);
  return text === null ? null : (JSON.parse(text) as Stored);
}

function livingPid(file: string): number | null {
  const stored = readStored(file);
  if (stored === null || stored.pid === null) return null;
  const state = readProcess(stored.pid);
  return state !== null && !state.zombie && state.startedAt === stored.startedAt ? stored.pid : null;
}

interface Simulator {
  dataDir: string;
  settings: Config['simulator'];
  file: string;
  port: number;
}

/**
 * Returns the port once our simulator answers, whoever started it. Of two started at once on one folder the second ends by itself: the
 * folder's lock tells which of them is the simulator, also when whoever started it died before it could write that down.
 */
async function bringUp(simulator: Simulator, mayMove: boolean, stop?: AbortSignal): Promise<number> {
  const deadline = performance.now() + startWaitMs;
  let { port } = simulator;
  let child: ChildProcess | null = null;
  while (performance.now() < deadline) {
    stop?.throwIfAborted();
    // A stranger on our port answers too: only the process that we or another node recorded counts.
    const recorded = livingPid(simulator.file);
    if (recorded !== null && (await answers(readStored(simulator.file)!.port))) {
      await untilSecondEnds(child, recorded);
      return readStored(simulator.file)!.port;
    }
    const owner = folderOwner(simulator.dataDir);
    const starting = child === null || hasEnded(child) ? null : child;
    if (owner !== null) {
      if ((starting === null || starting.pid === owner.pid) && (await answers(port))) {
        writePrivateFile(simulator.file, JSON.stringify({ port, ...owner } satisfies Stored));
        await untilSecondEnds(child, owner.pid);
        return port;
      }
    } else if (starting === null) {
      if (child !== null) {
        if (mayMove) port = await findFreePort();
        await sleep(200);
      }
      child = spawnSimulator(simulator, port);
    }
    await sleep(pollMs);
  }
  const words = readFileSync(logFileOf(simulator.dataDir), 'utf8').trimEnd().split('\n').slice(-3);
  throw new Error(`the simulator does not answer: ${words.join(' | ')}`);
}

/** One that still starts while another is the simulator could take the folder after that one was stopped, and nobody would know of it. */
async function untilSecondEnds(child: ChildProcess | null, simulatorPid: number): Promise<void> {
  if (child === null || child.pid === simulatorPid) return;
  while (!hasEnded(child)) await sleep(pollMs);
}

/** The living process that holds the simulator's folder (simulator/PROTOCOL.md: `lock`). */
function folderOwner(dataDir: string): { pid: number; startedAt: string | null } | null {
  const [pid, start] =
    readFileIfAny(join(dataDir, 'simulator', 'lock'))
      ?.trim()
      .split(' ') ?? [];
  const state = pid === undefined ? null : readProcess(Number(pid));
  const lives = state !== null && !state.zombie && (state.startedAt === null || state.startedAt === start);
  return lives ? { pid: Number(pid), startedAt: state.startedAt } : null;
}

const logFileOf = (dataDir: string): string => join(dataDir, 'simulator.log');

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** In a session of its own, its output in a file: it outlives us, and Ctrl-C in our terminal does not take it from under work in flight. */
function spawnSimulator({ dataDir, settings }: Simulator, port: number): ChildProcess {
  const output = openSync(logFileOf(dataDir), 'a', 0o600);
  try {
    const env = {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(dataDir, 'simulator'),
      SIM_ANSWER: settings.answer,
      SIM_DELAY_MS: String(settings.delayMs),
      SIM_API_KEY: settings.apiKey,
      SIM_NOTICE_SECRET: settings.noticeSecret,
    };
    const child = spawn(process.execPath, [main], { cwd: dataDir, env, detached: true, stdio: ['ignore', output, output] });
    // A program that cannot be started at all is reported here; `hasEnded` sees it.
    child.on('error', () => {});
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`${urlOf(port)}/healthz`, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function stopSimulator(file: string): Promise<void> {
  const pid = livingPid(file);
  if (pid === null) return;
  signal(pid, 'SIGTERM');
  const deadline = performance.now() + stopWaitMs;
  while (isAlive(pid) && performance.now() < deadline) await sleep(pollMs);
  if (livingPid(file) === pid) signal(pid, 'SIGKILL');
}

/** It may have ended meanwhile: two nodes that leave together both stop it. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
