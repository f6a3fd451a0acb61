// Sets up what a run needs (PostgreSQL, simulator, gateway, receiver and account in a directory of
// its own) and removes all of it afterwards.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Receiver, startReceiver } from '../receiver/index.ts';
import { type CliResult, runCli, runCliJson } from './cli.ts';
import { createAccounts } from './accounts.ts';
import {
  dataDirectoryName,
  type Gateway,
  type GatewayOptions,
  startGateway,
  startNode,
} from './gateway.ts';
import {
  ensurePostgresStopped,
  findPostgres,
  type Postgres,
  whilePostgresRuns,
} from './postgres.ts';
import { ensureSimulatorStopped } from './simulator.ts';
import { countStatements, type StatementCosts } from './statements/index.ts';

export type { GatewayOptions } from './gateway.ts';

export interface Account {
  id: number;
  apiKey: string;
}

export interface Stack {
  /** Everything the run writes is below it. */
  directory: string;
  host: string;
  port: number;
  databaseUrl: string;
  simulator: { url: string };
  receiver: Receiver;
  account: Account;
  /** All that the run uses; the first is `account`. */
  accounts: Account[];
  /** Process ids for the watch. */
  pids: { gateway: number; postgres: number; simulator: number; receiver: number };
  /** Starts another node of the installation. */
  addNode(): Promise<{ port: number; pid: number }>;
  /**
   * Runs `work` on PostgreSQL alone, and then starts the gateway anew: `databaseUrl` and `pids`
   * change.
   */
  withoutGateway(work: (databaseUrl: string) => Promise<void>): Promise<void>;
  /** Answers for a stack that was started with `statements`. */
  countStatements(): Promise<StatementCosts>;
  /** Opens accounts until the run has `count` of them, as rich as the first. */
  openAccounts(count: number): Promise<void>;
  cli(args: string[]): Promise<CliResult>;
  close(): Promise<void>;
}

export const accountIdsOf = ({ accounts }: Pick<Stack, 'accounts'>): number[] =>
  accounts.map(({ id }) => id);

/**
 * Enough for every scenario, and its ten-thousandths still far from the limits of bigint and of
 * JSON numbers.
 */
const fundUnits = 100_000_000_000;
/** The funds of each of a thousand accounts. */
const fundUnitsOfMany = 100_000_000;

export async function startStack(options: GatewayOptions): Promise<Stack> {
  const directory = mkdtempSync(join(tmpdir(), 'jokko-bench-'));
  // The embedded PostgreSQL runs as another user when we are root, and must be able to enter.
  chmodSync(directory, 0o755);
  const undo: (() => Promise<void> | void)[] = [
    () => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }),
    () => ensurePostgresStopped(join(directory, dataDirectoryName)),
    () => ensureSimulatorStopped(join(directory, dataDirectoryName)),
  ];
  const close = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const gateway = await startGateway(directory, options);
    undo.push(() => gateway.stop());
    return await fill(directory, gateway, undo, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function fill(
  directory: string,
  gateway: Gateway,
  undo: (() => Promise<void> | void)[],
  close: () => Promise<void>,
): Promise<Stack> {
  const postgres = findPostgres(gateway.dataDirectory);
  const account = await openAccount(gateway.environment);
  const accounts = [account];
  const receiver = await startReceiver({ apiKey: account.apiKey });
  undo.push(() => receiver.stop());
  const pidsNow = (postgres: Postgres): Stack['pids'] => ({
    gateway: gateway.pid,
    postgres: postgres.pid,
    simulator: gateway.simulatorPid(),
    receiver: receiver.pid,
  });
  const stack: Stack = {
    directory,
    host: gateway.host,
    port: gateway.port,
    databaseUrl: postgres.url,
    simulator: { url: gateway.simulatorUrl },
    receiver,
    account,
    accounts,
    pids: pidsNow(postgres),
    countStatements: () => countStatements(gateway.dataDirectory),
    async withoutGateway(work) {
      await gateway.restart(() => whilePostgresRuns(gateway.dataDirectory, work));
      const found = findPostgres(gateway.dataDirectory);
      stack.databaseUrl = found.url;
      stack.pids = pidsNow(found);
    },
    async addNode() {
      const node = await startNode(gateway, directory);
      undo.push(() => node.stop());
      return node;
    },
    async openAccounts(count) {
      accounts.push(
        ...(await createAccounts(gateway.environment, fundUnitsOfMany, count - accounts.length)),
      );
      receiver.knowKeys(accounts.map(({ apiKey }) => apiKey));
    },
    cli: (args) => runCli(args, gateway.environment),
    close,
  };
  return stack;
}

/** The bench's own developer account: much money, no waiting time before callbacks. */
async function openAccount(environment: NodeJS.ProcessEnv): Promise<Account> {
  const create = [
    'account',
    'create',
    '--name',
    'bench',
    '--currency',
    'XOF',
    '--fund',
    String(fundUnits),
    '--activate',
    'all',
  ];
  const { accountId, apiKey } = await runCliJson<{ accountId: number; apiKey: string }>(
    create,
    environment,
  );
  await runCliJson(
    [
      'account',
      'set',
      String(accountId),
      '--callback-grace-ms',
      '0',
      '--allow-http-callbacks',
      'on',
    ],
    environment,
  );
  return { id: accountId, apiKey };
}

/** An SMS application of the bench's account. */
export async function createSmsApp(stack: Stack): Promise<{ appKey: string }> {
  const { code, stdout, stderr } = await stack.cli([
    'sms-app',
    'create',
    String(stack.account.id),
    '--json',
  ]);
  if (code !== 0) throw new Error(`sms-app create: ${stderr}`);
  return JSON.parse(stdout) as { appKey: string };
}
