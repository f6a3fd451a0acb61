// Fixture of the crash tests: gateway nodes on one database, a simulator and a receiver that are
// never killed, a client with its journal, and read access to what is stored.

import { defined } from '@jokko/contract';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStoredRows, type StoredRows } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { createAccount, makeRandom, startInstallation, startReceiver } from '../harness/index.ts';
import type { Account, GatewayNode, Installation, Receiver } from '../harness/index.ts';
import { createClient, type Client } from './client.ts';
import { openJournal, type Journal } from './journal.ts';
import { supervise, type Supervision } from './supervise.ts';

export interface Harness extends Omit<Supervision, 'end'> {
  installation: Installation;
  /** The node of each place; a restarted one takes its predecessor's. */
  nodes: GatewayNode[];
  account: Account;
  /** XOF at the start. */
  fund: number;
  /** Where the simulator answers now. */
  simulatorUrl(): string;
  receiver: Receiver;
  journal: Journal;
  client: Client;
  rows: StoredRows;
  random: () => number;
  close(): Promise<void>;
}

/**
 * Short: another node takes over this long after a kill. Longer than a node on a busy machine gets
 * no processor.
 */
export const leaseMs = 4_000;
/** Where no node is killed: none loses its lease because the machine stands still. */
export const longLeaseMs = 60_000;
const fund = 100_000_000;
const simulatorSettings = { SIM_DELAY_MS: '300', SIM_HOLD_MS: '1000' };

export interface HarnessOptions {
  seed: number;
  /**
   * The installation starts its own simulator, as a user's does; otherwise it gets one that answers
   * faster and outlives every kill.
   */
  ownSimulator?: boolean;
  /** The address of the caller's own PostgreSQL; otherwise the installation brings one. */
  databaseUrl?: string;
  /** ms; `leaseMs` unless given. */
  lease?: number;
}

export async function openHarness({
  seed,
  ownSimulator = false,
  databaseUrl,
  lease = leaseMs,
}: HarnessOptions): Promise<Harness> {
  const random = makeRandom(seed);
  const directory = mkdtempSync(join(tmpdir(), 'jokko-crash-'));
  const [simulator, receiver] = await Promise.all([
    ownSimulator ? null : startSimulator(directory),
    startReceiver(),
  ]);
  const env = {
    JOKKO_LEASE_MS: String(lease),
    LOG_LEVEL: 'warn',
    SIM_DELAY_MS: simulatorSettings.SIM_DELAY_MS,
    ...(simulator === null ? {} : { SIMULATOR_URL: simulator.url }),
    ...defined({ DATABASE_URL: databaseUrl }),
  };
  // Nodes come back on their ports.
  const installation = await startInstallation({
    env,
    nodeId: 'node-1',
    port: await freePort(),
    ownDatabase: true,
  });
  const atSecond = { nodeId: 'node-2', env: { PORT: String(await freePort()) } };
  const second = await installation.addNode(atSecond).catch(async (error: unknown) => {
    // Whatever goes on would keep this file from its end.
    await installation.stop();
    await receiver.close();
    simulator?.stop();
    throw error;
  });
  const nodes = [installation.nodes[0]!, second];
  const account = await createAccount(installation, { fund, set: ['--callback-grace-ms', '200'] });
  const journal = openJournal(join(directory, 'client.jsonl'));
  receiver.answerWith((request) => {
    journal.calledBack(request.text, request.json);
    return {};
  });
  const { living, restart, end } = supervise(installation, nodes);
  const nodeUrls = (): string[] => nodes.map((node) => node.baseUrl);
  const client = createClient({
    journal,
    apiKey: account.apiKey,
    callbackUrl: receiver.url,
    nodes: nodeUrls,
    random,
  });
  const rows = openStoredRows(installation);
  return {
    installation,
    nodes,
    account,
    fund,
    receiver,
    journal,
    client,
    rows,
    random,
    living,
    restart,
    simulatorUrl: () => living()[0]?.details.simulatorUrl ?? '',
    async close() {
      await end();
      await rows.close();
      await installation.stop();
      await receiver.close();
      simulator?.stop();
      journal.close();
      rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

const simulatorMain = fileURLToPath(new URL('../../simulator/src/main.ts', import.meta.url));

/** A process of its own, which ends when this one does. */
export async function startSimulator(
  directory: string,
): Promise<{ url: string; smppPort: number; stop(): void }> {
  const env = {
    ...simulatorSettings,
    PORT: '0',
    DATA_DIR: join(directory, 'simulator'),
    SIM_EXIT_WITH_PARENT: '1',
  };
  const child = spawn(process.execPath, [simulatorMain], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString()));
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)));
  });
  const { listening: url, smpp: smppPort } = JSON.parse(line) as {
    listening: string;
    smpp: number;
  };
  return { url, smppPort, stop: () => void child.kill('SIGTERM') };
}

/**
 * The seed of a run: given by JOKKO_CRASH_SEED, otherwise new; always printed, so that a failed run
 * can be repeated.
 */
export function chooseSeed(name: string): number {
  const seed = Number(process.env['JOKKO_CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`${name}: JOKKO_CRASH_SEED=${seed}\n`);
  return seed;
}

/** Rounds of a short run and of `npm run test:nightly`. */
export function roundsOf(short: number, nightly: number): number {
  return process.env['JOKKO_NIGHTLY'] === '1' ? nightly : short;
}
