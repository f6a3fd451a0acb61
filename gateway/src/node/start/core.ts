// Assembles what runs in a node behind HTTP: the money path (writer, dispatcher, deliverer) and
// the tasks that drive it.

import { operatorDocuments, smsConnectorOf } from './connectors.ts';
import { openCaches, type Caches } from './caches.ts';
import { refundOrCancel } from '../../payments/operations/index.ts';
import type { GatewayOptions } from './options.ts';
import { createAuditWatch } from '../../platform/audit/index.ts';
import { within } from '../../platform/db/within.ts';
import { environment } from '../../platform/environment.ts';
import { resolveOutcome } from '../../backoffice/cases/index.ts';
import { executeRefund, type Reverse } from '../../backoffice/refunds/index.ts';
import { createRealtimeChanges } from '../../backoffice/realtime/index.ts';
import { createRequestLog } from '../../payments/request-log/index.ts';
import { startSmsPath, type SmsPath } from './sms.ts';
import { createApprovalRequestKinds } from './approval-kinds.ts';
import { createClockWatch } from './clock-watch.ts';
import { takeLease, type NodeLease } from './leases.ts';
import type { Pace } from '../background/pace.ts';
import { createPeers, type Peers } from './peers.ts';
import { keyFor, loadIdKey, smsNoticeKeyFrom } from './id-key.ts';
import { noteCarrier } from '../health/counts.ts';
import { createStandings } from '../health/standings.ts';
import { judgedByRule, ruleOf } from '../../payments/breakers/index.ts';
import { usualBreakerRule } from '../../payments/catalogue/index.ts';
import { createHealthRounds } from '../../payments/route-health/index.ts';
import { openSends, type NodeSends } from './sends.ts';
import {
  openOutside,
  startMoneyPath,
  type MoneyPath,
  type NodeTerms,
  type Timings,
} from './money-path.ts';
import { openPeople } from './people.ts';
import { startBackground } from '../background/background.ts';

/** How long a user's request waits for the provider's result before it is reported as pending. */
const reversalTimeoutMs = 4_000;

/**
 * Where the database does not answer, what a failed start had opened is not waited for any longer.
 */
const closeMaxMs = 3_000;

export type Core = Awaited<ReturnType<typeof startCore>>;

export async function startCore(
  options: GatewayOptions,
  publicUrl: string,
  timings: Timings,
  pace: Pace,
) {
  const { database, config, secrets } = options;
  const idKey = await loadIdKey(database);
  const caches = await openCaches(options, keyFor(idKey, 'look-ups'), pace.note);
  const node = { ...config, ...database, secretKeyIds: secrets.keyIds };
  const opened = createOpened();
  opened.note(caches.close);
  try {
    const lease = await takeLease(database, node, config.leaseMs);
    opened.note(lease.release);
    const stopRenewing = keepRenewed(lease, config.leaseMs);
    const start = { caches, lease, idKey, publicUrl, timings, pace, opened };
    return await startParts(options, start).finally(stopRenewing);
  } catch (error) {
    // It may be tried again in this process, as that of a cell that is away is each second.
    await within(closeMaxMs, opened.close()).catch(() => {});
    throw error;
  }
}

/** What a start has opened so far, for a start that fails. */
interface Opened {
  note(close: () => Promise<unknown>): void;
  /** The last first. Never throws. */
  close(): Promise<void>;
}

function createOpened(): Opened {
  const closing: (() => Promise<unknown>)[] = [];
  return {
    note: (close) => void closing.push(close),
    async close() {
      for (const close of closing.toReversed()) await close().catch(() => {});
    },
  };
}

/**
 * A start may take longer than the lease: it hands in what the send journal has. Its renewal is a
 * task of the node once that works.
 */
function keepRenewed({ renew }: NodeLease, leaseMs: number): () => void {
  const ticker = environment.startTicker(
    () => void renew().catch(() => {}),
    Math.floor(leaseMs / 3),
  );
  return () => environment.stopTimer(ticker);
}

interface Start extends Pick<NodeTerms, 'lease' | 'idKey' | 'publicUrl' | 'timings'> {
  caches: Caches;
  pace: Pace;
  opened: Opened;
}

async function startParts(options: GatewayOptions, start: Start) {
  const { caches, lease, pace } = start;
  const money = await openMoney(options, start);
  const { terms, sends, path } = money;
  const sms = await startSms(money.guarded, caches, terms, path);
  start.opened.note(sms.close);
  const approvals = openApprovals(options, path);
  const { documents, approvalRequestKinds } = approvals;
  const people = openPeople(options, {
    caches,
    path,
    sms,
    documents,
    publicUrl: start.publicUrl,
    approvalRequestKinds,
  });
  const requestLog = createRequestLog(options.database, caches.clock.now);
  const watches = await openWatches(options, caches, lease.incarnation);
  const peers = createPeers(options, lease);
  const health = openHealth(options.database, caches, start.timings, sms);
  const running = { ...path, ...watches, peers, pace, people, sms, sends, requestLog, health };
  const background = startBackground(options, caches, lease, { ...running, approvalRequestKinds });
  const changes = openChanges(options);
  return {
    ...caches,
    ...running,
    ...approvals,
    lease,
    changes,
    stopTakingWork: () => void background.stopWork(),
    /** Breaks off what is under way, as the end of the process would. */
    abandon() {
      lease.giveUp();
      void path.closeConnections().catch(() => {});
    },
    close: () =>
      closeCore({ background, peers, requestLog, changes, path, sends, sms, lease, caches }),
  };
}

