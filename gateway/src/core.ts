// What runs in a node behind HTTP? The money path (writer, dispatcher, deliverer) and the tasks that drive it.

import { createHmac } from 'node:crypto';
import { operatorDocuments, routeSettings } from './connectors.ts';
import { openCopies, type Copies } from './copies.ts';
import { createScatteredIds } from './db/scattered-ids.ts';
import { removeEndedSecrets, removeOldAddresses } from './domain/accounts/index.ts';
import {
  composeCallback,
  countBacklog,
  createSigner,
  createTester,
  forgetOld,
  releaseReplay,
  startDeliverer,
  type Backlog,
  type CallbackFacts,
  type ComposedCallback,
} from './domain/callbacks/index.ts';
import {
  createAnswers,
  createCardVault,
  createFeedCursor,
  createProviders,
  refundOrCancel,
  startDispatcher,
  startWriter,
  watchCommits,
  type InitiateDeps,
} from './domain/operations/index.ts';
import { foldFloats } from './domain/ledger/index.ts';
import { forgetOldMessages, forgetRecent } from './domain/sms/index.ts';
import { forgetOldInbound } from './domain/sms-delivery/index.ts';
import type { GatewayOptions } from './gateway.ts';
import { createOutbound } from './outbound/http-client.ts';
import { openReceivers, trustOf } from './receivers.ts';
import { carryOutLeft, type WishKinds } from './domain/approvals/index.ts';
import { createAuditWatch, type AuditWatch } from './domain/audit/index.ts';
import { resolveOutcome } from './domain/cases/index.ts';
import { carryOutRefund, type Undo } from './domain/refunds/index.ts';
import { createRounds } from './domain/health/index.ts';
import { createLiveChanges } from './domain/live/index.ts';
import { createRefusalRecorder, type RefusalRecorder } from './domain/refusals/index.ts';
import { createSettler, forgetOldDrafts, payDue } from './domain/payouts/index.ts';
import { createReconciler } from './domain/reconciliation/index.ts';
import { forgetOldPeopleRows } from './domain/people/index.ts';
import { takeTurns } from './domain/settlements/index.ts';
import { startSmsPath, type SmsPath } from './sms-path.ts';
import { createSignedRequests } from './domain/signed-requests/index.ts';
import { createWishKinds } from './wish-kinds.ts';
import { takeLease, type NodeLease } from './work/leases.ts';
import { runTasks } from './work/loop.ts';
import { listTasks, type Task } from './work/tasks.ts';

/** The provider's word is awaited this long before a person is told that it is still to come. */
const undoPatienceMs = 4_000;
/** Connections to one provider. */
const connectionsPerOrigin = 256;

export type Core = Awaited<ReturnType<typeof startCore>>;

