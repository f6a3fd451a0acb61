// How is a node put together? The one place where all parts meet; every part gets only what it needs.

import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { startCore, type Core } from './core.ts';
import { databaseFault } from './db/database-away.ts';
import type { Database, OpenDatabase } from './db/database.ts';
import { createDoctorRounds, runDoctor } from './doctor/index.ts';
import { createAddresses, createAddressList, createFirstHmacUses, createKeyUses } from './domain/accounts/index.ts';
import { backlogMax, callbackAddressProblem } from './domain/callbacks/index.ts';
import { smsFigures } from './sms-figures.ts';
import type { DiskFacts } from './domain/health/index.ts';
import { createOperationReader, createStatusReader, createVolumeReader, findByLink } from './domain/operations/index.ts';
import type { Secrets } from './domain/secrets/index.ts';
import { guardOf, trustOf } from './receivers.ts';
import { createAdmission, shedReasons, type Admission } from './http/guards/admission.ts';
import { createBodyReader } from './http/guards/body.ts';
import { createCors } from './http/guards/cors.ts';
import { watchPressure } from './http/guards/pressure.ts';
import { linkViewOf } from './http/present/link-view.ts';
import { createServer, registerRoutes, type ServerDeps } from './http/server.ts';
import { smsCors } from './http/sms/index.ts';
import { openRequestLog, type Log } from './log.ts';
import { findFreePort, tryPort } from './system/free-port.ts';

export interface GatewayOptions {
  config: Config;
  database: OpenDatabase;
  databaseUrl: string;
  secrets: Secrets;
  log: Log;
}
export interface Gateway {
  url: string;
  /** Stops taking work, finishes what is under way, gives the rest free. */
  close(): Promise<void>;
}