/** What writes money does so over connections that were compared first. */
async function openMoney(options: GatewayOptions, start: Start) {
  const { caches, lease, idKey, publicUrl, timings, opened } = start;
  await caches.statusLimits.arrive();
  const sends = await openSends(options);
  opened.note(sends.close);
  const terms = { lease, idKey, publicUrl, timings, sends };
  const guarded = { ...options, database: sends.guard.guard(options.database) };
  const path = await openPath(guarded, caches, terms);
  opened.note(() => closePath(path));
  await sends.handIn(path.writer);
  return { terms, sends, guarded, path };
}

interface Parts {
  background: ReturnType<typeof startBackground>;
  peers: Peers;
  requestLog: ReturnType<typeof createRequestLog>;
  changes: ReturnType<typeof createRealtimeChanges>;
  path: MoneyPath;
  sends: NodeSends;
  sms: SmsPath;
  lease: NodeLease;
  caches: Caches;
}

async function closeCore(parts: Parts): Promise<void> {
  const { background, peers, path, lease } = parts;
  await background.stopWork();
  peers.close();
  await parts.requestLog.flush().catch(() => {});
  await parts.changes.close();
  await path.replayProtection.drain();
  await path.dispatcher.close();
  await parts.sends.close();
  await path.writer.close();
  await parts.sms.close();
  await path.deliverer.close();
  // Until here everything we hold was being finished under our lease.
  await background.stopHeartbeat();
  await lease.release().catch(() => {});
  await parts.caches.close();
  await path.closeConnections();
}

/** Closes what a start has opened that has failed: nothing was taken on. */
async function closePath(path: MoneyPath): Promise<void> {
  await path.dispatcher.close();
  await path.writer.close();
  await path.deliverer.close();
  await path.closeConnections();
}

const openChanges = ({ database, databaseUrl, log }: GatewayOptions) =>
  createRealtimeChanges(database, databaseUrl, (error) =>
    log.warn({ reason: String(error) }, 'changes not read'),
  );

async function openPath(
  options: GatewayOptions,
  caches: Caches,
  terms: NodeTerms,
): Promise<MoneyPath> {
  const outside = openOutside(options, caches, terms.publicUrl);
  try {
    return await startMoneyPath(options, caches, terms, outside);
  } catch (error) {
    await outside.close();
    throw error;
  }
}

const openHealth = (
  database: GatewayOptions['database'],
  { catalogue }: Caches,
  { health: counters }: Timings,
  { delivery: { carrierStates } }: SmsPath,
) =>
  createHealthRounds({
    database,
    counters,
    readStandings: createStandings({ database, catalogue, carrierStates }),
    judgedBy: (subject) =>
      judgedByRule(subject.kind === 'route' ? ruleOf(catalogue(), subject.name) : usualBreakerRule),
  });

async function openWatches(
  { database, log }: GatewayOptions,
  { clock, followClock }: Caches,
  incarnation: number,
) {
  const clockWatch = createClockWatch(database, clock, incarnation, log);
  // A machine whose time is wrong is not ready for a moment either.
  await clockWatch.look();
  followClock(clockWatch.look);
  return { auditWatch: createAuditWatch(database, log), clockWatch };
}

async function startSms(
  { config, database }: GatewayOptions,
  caches: Caches,
  { lease, idKey, publicUrl, timings, sends }: NodeTerms & { sends: NodeSends },
  { initiate, deliverer, callProvider, notify }: MoneyPath,
): Promise<SmsPath> {
  const path = await startSmsPath(database, caches, {
    node: lease.incarnation,
    connectorOf: smsConnectorOf(config),
    mark: () => sends.guard.mark,
    holdsLease: () => lease.holds() && sends.guard.reason === null,
    publicUrl,
    http: callProvider,
    log: notify,
    partDays: config.smsPartDays,
    noticeKey: smsNoticeKeyFrom(idKey),
    leaseOwner: (accountId, destination) =>
      deliverer.hasRoom(accountId, destination) ? lease.incarnation : null,
    onCallbacks: deliverer.take,
    onCommit: (tookMs) => timings.commit('sms', tookMs),
    onConnectionEvent: noteCarrier(timings.health),
  });
  sends.guard.watchIds([initiate.ids, path.accept.ids]);
  if (sends.guard.reason === null) await path.delivery.endDoubtful();
  return path;
}

/** What users request of each other, and how the node executes it. */
function openApprovals({ config, database, secrets }: GatewayOptions, path: MoneyPath) {
  const reverse: Reverse = (key) => refundOrCancel(path.initiate, key, reversalTimeoutMs);
  const documents = operatorDocuments(config, secrets);
  const approvalRequestKinds = createApprovalRequestKinds({
    documents,
    refund: (approvalRequest) => executeRefund({ database, reverse }, approvalRequest),
    resolve: (approvalRequest) =>
      resolveOutcome({ database, writer: path.writer }, approvalRequest),
  });
  return { reverse, documents, approvalRequestKinds };
}
