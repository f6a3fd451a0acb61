// How does a test get an installation? A data directory of its own, a node on it, the command line for it, and more nodes where wanted.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDataDir } from '../../gateway/src/doctor/testing/data-dir.ts';
import { jsonOf, openCommands } from './commands.ts';
import type { CliOutcome } from './commands.ts';
import { startNode } from './node.ts';
import type { GatewayNode, NodeOptions } from './node.ts';

export interface InstallationOptions extends NodeOptions {
  /** A directory that is there already; it is then not removed by `stop`. */
  dataDir?: string;
  nodeId?: string;
}

export interface Installation {
  /** The first node. */
  baseUrl: string;
  dataDir: string;
  simulatorUrl: string;
  /** The account that the first start made: every service, 1,000,000 XOF and XAF. */
  apiKey: string;
  accountId: number;
  webhookSecret: string;
  /** Every node started by this object, the first one first, ended ones included. */
  nodes: readonly GatewayNode[];
  /** Runs `jokko <args> --json` and answers its JSON; throws with its error text when it fails. */
  cli<T = Record<string, unknown>>(args: readonly string[]): Promise<T>;
  /** Runs `jokko <args>` and answers how it ended, for commands that are to be refused. */
  runCli(args: readonly string[]): Promise<CliOutcome>;
  /** Where other processes may run commands (`runAt`), until `stop`. */
  commandPort(): Promise<number>;
  /** A further node on the same data directory and database. */
  addNode(options?: NodeOptions & { nodeId?: string }): Promise<GatewayNode>;
  /** The logs of all nodes, one after the other. */
  logs(): string;
  /** Ends all nodes (and with the last one database and simulator) and removes the directory. */
  stop(): Promise<void>;
}

/**
 * Starts an installation as a user does, but on a database that was made and migrated before, unless it is given a directory: to make one
 * takes longer than many tests (gateway/test/ begins with nothing). `env` may name any variable of the README, e.g. JOKKO_LEASE_MS
 * or DATABASE_URL.
 */
export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const dataDir = options.dataDir ?? (await makeDataDir());
  const environment = makeEnvironment(dataDir, options.env);
  const nodes: GatewayNode[] = [];
  const addNode: Installation['addNode'] = async ({ env, nodeId } = {}) => {
    const node = await startNode(definedOnly({ ...environment, ...env }), nodeId ?? `node-${nodes.length + 1}`);
    nodes.push(node);
    return node;
  };
  const removeDataDir = (): void => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  const first = await addNode(options.nodeId === undefined ? {} : { nodeId: options.nodeId }).catch((error: unknown) => {
    removeDataDir();
    throw error;
  });
  const commands = openCommands(environment);
  return {
    ...needFacts(first),
    dataDir,
    nodes,
    runCli: commands.run,
    commandPort: commands.port,
    cli: (args) => jsonOf(commands.run, args),
    addNode,
    logs: () => nodes.map((node) => node.logs()).join(''),
    async stop() {
      commands.stop();
      await Promise.all(nodes.map((node) => node.stop()));
      removeDataDir();
    },
  };
}

async function makeDataDir(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'jokko-acceptance-'));
  // Where tests run as root, the database runs as another user, who must be able to enter.
  chmodSync(directory, 0o755);
  await fillDataDir(directory);
  return directory;
}

/** What every process of an installation is told. Variables of the developer's shell do not count. */
function makeEnvironment(dataDir: string, env: NodeOptions['env'] = {}): Record<string, string> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(PATH|HOME|TMPDIR|LANG|TZ|NODE_COMPILE_CACHE)$/.test(name)),
  );
  return definedOnly({ ...inherited, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'info', ...env });
}

function definedOnly(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function needFacts(node: GatewayNode): Pick<Installation, 'baseUrl' | 'simulatorUrl' | 'apiKey' | 'accountId' | 'webhookSecret'> {
  const { baseUrl, simulatorUrl, apiKey, accountId, webhookSecret } = node.facts;
  return { baseUrl, simulatorUrl: simulatorUrl ?? '', apiKey: apiKey ?? '', accountId: accountId ?? 0, webhookSecret: webhookSecret ?? '' };
}

/** The environment that a process needs to reach an installation which somebody else started. */
export function environmentOf(dataDir: string): Record<string, string> {
  return makeEnvironment(dataDir);
}
