// A thread that takes requests: reads them, checks keys and signatures, admits and prepares orders,
// and has the main thread open them. Requests other than orders are handed to the main thread.

import { ping } from '../../platform/db/ping.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import {
  createAddresses,
  createFirstHmacUses,
  createKeyUses,
} from '../../payments/accounts/index.ts';
import { createCardVault, createProviders } from '../../payments/operations/index.ts';
import { createLostAnswers } from '../../payments/integration-tests/index.ts';
import { createBodyReader } from '../../platform/http/guards/body.ts';
import { createAdmission } from '../../platform/http/guards/admission.ts';
import { createCors } from '../../platform/http/guards/cors.ts';
import { watchPressure } from '../../platform/http/guards/pressure.ts';
import { createForwarder } from '../../platform/http/forward.ts';
import { openDatabase, type Session } from '../../platform/db/database.ts';
import { openRequestLog, type Log } from '../../platform/log.ts';
import type { AddressGuard } from '../../platform/outbound/guard.ts';
import { loadSecrets } from '../../platform/secrets/index.ts';
import { countIn } from '../../platform/threads/shared-count.ts';
import type { Link } from '../../platform/threads/link.ts';
import { environment } from '../../platform/environment.ts';
import { listCellNumbers } from '../cells/adopt.ts';
import { openCaches, type Caches } from '../caches.ts';
import { routeSettings, withOwnConnectors } from '../connectors.ts';
import { orderPaths, registerOrders, type OrderDeps } from '../http-payments.ts';
import { createServer, registerReadBodies } from '../http-server.ts';
import { keyFor, loadIdKey, noticeKeyFrom } from '../id-key.ts';
import { keysOf } from '../installation.ts';
import { readNodes } from '../leases.ts';
import type { GatewayOptions } from '../options.ts';
import { createPeers, type Peers } from '../peers.ts';
import { proxyReporter } from '../proxy-reporter.ts';
import { askOwner, type Owner } from './ask-owner.ts';
import { leavingChannel, tellChannels, type ServeQuestion } from './edge-protocol.ts';
import type { ThreadData } from './thread-data.ts';

/** In case a notification was lost. */
const refreshMs = 5_000;
/** As often as the main thread looks who lives. */
const peersMs = 1_000;

export interface Edge {
  /** Takes nothing new and resolves when everything is answered. */
  close(): Promise<void>;
}

export async function startEdge(
  { number, config: given, publicUrl, databaseUrl, unknownPlaces }: ThreadData,
  {
    link,
    guard,
    people,
    services,
    log,
    socketPath,
    incarnation,
  }: ServeQuestion & { link: Link; guard: AddressGuard; log: Log } & Pick<
      GatewayOptions,
      'people' | 'services'
    >,
): Promise<Edge> {
  const database = openDatabase(databaseUrl);
  const config = await withOwnConnectors(given, log);
  const secrets = await loadSecrets(database, keysOf(config));
  const options: GatewayOptions = { config, database, databaseUrl, secrets, log, people, services };
  const idKey = await loadIdKey(database);
  const caches = await openCaches(options, keyFor(idKey, 'look-ups'), () => {});
  const owner = askOwner(link, prepareDeps(options, caches, { guard, idKey, publicUrl }));
  const pressure = watchPressure(
    () => 0,
    () => ping(database),
    () => false,
  );
  const app = createEdgeServer(options, link);
  const unknown = countIn(unknownPlaces, number);
  const { unknownCallers } = createAdmission(config.admission, pressure, undefined, unknown);
  const peers = edgePeers(options, incarnation);
  const deps = { ...orderDeps(options, caches, owner, publicUrl), owners: ownersOf(peers, link) };
  registerReadBodies(app, (scope) =>
    registerOrders(scope, { ...deps, admission: { ...owner.admission, unknownCallers } }),
  );
  await app.ready();
  const forwarder = createForwarder(socketPath);
  const cells = await watchCells(database);
  answerOrders(app.server, forwarder.forward, cells.exist);
  // Each thread has a socket on the same port; the kernel shares connections out among them.
  await app.listen(sharedPort(config.host, config.port));
  const refreshing = environment.startTicker(() => refresh(caches), refreshMs);
  const watching = followNodes(database, peers);
  return {
    async close() {
      await app.close();
      environment.stopTimer(refreshing);
      environment.stopTimer(watching);
      cells.stop();
      peers.close();
      pressure.close();
      forwarder.close();
      await caches.close();
      await database.close();
    },
  };
}

