// `jokko serve`: a node. Brings up what it stands on (database, schema, sandbox), starts the gateway, says where it is, and on SIGTERM
// finishes what it has begun before it goes.

import type { Config } from '../config.ts';
import { linkSettings, routeSettings } from '../connectors.ts';
import { checkLease, checkServer } from '../db/boot-check.ts';
import type { Finding } from '../db/boot-check.ts';
import { loadCatalogue } from '../domain/catalogue/index.ts';
import { notePortalUrl } from '../domain/health/index.ts';
import { offerFirstOperator } from '../domain/people/index.ts';
import { prepareSandbox } from '../first-start.ts';
import type { SandboxAccount } from '../first-start.ts';
import { startGateway } from '../gateway.ts';
import { InstallationError, openInstallation } from '../installation.ts';
import type { Installation } from '../installation.ts';
import { openLog } from '../log.ts';
import type { Log } from '../log.ts';
import { startSimulatorProcess } from '../simulator-process.ts';
import { untilStopped } from '../system/signals.ts';
import { readArguments } from './arguments.ts';
import { Refusal, requireConfig } from './command.ts';
import type { Command, Output } from './command.ts';
import { portalLink } from './portal-link.ts';
import { welcome } from './welcome.ts';

/** Design: a node is gone 30 s after SIGTERM. Five of them are for simulator and database. */
const drainMaxMs = 25_000;
/** Rule C4: the longest exchange with a callback's receiver. */
const callbackTimeoutMs = 15_000;

export const command: Command = {
  usage: 'serve',
  async run(args, output) {
    readArguments(args, {});
    const config = requireConfig();
    const log = openLog(config.logLevel, config.nodeId);
    process.on('unhandledRejection', (reason) => {
      // Unknown state is not served from: everything acknowledged is in the database, and another start takes it over.
      log.fatal({ error: reason instanceof Error ? reason.stack : String(reason) }, 'unhandled rejection');
      process.exit(1);
    });
    // Heard from the beginning: a node that is stopped while it starts must take down what it brought up.
    const stopped = untilStopped(log);
    const node = await startNode(config, log, output);
    await stopped;
    await node.stop();
    // Whatever still holds the event loop has nothing left to do.
    process.exit(0);
  },
};

async function startNode(config: Config, log: Log, output: Output): Promise<{ stop(): Promise<void> }> {
  const installation = await openInstallation(config, log, 'node');
  // Undone in reverse order, on a failed start as on a stop.
  const parts: (() => Promise<void>)[] = [];
  let stopSimulator: ((stopIt: boolean) => Promise<void>) | null = null;
  const stop = async (): Promise<void> => {
    for (const part of parts.reverse()) await part();
    await installation.close(async ({ nodes }) => stopSimulator?.(nodes === 0));
  };
  try {
    let { simulatorUrl, simulator: simulatorSettings } = config;
    if (config.mode === 'sandbox' && simulatorUrl === null) {
      const simulator = await startSimulatorProcess({ dataDir: config.dataDir, settings: config.simulator, log });
      stopSimulator = simulator.close;
      simulatorUrl = simulator.url;
      simulatorSettings = { ...simulatorSettings, smppPort: simulator.smppPort };
    }
    const ready: Config = { ...config, simulatorUrl, simulator: simulatorSettings };
    const { database, secrets } = installation;
    const settings = { routes: routeSettings(ready, secrets), links: linkSettings(ready, secrets) };
    const account = config.mode === 'sandbox' ? await prepareSandbox(database, secrets, settings) : null;
    await checkBoot(ready, installation);
    const gateway = await startGateway({ config: ready, ...pick(installation), log });
    parts.push(() => withinDrainTime(gateway.close(), log));
    await notePortalUrl(database, config.nodeId, config.publicUrl ?? gateway.url);
    const firstOperator = await offerFirstOperator(installation);
    tell({ config: ready, listening: gateway.url, account, firstOperator, output });
    return { stop };
  } catch (error) {
    await stop();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Refusal(`port ${config.port} on ${config.host} is taken: set PORT to another`);
  }
}

function pick({ database, databaseUrl, secrets }: Installation): Pick<Installation, 'database' | 'databaseUrl' | 'secrets'> {
  return { database, databaseUrl, secrets };
}

async function checkBoot(config: Config, { database, secrets, log }: Installation): Promise<void> {
  const settings = routeSettings(config, secrets);
  const catalogue = await loadCatalogue(database, settings);
  const timeouts = Object.fromEntries(
    catalogue.routes.map((route) => [
      `a call on route ${route.name}`,
      settings.connectors[route.connector]!.capabilities(route.config).limits.timeoutMs,
    ]),
  );
  const lease = checkLease(config.leaseMs, { 'a callback': callbackTimeoutMs, ...timeouts }, config.mode);
  const findings: Finding[] = [...(await checkServer(database, config.mode)), ...lease.slice(0, 1)];
  for (const finding of findings) if (finding.level === 'warn') log.warn(finding.message);
  const refusals = findings.filter((finding) => finding.level === 'refuse').map((finding) => finding.message);
  if (refusals.length > 0) throw new InstallationError(refusals.join('\n'));
}

function tell(start: {
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
    firstOperatorLink: firstOperator === null ? null : portalLink(baseUrl, 'first-operator', firstOperator),
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
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    log.warn({ drainMaxMs }, 'work is left over; it goes on at the next start');
    resolve();
  }, drainMaxMs);
  try {
    await Promise.race([closing, late]);
  } catch (error) {
    log.error({ error: String(error) }, 'the gateway did not close cleanly');
  } finally {
    clearTimeout(timer);
  }
}
