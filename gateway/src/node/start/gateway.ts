// Assembles a node. The one place where all parts meet; every part gets only what it needs.

import { createHealthCounters } from '../../payments/route-health/index.ts';
import { keepEvent } from '../../payments/provider-inbox/index.ts';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import { startCore, type Core } from './core.ts';
import { type Timings } from './money-path.ts';
import { declareMetrics } from './metrics.ts';
import { isOneOfSeveral } from './one-of-several.ts';
import { createPace, type Pace } from '../background/pace.ts';
import { measureCallbacks } from '../../payments/callbacks/metrics.ts';
import { measureCommits, measureProviderCalls } from '../../payments/operations/metrics.ts';
import { measureRequests } from '../../platform/http/metrics.ts';
import { createMetrics, type Metrics } from '../../platform/metrics.ts';
import { databaseFault } from '../../platform/db/database-away.ts';
import { runDoctor } from '../doctor/index.ts';
import { createDoctorRounds } from '../../platform/doctor/on-demand.ts';
import type { AddressProblem } from '@jokko/contract';
import { callbackAddressProblem } from '../../payments/callbacks/index.ts';
import { expiringSecrets } from '../../payments/catalogue/index.ts';
import { reasonsNotReady } from '../../platform/health/index.ts';
import {
  askProvider,
  cancelParked,
  createSeenNotices,
  createAccountVolumeReader,
  createVolumeReader,
  createVolumeSharesReader,
} from '../../payments/operations/index.ts';
import { openSimulatedPhones } from '../simulator/phones.ts';
import { tryProviders } from './try-providers.ts';
import { ownServicesOf } from './own-services.ts';
import { knownServices } from '../../platform/outbound/own-services.ts';
import { createAdmission, type Admission } from '../../platform/http/guards/admission.ts';
import { createBodyReader, type BodyReader } from '../../platform/http/guards/body.ts';
import { createCors } from '../../platform/http/guards/cors.ts';
import { watchOwnPeople } from '../../platform/http/guards/own-people.ts';
import { pressureOf } from './pressure-of.ts';
import { answerPaymentsHandedOn } from './http-payments.ts';
import { listenAt } from '../../platform/http/listen.ts';
import { createServer, registerRoutes, type ServerDeps } from './http-server.ts';
import { createLeaving, type Leaving } from './leaving.ts';
import type { StreamEnds } from '../../platform/http/event-stream.ts';
import { smsCors } from '../../messaging/api/http-index.ts';
import { openRequestLog } from '../../platform/log.ts';
import { logFormOf } from './log-form.ts';
import { findFreePort, tryPort } from '../../platform/system/free-port.ts';
import type { GatewayOptions } from './options.ts';
import { proxyReporter } from './proxy-reporter.ts';
import { payersPages, payPagesOfCells } from './pay-pages.ts';
import { paymentPagesDeps, pagesOfCells } from './payment-pages.ts';
import { paymentsDeps } from './payments-deps.ts';
import { openCell, type CellDoors, type OfNode } from '../cells/open-cell.ts';
import { serveCells, type ServedCells } from '../cells/served-cells.ts';
import { diskOf, ownChecks } from './readiness.ts';
import { loadCarrierStates } from '../../messaging/delivery/index.ts';
import { readVersion } from '../../platform/version.ts';

export interface Gateway {
  url: string;
  /** Stops taking work, finishes what is under way, gives the rest free. */
  close(): Promise<void>;
}

type GivenOptions = Omit<GatewayOptions, 'people' | 'services'>;

