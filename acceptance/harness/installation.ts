// Starts installations for tests: a data directory and a database of its own, a node on them, the
// command line for it, and more nodes where wanted.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDataDir } from '../../gateway/src/node/doctor/testing/data-dir.ts';
import { createSharedDatabase } from '../../gateway/src/node/doctor/testing/postgres.ts';
import { jsonOf, runAtHost } from './commands.ts';
import type { CliOutcome } from './commands.ts';
import { hostNode, shellLocale } from './hosted-node.ts';
import { startNode } from './node.ts';
import type { GatewayNode, NodeOptions, RunningNode } from './node.ts';

export interface InstallationOptions extends NodeOptions {
  /** A directory that is there already; it is then not removed by `stop`. */
  dataDir?: string;
  nodeId?: string;
  /** The port of the first node; free ones are chosen by the system otherwise. */
  port?: number;
  /** Its own PostgreSQL, as a user's first start has; for tests that kill it or read its files. */
  ownDatabase?: boolean;
}

export interface Installation<First extends RunningNode = GatewayNode> {
  /** The first node. */
  baseUrl: string;
  dataDir: string;
  /** What its processes are told. */
  environment: Record<string, string>;
  simulatorUrl: string;
  /** The account that the first start made: every service, 1,000,000 XOF and XAF. */
  apiKey: string;
  accountId: number;
  webhookSecret: string;
  /** Every node started by this object, the first one first, ended ones included. */
  nodes: readonly [First, ...GatewayNode[]];
  /** Runs `jokko <args> --json` and answers its JSON; throws with its error text when it fails. */
  cli<T = Record<string, unknown>>(args: readonly string[]): Promise<T>;
  /** Runs `jokko <args>` and answers how it ended, for commands that are to be refused. */
  runCli(args: readonly string[]): Promise<CliOutcome>;
  /** A further node on the same data directory and database. */
  addNode(options?: NodeOptions & { nodeId?: string }): Promise<GatewayNode>;
  /** The logs of all nodes, one after the other. */
  logs(): string;
  /** Ends all nodes (and with the last one database and simulator) and removes the directory. */
  stop(): Promise<void>;
}

/**
 * Starts an installation as a user does, but on a database that was made and migrated before,
 * unless it is given a directory: to make one takes longer than many tests (gateway/test/ begins
 * with nothing). `env` may name any variable of the README, e.g. JOKKO_LEASE_MS or DATABASE_URL.
 */
export const startInstallation = (options: InstallationOptions = {}): Promise<Installation> =>
  start(options, startNode);

/**
 * An installation whose first node runs in this process's host of nodes (hosted-node.ts): nothing
 * can be done to its process.
 */
export type HostedInstallation = Installation<RunningNode>;

/**
 * Starts an installation for tests that do nothing to its first node's process: it takes a fifth of
 * the time.
 */
export const hostInstallation = ({
  env = {},
}: Pick<InstallationOptions, 'env'> = {}): Promise<HostedInstallation> => start({ env }, hostNode);

async function start<First extends RunningNode>(
  options: InstallationOptions,
  startFirst: (
    environment: Record<string, string>,
    nodeId: string,
    how: Pick<NodeOptions, 'processes'>,
  ) => Promise<First>,
): Promise<Installation<First>> {
  const shared = mayShareDatabase(options) ? await createSharedDatabase() : null;
  const dataDir = options.dataDir ?? (await makeDataDir(shared === null));
  const environment = makeEnvironment(dataDir, {
    ...(shared === null ? {} : { DATABASE_URL: shared.url }),
    ...options.env,
  });
  const remove = async (): Promise<void> => {
    await shared?.drop();
    if (options.dataDir === undefined)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  };
  const { nodeId = 'node-1', port, processes } = options;
  const first = await startFirst(
    port === undefined ? environment : { ...environment, PORT: String(port) },
    nodeId,
    processes === undefined ? {} : { processes },
  ).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const nodes: [First, ...GatewayNode[]] = [first];
  const runCli: Installation['runCli'] = (args) => runAtHost({ args, environment });
  return {
    ...needFacts(first),
    dataDir,
    nodes,
    environment,
    runCli,
    cli: (args) => jsonOf(runCli, args),
    async addNode({ env, nodeId: name, ...how } = {}) {
      const node = await startNode(
        definedOnly({ ...environment, ...env }),
        name ?? `node-${nodes.length + 1}`,
        how,
      );
      nodes.push(node);
      return node;
    },
    logs: () => nodes.map((node) => node.logs()).join(''),
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await remove();
    },
  };
}

/**
 * Rehearsal and live mode refuse a database that loses what was acknowledged, as the shared one
 * does.
 */
function mayShareDatabase({
  dataDir,
  env = {},
  ownDatabase = false,
}: InstallationOptions): boolean {
  const named = 'DATABASE_URL' in env || (env['JOKKO_MODE'] ?? 'sandbox') !== 'sandbox';
  return dataDir === undefined && !ownDatabase && !named;
}

async function makeDataDir(withDatabase: boolean): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'jokko-acceptance-'));
  // Where tests run as root, the database runs as another user, who must be able to enter.
  chmodSync(directory, 0o755);
  if (withDatabase) await fillDataDir(directory);
  return directory;
}

/** What every process of an installation is told. */
function makeEnvironment(dataDir: string, env: NodeOptions['env'] = {}): Record<string, string> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(PATH|HOME|TMPDIR|TZ|NODE_COMPILE_CACHE)$/.test(name),
    ),
  );
  return definedOnly({
    ...inherited,
    LC_ALL: shellLocale,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    ...env,
  });
}

function definedOnly(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function needFacts(
  node: RunningNode,
): Pick<Installation, 'baseUrl' | 'simulatorUrl' | 'apiKey' | 'accountId' | 'webhookSecret'> {
  const { baseUrl, simulatorUrl, apiKey, accountId, webhookSecret } = node.details;
  return {
    baseUrl,
    simulatorUrl: simulatorUrl ?? '',
    apiKey: apiKey ?? '',
    accountId: accountId ?? 0,
    webhookSecret: webhookSecret ?? '',
  };
}

/** The environment that a process needs to reach an installation which somebody else started. */
export function environmentOf(dataDir: string): Record<string, string> {
  return makeEnvironment(dataDir);
}
