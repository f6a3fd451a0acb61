// Runs a node: starts what it needs (database, schema, sandbox) and the gateway, prints where it listens, and on SIGTERM finishes what it has
// begun before it exits.

import type { Config } from './config.ts';
import { connectionSettings, routeSettings, withOwnConnectors } from './connectors.ts';
import { checkLease, checkServer } from '../platform/db/boot-check.ts';
import type { Finding } from '../platform/db/boot-check.ts';
import { databaseLossOf } from '../platform/db/open-fault.ts';
import { expiringSecrets, loadCatalogue } from '../payments/catalogue/index.ts';
import { noteNodeWarning, notePortalUrl } from '../platform/health/index.ts';
import { offerFirstOperator } from '../backoffice/users/index.ts';
import { prepareSandbox } from './first-start.ts';
import type { SandboxAccount } from './first-start.ts';
import { startGateway } from './gateway.ts';
import { InstallationError } from './installation-error.ts';
import { openInstallation } from './installation.ts';
import type { Installation } from './installation.ts';
import { openLog } from '../platform/log.ts';
import type { Log } from '../platform/log.ts';
import { startSimulatorProcess } from './simulator-process.ts';
import { untilStopped } from '../platform/system/signals.ts';
import { requireConfig } from './command-context.ts';
import { Refusal, StartAgain } from '../cli/errors.ts';
import type { Output } from '../cli/output.ts';
import { portalLink } from './portal-link.ts';
import { welcome } from './cli-serve-welcome.ts';
import { environment } from '../platform/environment.ts';

/** Design: a node is gone 30 s after SIGTERM. Five of them are for simulator and database. */
const drainMaxMs = 25_000;
/** A node that does not serve yet has nothing to finish. Long enough to end what it started; where it hangs, that is ended after its death. */
const abandonMaxMs = 5_000;
const failedEndMs = 2_000;
/** Rule C4: the longest exchange with a callback's receiver. */
const callbackTimeoutMs = 15_000;

/** Never returns: the process exits when it is stopped. */
export async function runNode(output: Output): Promise<number> {
  const written = requireConfig();
  const log = openLog(written.logLevel, written.nodeId);
  const config = await withOwnConnectors(written, log);
  process.on('unhandledRejection', (reason) => {
    // Unknown state is not served from: everything acknowledged is in the database, and another start takes it over.
    log.fatal(
      { error: reason instanceof Error ? reason.stack : String(reason) },
      'unhandled rejection',
    );
    process.exit(1);
  });
  // Listens from the beginning: a node that is stopped while it starts must take down what it brought up.
  const stopped = untilStopped(log);
  const abandon = new AbortController();
  const starting = startNode(config, log, output, abandon.signal);
  starting.catch(endSoon);
  const stoppedFirst = await Promise.race([starting.then(() => false), stopped.then(() => true)]);
  if (stoppedFirst) {
    abandon.abort();
    await within(abandonMaxMs, endStarted(starting));
  } else {
    await stopped;
    await (await starting).stop();
  }
  // Whatever still holds the event loop has nothing left to do.
  process.exit(0);
}

/** A start that failed midway may leave what holds the event loop; whoever supervises the node waits for its end. */
function endSoon(): void {
  environment.startTimer(() => process.exit(process.exitCode ?? 1), failedEndMs).unref();
}

interface StartedNode {
  stop(): Promise<void>;
}

/** A start that was abandoned fails; one that was nearly done succeeds all the same. */
async function endStarted(starting: Promise<StartedNode>): Promise<void> {
  const node = await starting.catch(() => null);
  await node?.stop();
}

async function startNode(
  config: Config,
  log: Log,
  output: Output,
  abandoned: AbortSignal,
): Promise<StartedNode> {
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
    report({ config: ready, listening: gateway.url, account, firstOperator, output });
    return { stop };
  } catch (error) {
    await stop(true);
    throw failureOf(error, config);
  }
}

/** What is said of a start that failed midway. */
function failureOf(error: unknown, { host, port }: Config): unknown {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return new Refusal(`port ${port} on ${host} is in use: set PORT to another one`);
  const fault = databaseLossOf(error);
  if (fault?.kind !== 'away') return error;
  // It had answered: it was restarted, or this machine was so busy that our lease or a transaction was over, and our connections with it.
  return new StartAgain(`PostgreSQL was lost during the start: ${fault.reason}; start it again`, {
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

function report(start: {
  config: Config;
  listening: string;
  account: SandboxAccount | null;
  /** Token of the first operator's link. */
  firstOperator: string | null;
  output: Output;
}): void {
  const { config, listening, account, firstOperator, output } = start;
  const baseUrl = config.publicUrl ?? listening;
  const portal = {
    portalUrl: `${baseUrl}/`,
    firstOperatorLink:
      firstOperator === null ? null : portalLink(baseUrl, 'first-operator', firstOperator),
  };
  const value = {
    baseUrl,
    docsUrl: `${baseUrl}/docs`,
    ...portal,
    listening,
    mode: config.mode,
    simulatorUrl: config.simulatorUrl,
    ...account,
  };
  output.result(value, () => welcome({ baseUrl, ...portal, mode: config.mode, account }));
}

/** What is not finished by then stays in the database, and the next node goes on with it. */
async function withinDrainTime(closing: Promise<void>, log: Log): Promise<void> {
  try {
    const closed = await within(drainMaxMs, closing);
    if (!closed) log.warn({ drainMaxMs }, 'work remains; it continues at the next start');
  } catch (error) {
    log.error({ error: String(error) }, 'the gateway did not close cleanly');
  }
}

/** False when the work is not done by then; it goes on. */
async function within(waitMaxMs: number, work: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = environment.startTimer(() => resolve(false), waitMaxMs);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    environment.stopTimer(timer);
  }
}
