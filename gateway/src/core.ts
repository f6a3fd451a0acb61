// What runs in a node behind HTTP? The money path (writer, dispatcher, deliverer) and the tasks that drive it.

import { createHmac } from 'node:crypto';
import { routeSettings } from './connectors.ts';
import { openCopies, type Copies } from './copies.ts';
import { composeCallback, startDeliverer, type CallbackFacts, type ComposedCallback } from './domain/callbacks/index.ts';
import {
  createAnswers,
  createCardVault,
  createProviders,
  createTransactionIds,
  startDispatcher,
  startWriter,
  type InitiateDeps,
} from './domain/operations/index.ts';
import type { GatewayOptions } from './gateway.ts';
import { createAddressGuard } from './outbound/guard.ts';
import { createOutbound } from './outbound/http-client.ts';
import { createPoster } from './outbound/post.ts';
import { createResolver } from './outbound/resolver.ts';
import { takeLease, type NodeLease } from './work/leases.ts';
import { runTasks } from './work/loop.ts';
import { listTasks } from './work/tasks.ts';

/** Connections to one provider. */
const connectionsPerOrigin = 256;

export type Core = Awaited<ReturnType<typeof startCore>>;

export async function startCore(options: GatewayOptions, publicUrl: string) {
  const copies = await openCopies(options);
  const { database, config, secrets } = options;
  const lease = await takeLease(database, { nodeId: config.nodeId, secretKeyIds: secrets.keyIds }, config.leaseMs);
  const path = await startMoneyPath(options, copies, lease.incarnation, publicUrl);
  const background = startBackground(options, copies, lease, path);
  return {
    ...copies,
    ...path,
    stopTakingWork: () => void background.stopWork(),
    async close() {
      await background.stopWork();
      await path.dispatcher.close();
      await path.writer.close();
      await path.deliverer.close();
      // Until here everything we hold was being finished under our lease.
      await background.stopHeartbeat();
      await lease.release().catch(() => {});
      await copies.close();
      await path.closeConnections();
    },
  };
}

type MoneyPath = Awaited<ReturnType<typeof startMoneyPath>>;

async function startMoneyPath({ config, database, secrets, log }: GatewayOptions, copies: Copies, node: number, publicUrl: string) {
  const idKey = await loadIdKey(database);
  const toProviders = createOutbound({ connections: connectionsPerOrigin });
  const toReceivers = createPoster({
    guard: createAddressGuard({ loopbackAllowed: config.mode === 'sandbox' }),
    resolver: createResolver(config.dnsServers),
    extraCa: [],
  });
  const tell = (level: 'info' | 'warn' | 'error', message: string, facts?: { [name: string]: string | number }) =>
    log[level](facts ?? {}, message);
  const vault = createCardVault();
  const answers = createAnswers();
  const providers = createProviders({
    connectors: routeSettings(config, secrets).connectors,
    call: toProviders.call,
    vault,
    log: tell,
    noticeKey: createHmac('sha256', idKey).update('notices').digest(),
    publicUrl,
  });
  const deliverer = startDeliverer({
    database,
    node,
    post: toReceivers.post,
    pinsOf: () => Promise.resolve(null),
    sign: () => Promise.resolve({}),
    answerLeft: answers.left,
    onError: (error) => log.warn({ reason: String(error) }, 'delivery not recorded'),
  });
  const compose = (callback: CallbackFacts): ComposedCallback => {
    const composed = composeCallback(copies.catalogue(), callback);
    return { ...composed, leaseOwner: deliverer.hasRoom(callback.facts.accountId, composed.lane) ? node : null };
  };
  const writer = startWriter({ database, node, composeCallback: compose, onCallbacks: deliverer.take });
  const execute = { writer, providers, catalogue: copies.catalogue, now: copies.clock.now, log: tell };
  const dispatcher = startDispatcher({ ...execute, database, node });
  const ids = createTransactionIds(idKey);
  await ids.refill(database);
  const initiate: InitiateDeps = { ...execute, database, dispatcher, answers, vault, ids, sandbox: config.mode === 'sandbox' };
  const closeConnections = async () => {
    await toProviders.close();
    toReceivers.close();
  };
  return { providers, initiate, writer, dispatcher, deliverer, closeConnections };
}

async function loadIdKey(database: GatewayOptions['database']): Promise<Buffer> {
  const [row] = await database.query<{ id_key: Buffer }>({ name: 'select_id_key', text: 'select id_key from installation' });
  return row!.id_key;
}

function startBackground({ config, log }: GatewayOptions, copies: Copies, lease: NodeLease, { dispatcher, deliverer }: MoneyPath) {
  const tasks = listTasks({
    leaseMs: config.leaseMs,
    dispatcher,
    deliverer,
    refreshCatalogue: copies.refreshCatalogue,
    readClock: copies.clock.read,
    async renewLease() {
      if (await lease.renew()) return;
      // Somebody else runs under our node id: what we hold is theirs now, and going on would be two nodes under one name.
      log.fatal({ nodeId: config.nodeId }, 'another node has taken this node id');
      process.exit(1);
    },
  });
  const heartbeat = runTasks(
    tasks.filter(({ name }) => name === 'heartbeat'),
    log,
  );
  const work = runTasks(
    tasks.filter(({ name }) => name !== 'heartbeat'),
    log,
  );
  return { stopWork: work.stop, stopHeartbeat: heartbeat.stop };
}
