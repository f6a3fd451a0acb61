// Manages the simulator that provides the sandbox's providers, as its own process below DATA_DIR:
// started here or adopted when already running, restarted when it dies, and stopped by the last
// node to leave. Its ports stay the same.

import { defined } from '@jokko/contract';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import type { Log } from '../../platform/log.ts';
import { findFreePort } from '../../platform/system/free-port.ts';
import { keepRunning } from '../../platform/system/keep-running.ts';
import {
  readFileIfAny,
  writePrivateFile,
  writePrivateFileOnce,
} from '../../platform/system/private-file.ts';
import { isAlive, readProcess } from '../../platform/system/processes.ts';
import { environment } from '../../platform/environment.ts';
import { startDeadline, type Deadline } from '../../platform/system/deadline.ts';

export interface SimulatorProcess {
  url: string;
  /** TCP port of its SMPP side, on the same host. */
  smppPort: number;
  adopted: boolean;
  /** Ends watching; with `stopIt` ends the simulator too. */
  close(stopIt: boolean): Promise<void>;
}

interface Ports {
  port: number;
  smppPort: number;
}

/** DATA_DIR/simulator.json. Process number and start name the process that answers on the ports. */
interface Stored extends Ports {
  pid: number | null;
  startedAt: string | null;
}

const main = fileURLToPath(new URL('../../../../simulator/src/main.ts', import.meta.url));
/** Several nodes that start at once on a small, busy machine take long. */
const startWaitMs = 60_000;
const stopWaitMs = 5_000;
/** A second one ends as soon as it has read the lock; one that does not stands still. */
const secondWaitMs = 10_000;
const pollMs = 50;
/** Nothing answers there. */
const noPort = 1;

/** Throws with the simulator's own words when it does not start. */
export async function startSimulatorProcess(options: {
  dataDir: string;
  /** Holds the folder of the simulated bank; below `dataDir` unless told. */
  bankFilesDir?: string;
  settings: Config['simulator'];
  log: Log;
  /** Gives up when it is aborted; a simulator that was started goes on. */
  stop?: AbortSignal;
}): Promise<SimulatorProcess> {
  const { dataDir, settings, log } = options;
  const bankFilesDir = options.bankFilesDir ?? join(dataDir, 'bank-files');
  const file = join(dataDir, 'simulator.json');
  const chosen = await choosePorts(settings);
  // What was written before there was SMPP names no port for it.
  const stored = {
    ...chosen,
    ...(JSON.parse(
      writePrivateFileOnce(
        file,
        JSON.stringify({ ...chosen, pid: null, startedAt: null } satisfies Stored),
      ),
    ) as Partial<Stored>),
  };
  const simulator = { dataDir, bankFilesDir, settings, file };
  const adopted = livingPid(file) !== null;
  const ports = await bringUp(
    simulator,
    { port: settings.port ?? stored.port, smppPort: settings.smppPort ?? stored.smppPort },
    true,
    options.stop,
  );
  const watch = keepRunning({
    name: 'the simulator',
    lives: () => livingPid(file) !== null,
    restart: async (stop) => void (await bringUp(simulator, ports, false, stop)),
    log,
  });
  return {
    url: urlOf(ports.port),
    smppPort: ports.smppPort,
    adopted,
    async close(stopIt) {
      await watch.end();
      if (stopIt) await stopRunningSimulator(dataDir);
    },
  };
}

/** Where the running simulator of this DATA_DIR answers, or null when none runs. */
export function findRunningSimulator(dataDir: string): string | null {
  const file = join(dataDir, 'simulator.json');
  return livingPid(file) === null ? null : urlOf(readStored(file)!.port);
}

/** Stops the simulator of this DATA_DIR, where one runs, once no node uses it. */
export async function stopRunningSimulator(dataDir: string): Promise<void> {
  // Whoever started it may have died before it wrote that down.
  const pid = livingPid(join(dataDir, 'simulator.json')) ?? folderOwner(dataDir)?.pid ?? null;
  if (pid === null) return;
  const { startedAt } = readProcess(pid) ?? {};
  const lives = (): boolean => isAlive(pid) && readProcess(pid)?.startedAt === startedAt;
  signal(pid, 'SIGTERM');
  const deadline = environment.monotonic() + stopWaitMs;
  while (lives() && environment.monotonic() < deadline) await environment.sleep(pollMs);
  if (lives()) signal(pid, 'SIGKILL');
}

/**
 * Where this installation's simulator answers when it runs; before its first start an address where
 * nothing answers.
 */
export function expectedSimulatorUrl(config: Config): string {
  return (
    config.simulatorUrl ??
    urlOf(
      config.simulator.port ?? readStored(join(config.dataDir, 'simulator.json'))?.port ?? noPort,
    )
  );
}

/**
 * The configuration of a command that reads documents: in the sandbox with the addresses at which
 * the simulator answers when it runs.
 */
export function withExpectedSimulator(config: Config): Config {
  const { simulatorUrl, simulator, dataDir } = config;
  if (config.mode !== 'sandbox') return { ...config, simulatorUrl: null };
  const ownPort =
    simulatorUrl === null
      ? (readStored(join(dataDir, 'simulator.json'))?.smppPort ?? noPort)
      : null;
  const smppPort = simulator.smppPort ?? ownPort;
  return {
    ...config,
    simulatorUrl: expectedSimulatorUrl(config),
    simulator: { ...simulator, smppPort },
  };
}

