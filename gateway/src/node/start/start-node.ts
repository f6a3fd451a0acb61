// Starts a node: opens its installation, brings up what a sandbox needs, and the gateway. What a
// process is for it is cli-serve-node.ts's.

import { nodeOptions, type Config } from '../config/config.ts';
import { connectionSettings, routeSettings, withOwnConnectors } from './connectors.ts';
import { checkLease, checkServer } from '../../platform/db/boot-check.ts';
import type { Finding } from '../../platform/db/boot-check.ts';
import { databaseLossOf } from '../../platform/db/open-fault.ts';
import { expiringSecrets, loadCatalogue } from '../../payments/catalogue/index.ts';
import { noteNodeWarning, notePortalUrl } from '../../platform/health/index.ts';
import { offerFirstOperator } from '../../backoffice/users/index.ts';
import { prepareSandbox } from './first-start.ts';
import type { SandboxAccount } from './first-start.ts';
import { freshRunFollows, whatFollows } from './fresh-run.ts';
import { startGateway } from './gateway.ts';
import { InstallationError } from './installation-error.ts';
import { openInstallation } from './installation.ts';
import type { Installation } from './installation.ts';
import type { Log } from '../../platform/log.ts';
import { portInUse } from './port-in-use.ts';
import { startSimulatorProcess } from '../simulator/process.ts';
import { dumpingFlags, keepMemoryHere } from '../../platform/system/no-dumps.ts';
import { doneWithin } from '../../platform/system/done-within.ts';
import { Refusal, StartAgain } from '../../cli/errors.ts';
import { environment } from '../../platform/environment.ts';

/** Design: a node is gone 30 s after SIGTERM. Five of them are for simulator and database. */
const drainMaxMs = 25_000;
/** Rule C4: the longest exchange with a callback's receiver. */
const callbackTimeoutMs = 15_000;

export interface StartedNode {
  /** As given, with the connectors that were loaded and the simulator that was found or started. */
  config: Config;
  /** `scheme://host:port` */
  listening: string;
  /** The one of a sandbox, its keys where this is the first start. */
  account: SandboxAccount | null;
  /** Token of the first operator's link; null once it was given out. */
  firstOperator: string | null;
  /** Finishes what is under way, and leaves the installation. */
  stop(): Promise<void>;
}

/**
 * Throws a ConfigurationError, an InstallationError, a Refusal or a StartAgain where it does not
 * start, and when it is abandoned; nothing of it is left then, but where a fresh run follows.
 */
export async function startNode(
  given: Config,
  log: Log,
  abandoned: AbortSignal,
): Promise<StartedNode> {
  keepMemoryHere();
  const dumping = dumpingFlags(process.execArgv, nodeOptions());
  if (given.mode === 'live' && dumping.length > 0)
    throw new Refusal(
      `live mode does not start with ${dumping.join(' ')}: card numbers and secrets in memory would reach a file or a debugger`,
    );
  const config = await withOwnConnectors(given, log);
  const installation = await openInstallation(config, log, 'node', abandoned);
  // Undone in reverse order, on a failed start as on a stop.
  const parts: (() => Promise<void>)[] = [];
  let stopSimulator: ((stopIt: boolean) => Promise<void>) | null = null;
  const stop = async (unfinished = false): Promise<void> => {
    for (const part of parts.reverse()) await part();
    await installation.close(async ({ nodes }) => stopSimulator?.(nodes === 0), unfinished);
  };
  try {
    let { simulatorUrl, simulator: simulatorSettings } = config;
    if (config.mode === 'sandbox' && simulatorUrl === null) {
      const simulator = await startSimulatorProcess({
        dataDir: config.dataDir,
        bankFilesDir: config.bankFilesDir,
        settings: config.simulator,
        log,
        stop: abandoned,
      });
      stopSimulator = simulator.close;
      simulatorUrl = simulator.url;
      simulatorSettings = { ...simulatorSettings, smppPort: simulator.smppPort };
    }
    const ready: Config = { ...config, simulatorUrl, simulator: simulatorSettings };
    const { database, secrets } = installation;
    const settings = {
      routes: routeSettings(ready, secrets),
      connections: connectionSettings(ready, secrets),
    };
    const account =
      config.mode === 'sandbox' ? await prepareSandbox(database, secrets, settings) : null;
    await checkBoot(ready, installation);
    abandoned.throwIfAborted();
    const gateway = await startGateway({ config: ready, ...pick(installation), log });
    parts.push(() => withinDrainTime(gateway.close(), log));
    await notePortalUrl(database, config.nodeId, config.publicUrl ?? gateway.url);
    await warnOfRoot(config, installation);
    const firstOperator = await offerFirstOperator(installation);
    return { config: ready, listening: gateway.url, account, firstOperator, stop };
  } catch (error) {
    const failure = failureOf(error, config);
    // A fresh run takes over PostgreSQL and the simulator as they are, as after a crash.
    if (!(failure instanceof StartAgain && freshRunFollows())) await stop(true);
    throw failure;
  }
}

/** What is said of a start that failed midway. */
function failureOf(error: unknown, config: Config): unknown {
  const taken = portInUse(error, config);
  if (taken !== null) return taken;
  const fault = databaseLossOf(error);
  if (fault?.kind !== 'away') return error;
  // It had answered: it was restarted, or this machine was so busy that our lease or a transaction
  // was over, and our connections with it.
  return new StartAgain(`PostgreSQL was lost during the start: ${fault.reason}; ${whatFollows()}`, {
    cause: error,
  });
}

function pick({
  database,
  databaseUrl,
  secrets,
}: Installation): Pick<Installation, 'database' | 'databaseUrl' | 'secrets'> {
  return { database, databaseUrl, secrets };
}

/** Whoever takes over a process of root has the machine. */
async function warnOfRoot(
  { mode, nodeId }: Config,
  { database, log }: Installation,
): Promise<void> {
  if (mode === 'sandbox' || process.getuid?.() !== 0) return;
  log.warn('the node runs as root: run it as a user of its own');
  await noteNodeWarning(database, nodeId, 'runsAsRoot');
}

async function checkBoot(config: Config, { database, secrets, log }: Installation): Promise<void> {
  const settings = routeSettings(config, secrets);
  const catalogue = await loadCatalogue(database, settings);
  for (const secret of expiringSecrets(catalogue, settings.connectors, environment.now()))
    log.warn({ secret }, 'a secret of a route expires soon, or has');
  const timeouts = Object.fromEntries(
    catalogue.routes.map((route) => [
      `a call on route ${route.name}`,
      settings.connectors[route.connector]!.capabilities(route.config).limits.timeoutMs,
    ]),
  );
  const lease = checkLease(
    config.leaseMs,
    { 'a callback': callbackTimeoutMs, ...timeouts },
    config.mode,
  );
  const findings: Finding[] = [...(await checkServer(database, config.mode)), ...lease.slice(0, 1)];
  for (const finding of findings) if (finding.level === 'warn') log.warn(finding.message);
  const refusals = findings
    .filter((finding) => finding.level === 'refuse')
    .map((finding) => finding.message);
  if (refusals.length > 0) throw new InstallationError(refusals.join('\n'));
}

/** What is not finished by then stays in the database, and the next node goes on with it. */
async function withinDrainTime(closing: Promise<void>, log: Log): Promise<void> {
  try {
    const closed = await doneWithin(drainMaxMs, closing);
    if (!closed) log.warn({ drainMaxMs }, 'work remains; it continues at the next start');
  } catch (error) {
    log.error({ error: String(error) }, 'the gateway did not close cleanly');
  }
}