export async function startCore(options: GatewayOptions, publicUrl: string) {
  const { database, config, secrets } = options;
  const idKey = await loadIdKey(database);
  const copies = await openCopies(options, keyFor(idKey, 'look-ups'));
  const lease = await takeLease(database, { nodeId: config.nodeId, secretKeyIds: secrets.keyIds }, config.leaseMs);
  await copies.lookUps.arrive();
  const path = await startMoneyPath(options, copies, { lease, idKey, publicUrl });
  const { deliverer } = path;
  const sms = await startSmsPath(database, copies, {
    ...{ node: lease.incarnation, holdsLease: lease.holds, publicUrl, http: path.callProvider, log: path.tell },
    ...{ partDays: config.smsPartDays, noticeKey: keyFor(idKey, 'SMS notices') },
    idKeys: { batches: keyFor(idKey, 'SMS batches'), operations: idKey },
    leaseOwner: (accountId, lane) => (deliverer.hasRoom(accountId, lane) ? lease.incarnation : null),
    onCallbacks: deliverer.take,
  });
  const undo: Undo = (key) => refundOrCancel(path.initiate, key, undoPatienceMs);
  const documents = operatorDocuments(config, secrets);
  const wishKinds = createWishKinds({
    documents: Object.values(documents),
    refund: (wish) => carryOutRefund({ database, undo }, wish),
    resolve: (wish) => resolveOutcome({ database, writer: path.writer }, wish),
  });
  const refusals = createRefusalRecorder(database);
  const auditWatch = createAuditWatch(database, options.log);
  const background = startBackground(options, copies, lease, { ...path, sms, wishKinds, refusals, auditWatch });
  const changes = createLiveChanges(database, options.databaseUrl, (error) =>
    options.log.warn({ reason: String(error) }, 'changes not read'),
  );
  return {
    ...copies,
    ...path,
    auditWatch,
    changes,
    refusals,
    sms,
    documents,
    wishKinds,
    undo,
    stopTakingWork: () => void background.stopWork(),
    async close() {
      await background.stopWork();
      await refusals.flush().catch(() => {});
      await changes.close();
      await path.signedRequests.drain();
      await path.dispatcher.close();
      await path.writer.close();
      await sms.close();
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

async function startMoneyPath(
  { config, database, secrets, log }: GatewayOptions,
  copies: Copies,
  { lease: { incarnation: node, holds: holdsLease }, idKey, publicUrl }: { lease: NodeLease; idKey: Buffer; publicUrl: string },
) {
  const toProviders = createOutbound({ connections: connectionsPerOrigin, secureContext: trustOf(config) });
  const tell = (level: 'info' | 'warn' | 'error', message: string, facts?: { [name: string]: string | number }) =>
    log[level](facts ?? {}, message);
  const vault = createCardVault();
  const answers = createAnswers();
  const { receivers, tester, deliverer, compose } = startDelivery({ config, database, log }, copies, { node, publicUrl, answers });
  const providers = createProviders({
    connectors: routeSettings(config, secrets).connectors,
    call: toProviders.call,
    vault,
    log: tell,
    noticeKey: keyFor(idKey, 'notices'),
    publicUrl,
  });
  const commits = watchCommits(startWriter({ database, node, composeCallback: compose, onCallbacks: deliverer.take }));
  const { writer, waitMs: commitWaitMs } = commits;
  const execute = { writer, providers, catalogue: copies.catalogue, now: copies.clock.now, holdsLease, log: tell };
  const dispatcher = startDispatcher({ ...execute, database, node });
  const ids = createScatteredIds('operation_block_seq', idKey);
  await ids.refill(database);
  const initiate: InitiateDeps = {
    ...execute,
    ...{ database, dispatcher, answers, vault, ids, guard: receivers.guard },
    sandbox: config.mode === 'sandbox',
  };
  const signedRequests = createSignedRequests({
    database,
    node,
    onError: (error) => log.warn({ reason: String(error) }, 'answer of a signed request not stored'),
  });
  const closeConnections = async () => {
    await toProviders.close();
    await receivers.close();
  };
  const feedCursor = createFeedCursor(keyFor(idKey, 'event feed'));
  return {
    providers,
    initiate,
    writer,
    commitWaitMs,
    dispatcher,
    deliverer,
    signedRequests,
    feedCursor,
    certificates: receivers.watch,
    receivers: { guard: receivers.guard, probe: receivers.probe, tester },
    callProvider: toProviders.call,
    tell,
    backlog: { due: 0, lateMs: 0, parked: 0, lanesAway: 0 } satisfies Backlog as Backlog,
    closeConnections,
  };
}

/** From a result to the developer's server. */
function startDelivery(
  { config, database, log }: Pick<GatewayOptions, 'config' | 'database' | 'log'>,
  { catalogue, directory, signingSecretsOf, clock }: Copies,
  { node, publicUrl, answers }: { node: number; publicUrl: string; answers: ReturnType<typeof createAnswers> },
) {
  const receivers = openReceivers({ config, database, log }, directory, publicUrl);
  const sign = createSigner({ secretsOf: signingSecretsOf, now: clock.now, wallNow: clock.wallNow });
  const sending = { post: receivers.post, pinsOf: receivers.pinsOf, saw: receivers.saw, sign };
  const deliverer = startDeliverer({
    database,
    node,
    ...sending,
    answerLeft: answers.left,
    onError: (error) => log.warn({ reason: String(error) }, 'delivery not recorded'),
    warn: (message, facts) => log.warn(facts, message),
  });
  // Composed by the writer, in the commit of the result; sent from here where there is room.
  const compose = (callback: CallbackFacts): ComposedCallback => {
    const composed = composeCallback(catalogue(), callback);
    return { ...composed, leaseOwner: deliverer.hasRoom(callback.facts.accountId, composed.lane) ? node : null };
  };
  return { receivers, tester: createTester({ ...sending, catalogue }), deliverer, compose };
}

async function loadIdKey(database: GatewayOptions['database']): Promise<Buffer> {
  const [row] = await database.query<{ id_key: Buffer }>({ name: 'select_id_key', text: 'select id_key from installation' });
  return row!.id_key;
}

/** A key of its own for one purpose, the same on all nodes. */
const keyFor = (idKey: Buffer, purpose: string): Buffer => createHmac('sha256', idKey).update(purpose).digest();

function startBackground(
  { config, database, log }: GatewayOptions,
  copies: Copies,
  lease: NodeLease,
  path: MoneyPath & { sms: SmsPath; wishKinds: WishKinds; refusals: RefusalRecorder; auditWatch: AuditWatch },
) {
  const { initiate, dispatcher, deliverer, signedRequests, certificates, backlog, sms, wishKinds, refusals, auditWatch } = path;
  const smsRetention = { textDays: config.smsTextDays, days: config.smsDays };
  const rounds = createRounds(database, config.nodeId);
  const tasks = listTasks({
    noteRounds: rounds.write,
    leaseMs: config.leaseMs,
    dispatcher,
    deliverer,
    releaseReplay: () => releaseReplay(database),
    async countBacklog() {
      Object.assign(backlog, await countBacklog(database));
    },
    carryOutLeft: () => carryOutLeft({ database, kinds: wishKinds }),
    takeTurns: () => takeTurns(database),
    foldFloats: () => foldFloats(database),
    payouts: {
      pay: () =>
        payDue({ ...copies, database, initiate, onError: (error) => log.warn({ reason: String(error) }, 'payout not handed over') }),
      settle: createSettler(database),
      forgetDrafts: () => forgetOldDrafts(database),
    },
    statementFiles: createReconciler(database),
    forgetOld: () => forgetOld(database, { answerDays: config.callbackLogDays, attemptDays: config.callbackAttemptDays }),
    refreshCatalogue: copies.refreshCatalogue,
    refreshSmsRouting: copies.refreshSmsRouting,
    readClock: copies.clock.read,
    signedRequests,
    removeEndedSecrets: () => removeEndedSecrets(database),
    forgetRecentSms: () => forgetRecent(database),
    forgetOldSms: () => forgetOldMessages(database, smsRetention),
    forgetOldInboundSms: () => forgetOldInbound(database, smsRetention),
    smsDelivery: sms.delivery.rounds,
    removeOldAddresses: () => removeOldAddresses(database),
    forgetOldPeopleRows: () => forgetOldPeopleRows(database),
    auditWatch,
    refusals,
    lookUps: copies.lookUps,
    certificates,
    async renewLease() {
      if (await lease.renew()) return;
      // Somebody else runs under our node id: what we hold is theirs now, and going on would be two nodes under one name.
      log.fatal({ nodeId: config.nodeId }, 'another node has taken this node id');
      process.exit(1);
    },
  });
  const isHeartbeat = ({ name }: Task): boolean => name === 'heartbeat';
  const heartbeat = runTasks(tasks.filter(isHeartbeat), log, rounds.note);
  const others = tasks.filter((task) => !isHeartbeat(task));
  const work = runTasks(others, log, rounds.note);
  return { stopWork: work.stop, stopHeartbeat: heartbeat.stop };
}