const version = '0.1.0';

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { config, log } = options;
  const requestLog = openRequestLog(config.logLevel, config.nodeId);
  const app = createServer({ config, log, requestLog });
  const opsApp = config.opsPort === null ? null : createServer({ config, log, requestLog });
  // The address is needed before the routes are made when the system chooses the port, so the port is found out first.
  const address = await reserveAddress(config);
  const publicUrl = config.publicUrl ?? address;
  const core = await startCore(options, publicUrl);
  const pressure = watchPressure(
    (kind) => (kind === 'message' ? core.sms.commitWaitMs() : core.commitWaitMs()),
    () => ping(options.database),
  );
  const admission = createAdmission(config.admission, pressure);
  const close = async (): Promise<void> => {
    pressure.close();
    core.stopTakingWork();
    await app.close();
    await opsApp?.close();
    await core.close();
  };
  try {
    registerRoutes(app, serverDeps(options, core, admission, publicUrl), opsApp);
    const url = await listenOn(app, config, portOf(address));
    if (opsApp !== null) await opsApp.listen({ host: config.host, port: config.opsPort! });
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const ping = (database: Database): Promise<unknown> => database.query({ name: 'ping', text: 'select 1' });

function serverDeps({ config, database, secrets, log }: GatewayOptions, core: Core, admission: Admission, publicUrl: string): ServerDeps {
  const { directory, catalogue, providers, clock, initiate } = core;
  const addresses = createAddresses(database, clock.now);
  const keyUses = createKeyUses(database, clock.now);
  const trusted = createAddressList(config.trustedProxies);
  const bodies = createBodyReader(join(config.dataDir, 'spool'));
  return {
    config,
    publicUrl,
    version,
    log,
    payments: {
      directory,
      catalogue,
      cors: createCors(config.corsOrigins),
      bodies,
      log,
      refusals: core.refusals,
      noteUse(accountId, keyId, address) {
        if (address !== null) addresses.note(accountId, address);
        keyUses.note(keyId);
      },
      signingSecretsOf: core.signingSecretsOf,
      noteFirstHmacUse: createFirstHmacUses(database, (error) => log.warn({ reason: String(error) }, 'first use of a secret not noted')),
      signedRequests: core.signedRequests,
      publicUrl,
      hasProvider: (route) => providers.of(catalogue(), route) !== null,
      database,
      providers,
      initiate,
      refreshCatalogue: core.refreshCatalogue,
      feedCursor: core.feedCursor,
      statuses: createStatusReader(database),
      admission,
      lookUps: core.lookUps,
      lookUpsPerMinute: config.lookUps.perMinute,
      accountsOfAddress: addresses.accountsAt,
      isTrustedProxy: trusted.has,
      now: clock.now,
      wallNow: clock.wallNow,
    },
    sms: { ...smsDeps(core), refusals: core.refusals, database, bodies, admission, log, cors: createCors(config.corsOrigins, smsCors) },
    notices: { news: { ...initiate, reader: createOperationReader(database) }, providers, log, admission },
    smsNotices: { notices: core.sms.delivery.notices, log, admission },
    links: linkDeps(database, core),
    portal: portalDeps({ config, database, secrets, log }, core, admission),
    ops: opsDeps(database, core, admission),
  };
}

function opsDeps(database: Database, core: Core, admission: Parameters<typeof admissionFigures>[1]): ServerDeps['ops'] {
  return {
    async isReady() {
      return ping(database).then(
        () => true,
        () => false,
      );
    },
    figures: () => [
      ...figures(core),
      ...deliveryFigures(core),
      ...smsFigures(core.sms.delivery),
      ...receiverFigures(core),
      ...admissionFigures(core, admission),
    ],
  };
}

/** A person waits: for a statement of theirs no longer than this. */
const portalDeadlineMs = 5_000;

/** Enough for many first payments. */
const sandboxStart = { currency: 'XOF', activate: 'all', fundMinor: 1_000_000n * 10_000n } as const;
const liveStart = { currency: 'XOF', activate: 'none', fundMinor: 0n } as const;

function portalDeps(
  { config, database, secrets, log }: Omit<GatewayOptions, 'databaseUrl'>,
  core: Core,
  admission: Admission,
): ServerDeps['portal'] {
  const { mode, publicUrl, portalRegistration } = config;
  const { directory, providers } = core;
  return {
    people: { database: database.withDeadline(portalDeadlineMs), secrets },
    ...{ admission, directory, providers },
    catalogue: core.catalogue,
    mode,
    registration: portalRegistration ? (mode === 'sandbox' ? sandboxStart : liveStart) : null,
    publicUrl,
    publicStatus: config.publicStatus,
    files: fileURLToPath(new URL('../../portal/dist', import.meta.url)),
    changes: core.changes,
    receivers: core.receivers,
    sms: {
      ...smsDeps(core),
      inboundProblem: (url) => callbackAddressProblem(url, { guard: guardOf(config, publicUrl), httpAllowed: mode === 'sandbox' }),
    },
    undo: core.undo,
    payouts: { quote: core.initiate, accountOf: core.directory.byId },
    wishKinds: core.wishKinds,
    documents: core.documents,
    trials: { secureContext: trustOf(config), call: core.callProvider },
    working: {
      lanes: core.dispatcher.queued,
      backlog: core.backlog,
      disk: () => diskOf(config.dataDir),
      auditMarks: () => core.auditWatch.marks,
      volume: createVolumeReader(database, core.clock.now),
      doctor: createDoctorRounds(
        () => runDoctor(database),
        (error) => log.error({ reason: String(error) }, 'the doctor could not work'),
      ),
    },
    log,
    databaseFault,
  };
}

/** Null where the system does not say. */
async function diskOf(directory: string): Promise<DiskFacts> {
  const found = await statfs(directory).catch(() => null);
  return found === null ? null : { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
}

const smsDeps = ({ smsApps: apps, smsRouting: routing, sms: { accept } }: Core) => ({ apps, routing, accept });

function linkDeps(database: Database, { directory, catalogue, clock }: Core): ServerDeps['links'] {
  return {
    async findLink(link) {
      const operation = await findByLink(database, link);
      if (operation === null) return null;
      return linkViewOf(operation, await directory.byId(operation.facts.accountId), catalogue(), clock.now());
    },
    now: clock.now,
  };
}

function figures({ writer, sms, dispatcher, deliverer, signedRequests, refusals }: Core): ReturnType<ServerDeps['ops']['figures']> {
  const plain = (value: number) => [{ labels: {}, value }];
  return [
    { name: 'jokko_writer_waiting', help: 'Commands waiting for the next transaction.', values: plain(writer.waiting) },
    { name: 'jokko_sms_writer_waiting', help: 'SMS requests waiting for the next transaction.', values: plain(sms.waiting) },
    { name: 'jokko_operations_held', help: 'Operations held in memory.', values: plain(dispatcher.held) },
    { name: 'jokko_callbacks_held', help: 'Callbacks held in memory.', values: plain(deliverer.held) },
    {
      name: 'jokko_signed_requests_unanswered_total',
      help: 'Repeats of a signed request that were not answered, since another node had it in hand.',
      type: 'counter' as const,
      values: plain(signedRequests.unanswered),
    },
    {
      name: 'jokko_refused_calls_not_logged_total',
      help: 'Refused calls that were not written into the log of their account, since too many came at once.',
      type: 'counter' as const,
      values: plain(refusals.dropped),
    },
    { name: 'jokko_resident_bytes', help: 'Resident memory.', values: plain(process.memoryUsage.rss()) },
    ...(['queued', 'active'] as const).map((part) => ({
      name: `jokko_route_${part}`,
      help: `Operations ${part} by route on this node.`,
      values: dispatcher.queued().map((lane) => ({ labels: { route: lane.route }, value: lane[part] })),
    })),
  ];
}

function deliveryFigures({ deliverer: { tally }, backlog }: Core): ReturnType<ServerDeps['ops']['figures']> {
  const plain = (value: number) => [{ labels: {}, value }];
  const counted = `on all nodes, counted up to ${backlogMax} every 15 s.`;
  return [
    {
      name: 'jokko_callback_attempts_total',
      help: 'Attempts to deliver a callback by what came of them.',
      type: 'counter',
      values: [...tally.attempts].map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    { name: 'jokko_callbacks_parked_total', help: 'Callbacks that this node gave up.', type: 'counter', values: plain(tally.parkedCount) },
    { name: 'jokko_callbacks_due', help: `Callbacks not delivered yet, ${counted}`, values: plain(backlog.due) },
    { name: 'jokko_callbacks_parked', help: `Callbacks given up and not replayed, ${counted}`, values: plain(backlog.parked) },
    {
      name: 'jokko_callback_late_ms',
      help: 'How long the most overdue callback waits for its attempt, looked at every 15 s.',
      values: plain(backlog.lateMs),
    },
    { name: 'jokko_callback_lanes_away', help: `Receivers that nobody answers at, ${counted}`, values: plain(backlog.lanesAway) },
  ];
}

function receiverFigures({ certificates: { counts } }: Core): ReturnType<ServerDeps['ops']['figures']> {
  return [
    {
      name: 'jokko_callback_pin_mismatches_total',
      help: 'Attempts at a host with pins whose key was not among them, or that was addressed without https.',
      type: 'counter',
      values: [{ labels: {}, value: counts.mismatches }],
    },
    {
      name: 'jokko_callback_certificate_warnings_total',
      help: 'Certificates of callback receivers that end soon, or that bear a new key.',
      type: 'counter',
      values: [
        { labels: { kind: 'ends_soon' }, value: counts.expiring },
        { labels: { kind: 'new_key' }, value: counts.newKeys },
      ],
    },
  ];
}

function admissionFigures({ commitWaitMs, sms }: Core, admission: Admission): ReturnType<ServerDeps['ops']['figures']> {
  const refused = shedReasons.map((reason) => ({ labels: { reason }, value: admission.refused(reason) }));
  return [
    { name: 'jokko_requests_in_flight', help: 'Requests under way on this node.', values: [{ labels: {}, value: admission.inFlight }] },
    {
      name: 'jokko_sms_commit_wait_ms',
      help: 'How long an SMS request waits for its commit.',
      values: [{ labels: {}, value: sms.commitWaitMs() }],
    },
    { name: 'jokko_commit_wait_ms', help: 'How long a command waits for its commit.', values: [{ labels: {}, value: commitWaitMs() }] },
    {
      name: 'jokko_requests_shed_total',
      help: 'Requests refused before anything was stored, by reason.',
      type: 'counter',
      values: refused,
    },
  ];
}

/**
 * `scheme://host:port` this node will listen on; with port 0 a free one is taken. A port in use is found out here: past this point we take
 * the lease of our node id, and the node that runs on this port may bear the same.
 */
async function reserveAddress({ host, port, opsPort, tls }: Config): Promise<string> {
  if (port !== 0) await tryPort(host, port);
  if (opsPort !== null && opsPort !== 0) await tryPort(host, opsPort);
  const scheme = tls === null ? 'http' : 'https';
  const shown = isIP(host) === 6 ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host;
  return `${scheme}://${shown}:${port === 0 ? await findFreePort() : port}`;
}

const portOf = (address: string): number => Number(new URL(address).port || (address.startsWith('https') ? 443 : 80));

async function listenOn(app: FastifyInstance, { host }: Config, port: number): Promise<string> {
  await app.listen({ host, port });
  return `${app.initialConfig.https ? 'https' : 'http'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}