function createEdgeServer(options: GatewayOptions, link: Link): ReturnType<typeof createServer> {
  const { config, log, people } = options;
  let isLeaving = false;
  link.receive(leavingChannel, () => void (isLeaving = true));
  return createServer({
    ...{ config, log, people },
    isLeaving: () => isLeaving,
    requestLog: openRequestLog(config.logLevel, config.nodeId),
    onAnswer: ({ endpoint }, tookMs) => link.send(tellChannels.answered, endpoint, tookMs),
    onUnlistedProxy: proxyReporter(options),
  });
}

const ownersOf = ({ linkTo }: Peers, link: Link): OrderDeps['owners'] => ({
  linkTo,
  note: (outcome) => link.send(tellChannels.handedOn, outcome),
});

/** Ways to other nodes of its own. What they hand on to this node comes to the main thread. */
const edgePeers = (options: GatewayOptions, incarnation: number): Peers =>
  createPeers(options, {
    incarnation,
    notePeerAddress: () => Promise.resolve(),
  });

const followNodes = (database: GatewayOptions['database'], { update }: Peers) =>
  environment.startTicker(() => void readNodes(database).then(update, () => {}), peersMs);

/** What the pure half of an order needs. */
function prepareDeps(
  { config, secrets, log }: GatewayOptions,
  { clock }: Caches,
  { guard, idKey, publicUrl }: { guard: AddressGuard; idKey: Buffer; publicUrl: string },
): Parameters<typeof askOwner>[1] {
  const providers = createProviders({
    connectors: routeSettings(config, secrets).connectors,
    call: () => Promise.reject(new Error('an edge calls no provider')),
    vault: createCardVault(),
    log: (level, message, terms) => log[level](terms ?? {}, message),
    wallNow: clock.wallNow,
    noticeKey: noticeKeyFrom(idKey),
    publicUrl,
  });
  return {
    providers,
    guard,
    now: clock.now,
    sandbox: config.mode === 'sandbox',
    accountRate: config.admission.accountRate,
  };
}

/** Fastify's types do not know the option yet, which it passes on. */
const sharedPort = (host: string, port: number): { host: string; port: number } => {
  const options = { host, port, reusePort: true };
  return options;
};

/** Whether the installation has further cells, whose orders only the main thread can place. */
async function watchCells(database: Session) {
  let exist = false;
  const look = async (): Promise<void> => {
    exist = (await listCellNumbers(database)).length > 0;
  };
  await look();
  const timer = environment.startTicker(() => void look().catch(() => {}), refreshMs);
  return { exist: () => exist, stop: () => environment.stopTimer(timer) };
}

/** Orders are answered here; everything else, other methods and other spellings too, in the main thread. */
function answerOrders(
  server: ReturnType<typeof createServer>['server'],
  forward: (request: IncomingMessage, response: ServerResponse) => void,
  hasCells: () => boolean,
): void {
  const here = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (hasCells() || !orderPaths.includes(request.url ?? '')) return forward(request, response);
    for (const answer of here) answer(request, response);
  });
}

function refresh({ refreshCatalogue, clock }: Caches): void {
  refreshCatalogue().catch(() => {});
  clock.read().catch(() => {});
}

function orderDeps(
  { config, database, log }: GatewayOptions,
  caches: Caches,
  { ordering, replayProtection, requestLog }: Owner,
  publicUrl: string,
): Omit<OrderDeps, 'admission' | 'owners'> {
  const { catalogue, directory, clock } = caches;
  const addresses = createAddresses(database, clock.now);
  const keyUses = createKeyUses(database, clock.now);
  return {
    directory,
    catalogue,
    cors: createCors(config.corsOrigins),
    bodies: createBodyReader(join(config.dataDir, 'spool')),
    log,
    cardNumbersRefused: config.mode !== 'sandbox',
    requestLog,
    noteUse(accountId, keyId, address) {
      if (address !== null) addresses.note(accountId, address);
      keyUses.note(keyId);
    },
    signingSecretsOf: caches.signingSecretsOf,
    noteFirstHmacUse: createFirstHmacUses(database, (error) =>
      log.warn({ reason: String(error) }, 'first use of a secret not recorded'),
    ),
    replayProtection,
    now: clock.now,
    wallNow: clock.wallNow,
    publicUrl,
    ordering,
    lostAnswers: config.mode === 'sandbox' ? createLostAnswers(database) : null,
    refreshCatalogue: caches.refreshCatalogue,
  };
}