export async function startGateway(given: GivenOptions): Promise<Gateway> {
  const options = await complete(given);
  const { config, log, people } = options;
  const requestLog = openRequestLog(config.logLevel, config.nodeId, logFormOf(config));
  const metrics = createMetrics();
  const pace = createPace();
  const onAnswer = noteAnswers(measureRequests(metrics), pace);
  const leaving = createLeaving(config.drainMs);
  const server = {
    config,
    log,
    people,
    requestLog,
    onAnswer,
    onUnlistedProxy: proxyReporter(options),
    isLeaving: leaving.hasBegun,
  };
  const app = createServer(server);
  const opsApp = config.opsPort === null ? null : createServer(server);
  const publicUrl = config.publicUrl ?? addressOf(config);
  const shared = sharedByCells(config, publicUrl, timingsOf(metrics, pace), pace);
  const core = await startCore(options, publicUrl, shared.timings, pace);
  const cells = serveCells(options, (of) => openCell(of, shared));
  const pressure = pressureOf(core, pace, options.database);
  const admission = createAdmission(config.admission, pressure);
  declareMetrics(metrics, core, admission);
  let ends: StreamEnds = [];
  const close = async (): Promise<void> => {
    pressure.close();
    core.stopTakingWork();
    await core.peers.stopServing();
    for (const end of ends) end();
    await app.close();
    await opsApp?.close();
    await Promise.all([core.close(), cells.close()]);
  };
  try {
    const deps = serverDeps(options, core, cells, { ...shared, admission, metrics, leaving });
    ends = registerRoutes(app, deps, opsApp);
    await listenAt(app, { host: config.host, port: config.port, log });
    await core.peers.serve(answerPaymentsHandedOn(deps.payments));
    if (opsApp !== null)
      await listenAt(opsApp, { host: config.opsHost, port: config.opsPort!, exclusive: true, log });
    return { url: urlOf(config), close: () => leaving.begin().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Addresses are needed before the routes are made when the system chooses the ports, so the ports
 * are found out first.
 */
async function complete(given: GivenOptions): Promise<GatewayOptions> {
  const config = await choosePorts(given.config);
  const services = knownServices(ownServicesOf(config, given.databaseUrl));
  return { ...given, config, people: watchOwnPeople(config), services };
}

/** Asked every few seconds by whatever watches the node. */
const probes: ReadonlySet<string> = new Set(
  ['/healthz', '/readyz', '/metrics'].flatMap((path) => [`GET ${path}`, `HEAD ${path}`]),
);

/** Every answer but a probe's is something that happens. */
const noteAnswers =
  (onAnswer: ReturnType<typeof measureRequests>, pace: Pace): typeof onAnswer =>
  (labels, tookMs) => {
    if (!probes.has(labels.endpoint)) pace.note();
    onAnswer(labels, tookMs);
  };

const sharedByCells = (
  { dataDir }: Config,
  publicUrl: string,
  timings: Timings,
  pace: Pace,
): OfNode => ({ publicUrl, timings, pace, bodies: createBodyReader(join(dataDir, 'spool')) });

function timingsOf(metrics: Metrics, pace: Pace): Timings {
  const commit = measureCommits(metrics);
  const call = measureProviderCalls(metrics);
  const callback = measureCallbacks(metrics);
  return {
    health: createHealthCounters(),
    commit(writer, tookMs) {
      pace.note();
      commit({ writer }, tookMs);
    },
    providerCall: (route, tookMs) => call({ route }, tookMs),
    callback(outcome, tookMs) {
      pace.note();
      callback({ outcome }, tookMs);
    },
  };
}

/** What stands before the handlers. */
interface Guards {
  publicUrl: string;
  admission: Admission;
  metrics: Metrics;
  bodies: BodyReader;
  leaving: Leaving;
}

/** One of a cell's doors; null while it is away, undefined where there is no such cell. */
const doorOf =
  <Name extends keyof CellDoors>(cells: ServedCells<CellDoors>, name: Name) =>
  (cell: number): CellDoors[Name] | null | undefined => {
    const doors = cells.of(cell);
    return doors ? doors[name] : (doors as null | undefined);
  };

/** The problem of where messages and alerts go, which no account allows http for. */
const addressProblem =
  ({ mode }: Config, { receivers: { guard } }: Core) =>
  (url: string): AddressProblem | null =>
    callbackAddressProblem(url, { guard, httpAllowed: mode === 'sandbox' });

function serverDeps(
  options: GatewayOptions,
  core: Core,
  cells: ServedCells<CellDoors>,
  { publicUrl, admission, metrics, bodies, leaving }: Guards,
): ServerDeps {
  const { config, database, log } = options;
  const { providers } = core;
  return {
    config,
    publicUrl,
    version: readVersion(),
    catalogue: core.catalogue,
    log,
    payments: paymentsDeps(options, core, { admission, bodies }, publicUrl),
    paymentsOfCell: doorOf(cells, 'payments'),
    sms: {
      ...smsDeps(core),
      requestLog: core.requestLog,
      database,
      bodies,
      admission,
      log,
      cardNumbersRefused: config.mode !== 'sandbox',
      reportUrlProblem: addressProblem(config, core),
      cors: createCors(config.corsOrigins, smsCors),
    },
    notices: {
      providerEvents: core.providerEvents,
      seenNotices: createSeenNotices(database),
      keep: (route, event) => keepEvent(database, route, event),
      providers,
      log,
      wallNow: core.clock.wallNow,
      admission,
      ofCell: doorOf(cells, 'notices'),
    },
    smsNotices: {
      notices: core.sms.delivery.notices,
      log,
      wallNow: core.clock.wallNow,
      admission,
    },
    paymentPages: pagesOfCells(
      paymentPagesDeps(options, core, publicUrl),
      doorOf(cells, 'paymentPages'),
    ),
    payPages: payPagesOfCells(payersPages(options, core, publicUrl), doorOf(cells, 'payPages')),
    portal: portalDeps(options, core, admission),
    ops: opsDeps(config, core, { metrics, leaving }),
  };
}

const opsDeps = (
  { dataDir }: Config,
  { lease, clockWatch, sends }: Core,
  { metrics, leaving }: { metrics: Metrics; leaving: Leaving },
): Omit<ServerDeps['ops'], 'loopbackOnly'> => ({
  reasonsNotReady: () =>
    reasonsNotReady([
      ...ownChecks(lease, dataDir),
      clockWatch.readiness,
      leaving.readiness,
      { name: 'sending', reason: sends.fault },
    ]),
  metrics,
});

/** A user waits: for a statement of theirs no longer than this. */
const portalDeadlineMs = 5_000;

/** Enough for many first payments. */
const sandboxStart = {
  currency: 'XOF',
  activate: 'all',
  fundMinor: 1_000_000n * 10_000n,
  withKey: true,
} as const;
const liveStart = { currency: 'XOF', activate: 'none', fundMinor: 0n, withKey: false } as const;

const transactionWork = (
  database: GatewayOptions['database'],
  { reverse, writer, sends, providerEvents }: Core,
): Pick<ServerDeps['portal'], 'reverse' | 'cancelParked' | 'askProvider'> => ({
  reverse,
  cancelParked: (key) => cancelParked({ database, writer, sends }, key),
  askProvider: (key) => askProvider(providerEvents, key),
});

/** What operations came to, of all, by route and developer, and of one developer. */
const volumeReaders = (database: GatewayOptions['database'], now: () => number) => ({
  volume: createVolumeReader(database, now),
  volumeShares: createVolumeSharesReader(database, now),
  accountVolume: createAccountVolumeReader(database, now),
});

function portalDeps(
  { config, database, secrets, log }: Omit<GatewayOptions, 'databaseUrl'>,
  core: Core,
  admission: Admission,
): ServerDeps['portal'] {
  const { mode, publicUrl, portalRegistration, simulatorUrl } = config;
  return {
    database: database.withDeadline(portalDeadlineMs),
    secrets,
    mails: config.mail !== null,
    senders: core.people.senders,
    admission,
    directory: core.directory,
    providers: core.providers,
    catalogue: core.catalogue,
    mode,
    stopped: core.sends.stopped,
    registration: portalRegistration ? (mode === 'sandbox' ? sandboxStart : liveStart) : null,
    publicUrl,
    newMemberHours: config.newMemberHours,
    publicStatus: config.publicStatus,
    files: fileURLToPath(new URL('../../../../portal/dist', import.meta.url)),
    changes: core.changes,
    now: core.clock.now,
    receivers: core.receivers,
    inboxes: core.inboxes,
    phones: simulatorUrl === null ? null : openSimulatedPhones(simulatorUrl),
    sms: {
      ...smsDeps(core),
      inboundProblem: addressProblem(config, core),
    },
    ...transactionWork(database, core),
    payouts: { quote: core.initiate, accountOf: core.directory.byId },
    approvalRequestKinds: core.approvalRequestKinds,
    documents: core.documents,
    ...tryProviders({ config, database, secrets }, core),
    acceptedRequests: core.requestLog.accepted,
    working: {
      providerQueues: core.dispatcher.queued,
      backlog: core.backlog,
      disk: () => diskOf(config.dataDir),
      carrierStates: () => loadCarrierStates(database, core.smsRouting()),
      expiringSecrets: () =>
        expiringSecrets(
          core.catalogue(),
          core.documents.catalogue.connectors,
          core.clock.wallNow(),
        ),
      auditMarks: () => core.auditWatch.marks,
      ...volumeReaders(database, core.clock.now),
      doctor: createDoctorRounds(
        () => runDoctor(database, { givesWay: true }),
        (error) => log.error({ reason: String(error) }, 'doctor failed'),
        core.clock.now,
      ),
    },
    log,
    databaseFault,
  };
}

const smsDeps = ({ smsApps: apps, smsRouting: routing, sms: { accept } }: Core) => ({
  apps,
  routing,
  accept,
});

/**
 * Takes free ports where the system is to choose. A port in use is found out here: past this point
 * we take the lease of our node id, and the node that runs on this port may bear the same. One of
 * several processes shares the port with the others.
 */
async function choosePorts(config: Config): Promise<Config> {
  const { host, port, opsPort, opsHost } = config;
  if (port !== 0 && !isOneOfSeveral()) await tryPort(host, port);
  if (opsPort !== null && opsPort !== 0) await tryPort(opsHost, opsPort);
  return {
    ...config,
    port: port === 0 ? await findFreePort() : port,
    opsPort: opsPort === 0 ? await findFreePort() : opsPort,
  };
}

/** `scheme://host:port` that this node listens on. */
function addressOf({ host, port, tls }: Config): string {
  const shown = isIP(host) === 6 ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host;
  return `${tls === null ? 'http' : 'https'}://${shown}:${port}`;
}

const urlOf = ({ host, port, tls }: Config): string =>
  `${tls === null ? 'http' : 'https'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