async function choosePorts(settings: Config['simulator']): Promise<Ports> {
  const port = settings.port ?? (await findFreePort());
  let smppPort = settings.smppPort ?? (await findFreePort());
  while (smppPort === port && settings.smppPort === null) smppPort = await findFreePort();
  return { port, smppPort };
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
  return state !== null && !state.zombie && state.startedAt === stored.startedAt
    ? stored.pid
    : null;
}

interface Simulator {
  dataDir: string;
  bankFilesDir: string;
  settings: Config['simulator'];
  file: string;
}

async function bringUp(
  simulator: Simulator,
  wanted: Ports,
  mayMove: boolean,
  stop?: AbortSignal,
): Promise<Ports> {
  const deadline = startDeadline(startWaitMs);
  try {
    return await bringUpWithin(deadline, simulator, { wanted, mayMove }, stop);
  } finally {
    deadline.stop();
  }
}

/**
 * Returns the ports once our simulator answers, whoever started it. The second of two started at
 * once on one folder ends by itself: the folder's lock tells which of them is the simulator, also
 * when whoever started it died before it could write that down.
 */
async function bringUpWithin(
  deadline: Deadline,
  simulator: Simulator,
  { wanted, mayMove }: { wanted: Ports; mayMove: boolean },
  stop?: AbortSignal,
): Promise<Ports> {
  const { dataDir, file, settings } = simulator;
  let ports = wanted;
  let child: ChildProcess | null = null;
  while (deadline.leftMs() > 0) {
    stop?.throwIfAborted();
    // A stranger on our port answers too: only the process that we or another node recorded counts.
    const recorded = livingPid(file);
    if (recorded !== null) {
      const running = await askPorts(readStored(file)!.port);
      if (running !== null) {
        await untilSecondEnds(child, recorded);
        return running;
      }
    }
    const owner = folderOwner(dataDir);
    const starting = child === null || hasEnded(child) ? null : child;
    if (owner !== null) {
      const running =
        starting === null || starting.pid === owner.pid ? await askPorts(ports.port) : null;
      if (running !== null) {
        writePrivateFile(file, JSON.stringify({ ...running, ...owner } satisfies Stored));
        await untilSecondEnds(child, owner.pid);
        return running;
      }
    } else if (starting === null) {
      if (child !== null) {
        if (mayMove) ports = await choosePorts(settings);
        await environment.sleep(200);
      }
      child = spawnSimulator(simulator, ports);
    }
    await environment.sleep(pollMs);
  }
  const words = readFileSync(logFileOf(dataDir), 'utf8').trimEnd().split('\n').slice(-3);
  throw new Error(`the simulator does not answer: ${words.join(' | ')}`);
}

/**
 * Prevents a starting process from taking the folder unnoticed after the present simulator stops.
 */
async function untilSecondEnds(child: ChildProcess | null, simulatorPid: number): Promise<void> {
  if (child === null || child.pid === simulatorPid) return;
  const deadline = environment.monotonic() + secondWaitMs;
  while (!hasEnded(child)) {
    if (environment.monotonic() > deadline) child.kill('SIGKILL');
    await environment.sleep(pollMs);
  }
}

/** The living process that holds the simulator's folder (simulator/PROTOCOL.md: `lock`). */
function folderOwner(dataDir: string): { pid: number; startedAt: string | null } | null {
  const [pid, start] =
    readFileIfAny(join(dataDir, 'simulator', 'lock'))
      ?.trim()
      .split(' ') ?? [];
  const state = pid === undefined ? null : readProcess(Number(pid));
  const lives =
    state !== null && !state.zombie && (state.startedAt === null || state.startedAt === start);
  return lives ? { pid: Number(pid), startedAt: state.startedAt } : null;
}

const logFileOf = (dataDir: string): string => join(dataDir, 'simulator.log');

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/**
 * In a session of its own, its output in a file: it outlives us, and Ctrl-C in our terminal does
 * not take it from under work in flight.
 */
function spawnSimulator(
  { dataDir, bankFilesDir, settings }: Simulator,
  { port, smppPort }: Ports,
): ChildProcess {
  const output = openSync(logFileOf(dataDir), 'a', 0o600);
  const compiled = getCompileCacheDir();
  try {
    const env = {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(dataDir, 'simulator'),
      SIM_ANSWER: settings.answer,
      SIM_DELAY_MS: String(settings.delayMs),
      SIM_API_KEY: settings.apiKey,
      SIM_NOTICE_SECRET: settings.noticeSecret,
      SIM_SMPP_PORT: String(smppPort),
      SIM_SMPP_SYSTEM_ID: settings.smppSystemId,
      SIM_SMPP_PASSWORD: settings.smppPassword,
      // What a route with the folder `simulator` names.
      SIM_BANK_DIR: join(bankFilesDir, 'simulator'),
      SIM_PROTOCOLS: settings.protocols.join(','),
      // It starts with what was compiled before, as we did.
      ...defined({ NODE_COMPILE_CACHE: compiled === undefined ? undefined : dirname(compiled) }),
    };
    const child = spawn(process.execPath, [main], {
      cwd: dataDir,
      env,
      detached: true,
      stdio: ['ignore', output, output],
    });
    // A program that cannot be started at all is reported here; `hasEnded` sees it.
    child.on('error', () => {});
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

/** The ports of the simulator that answers on `port`, in its own words; null when none does. */
async function askPorts(port: number): Promise<Ports | null> {
  try {
    const response = await fetch(`${urlOf(port)}/healthz`, { signal: AbortSignal.timeout(2_000) });
    const body = (await response.json()) as { smpp?: number };
    return response.status === 200 ? { port, smppPort: body.smpp ?? noPort } : null;
  } catch {
    return null;
  }
}

/** It may have ended meanwhile: two nodes that leave together both stop it. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
