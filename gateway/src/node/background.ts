// Runs the background tasks of a node. The heartbeat runs apart, so that it can be stopped last.

import type { TaskName } from '@jokko/contract/portal';
import { startAgainExitCode } from '../cli/errors.ts';
import { type Caches } from './caches.ts';
import { removeEndedSecrets, removeOldAddresses } from '../payments/accounts/index.ts';
import { createBreakerRounds } from '../payments/breakers/index.ts';
import { countBacklog, purge, releaseReplay } from '../payments/callbacks/index.ts';
import { foldFloats } from '../payments/ledger/index.ts';
import { purgeMessages, purgeRecent } from '../messaging/applications/index.ts';
import { purgeInbound } from '../messaging/delivery/index.ts';
import type { GatewayOptions } from './options.ts';
import { executeApproved, type ApprovalRequestKinds } from '../backoffice/approvals/index.ts';
import { type AuditWatch } from '../platform/audit/index.ts';
import type { Provider } from '../payments/operations/index.ts';
import { createFileRounds } from '../payments/provider-files/index.ts';
import { openPlace } from '../platform/file-transport/index.ts';
import { purgeInbox, sweepInbox } from '../payments/provider-inbox/index.ts';
import { purgeDeliveries } from '../payments/test-inbox/index.ts';
import type { HealthRounds } from '../payments/route-health/index.ts';
import { createRounds } from '../platform/health/index.ts';
import { type RequestLog } from '../payments/request-log/index.ts';
import { createCompleter, purgeDrafts, payDue } from '../backoffice/payouts/index.ts';
import {
  createBalanceReader,
  createStatementPuller,
} from '../backoffice/provider-reports/index.ts';
import { createReconciler } from '../backoffice/reconciliation/index.ts';
import { purgeUsersRows } from '../backoffice/users/index.ts';
import { createRemovalRounds } from '../backoffice/privacy/index.ts';
import { requestScheduled } from '../backoffice/settlements/index.ts';
import { type SmsPath } from './sms.ts';
import { type NodeSends } from './sends.ts';
import { type ClockWatch } from './clock-watch.ts';
import { type NodeLease } from './leases.ts';
import { type Pace } from './pace.ts';
import { type Peers } from './peers.ts';
import { type People } from './people.ts';
import { leadsToSimulator } from './connectors.ts';
import { createFileReader } from './file-reader/index.ts';
import { endRun, whatFollows } from './fresh-run.ts';
import { runTasks } from './loop.ts';
import { listTasks, type NamedTask, type Task, type TaskDeps } from './tasks.ts';
import type { Database } from '../platform/db/database.ts';
import { keepPeriodsAhead } from '../platform/db/id-periods.ts';
import { type MoneyPath } from './money-path.ts';

/** What the tasks drive. */
type BackgroundPath = MoneyPath & {
  sms: SmsPath;
  sends: NodeSends;
  approvalRequestKinds: ApprovalRequestKinds;
  requestLog: RequestLog;
  auditWatch: AuditWatch;
  clockWatch: ClockWatch;
  peers: Pick<Peers, 'update'>;
  people: Pick<People, 'tasks'>;
  pace: Pace;
  health: HealthRounds;
};

/** Nobody waits for a task, and one that failed begins anew: so its statements may take longer than others. */
const statementMs = 25_000;

export function startBackground(
  { config, database: ordinary, log, cell, end = endRun }: GatewayOptions,
  caches: Caches,
  lease: NodeLease,
  path: BackgroundPath,
) {
  const {
    initiate,
    dispatcher,
    deliverer,
    replayProtection,
    certificates,
    backlog,
    sms,
    sends,
    approvalRequestKinds,
    requestLog,
    auditWatch,
    clockWatch,
  } = path;
  const database = ordinary.withDeadline(statementMs);
  const rounds = createRounds(database, config.nodeId);
  const tasks = listTasks({
    reportRounds: rounds.write,
    leaseMs: config.leaseMs,
    dispatcher,
    deliverer,
    breakers: breakerRounds(database, caches, path),
    releaseReplay: () => releaseReplay(database),
    countBacklog: async () => void Object.assign(backlog, await countBacklog(database)),
    executeApproved: () => executeApproved({ database, kinds: approvalRequestKinds }),
    requestScheduled: () => requestScheduled(database),
    foldFloats: () => foldFloats(database),
    payouts: payoutRounds(database, caches, initiate, log),
    statementFiles: createReconciler(database),
    providerReports: reportRounds(config, database, caches, path, log),
    providerInbox: inboxRounds(database, path),
    providerFiles: fileRounds(config, database, lease, path),
    ...path.people.tasks,
    ...retentionRounds(config, database),
    refreshCatalogue: caches.refreshCatalogue,
    refreshSmsRouting: caches.refreshSmsRouting,
    readClock: clockWatch.look,
    keepPeriodsAhead: () => keepPeriodsAhead(database),
    replayProtection,
    smsDelivery: sms.delivery.rounds,
    auditWatch,
    sends: { ...sends, retryForgotten: () => sends.retryForgotten(path.writer) },
    ...{ requestLog, certificates, statusLimits: caches.statusLimits },
    judgeHealth: path.health.runOnce,
    renewLease: () => renewLease(lease, path, config.nodeId, log, end),
  });
  const here = tasks.filter(({ name }) => cell === undefined || !homeTasks.has(name));
  const isHeartbeat = ({ name }: Task): boolean => name === 'node lease';
  const heartbeat = runTasks(here.filter(isHeartbeat), log, rounds);
  const others = here.filter((task) => !isHeartbeat(task));
  const work = runTasks(whileInOrder(others, sends), log, { ...rounds, pace: path.pace });
  return { stopWork: work.stop, stopHeartbeat: heartbeat.stop };
}

/** What is common to all cells, and done at home alone: reports and files of providers, and what users decide. */
const homeTasks: ReadonlySet<TaskName> = new Set([
  'health',
  'approved requests',
  'settlement schedules',
  'provider files',
  'due payouts',
  'payout results',
  'provider statements',
  'pulled statements',
  'provider balances',
  'alerts',
  'morning proof',
  'scheduled reports',
  'notifications',
  'old notifications',
]);

/** What a node does on a database that must be recovered: it looks after itself. Everything else would begin something, or report what is out of date. */
const alwaysRun: ReadonlySet<TaskName> = new Set([
  'node lease',
  'high-water mark',
  'database clock',
  'catalogue',
  'SMS routing',
  'active nodes',
  'audit log head',
  'task reports',
  // Somebody must learn of it.
  'alerts',
  'notifications',
]);

const whileInOrder = (tasks: readonly NamedTask[], { guard }: NodeSends): Task[] =>
  tasks.map((task) =>
    alwaysRun.has(task.name)
      ? task
      : {
          ...task,
          runOnce: () => (guard.reason === null ? task.runOnce() : Promise.resolve(false)),
        },
  );

/** A node without its lease ends: what it held is another node's by now. */
async function renewLease(
  lease: NodeLease,
  { peers, pace }: Pick<BackgroundPath, 'peers' | 'pace'>,
  nodeId: string,
  log: GatewayOptions['log'],
  end: (exitCode: number) => void,
): Promise<void> {
  const outcome = await lease.renew(pace.isBusy());
  if (outcome === 'taken') {
    // Another process runs under our node id and owns our leases now; continuing would be two nodes under one id.
    log.fatal({ nodeId }, 'another node uses this node id');
    return end(1);
  }
  if (outcome === 'ended') {
    log.fatal(
      { nodeId },
      `another node ended the lease of this node, which was away; ${whatFollows()}`,
    );
    return end(startAgainExitCode);
  }
  const nodes = await lease.readNodes();
  peers.update(nodes);
  const others = nodes.filter(({ incarnation }) => incarnation !== lease.incarnation);
  if (others.some(({ lives, busy }) => lives && busy)) pace.follow();
  if (!others.some(({ toEnd }) => toEnd)) return;
  const ended = await lease.endOthers();
  // What it held is free now.
  if (ended.length > 0) pace.follow();
  for (const other of ended) log.warn({ ended: other }, 'ended the lease of a node that is away');
}

function reportRounds(
  config: GatewayOptions['config'],
  database: Database,
  { catalogue }: Caches,
  { providers }: MoneyPath,
  log: GatewayOptions['log'],
): TaskDeps['providerReports'] {
  const isSimulated = (provider: Provider): boolean => leadsToSimulator(config, provider);
  const deps = { database, catalogue, providers, isSimulated, log };
  return {
    balances: createBalanceReader(deps).runOnce,
    statements: createStatementPuller(deps).runOnce,
  };
}

const breakerRounds = (
  database: Database,
  { catalogue, breakers, clock }: Caches,
  { writer, providers }: MoneyPath,
): TaskDeps['breakers'] =>
  createBreakerRounds({ database, catalogue, breakers, writer, providers, now: clock.now }).runOnce;

const inboxRounds = (
  database: Database,
  { providerEvents }: MoneyPath,
): TaskDeps['providerInbox'] => ({
  sweep: () => sweepInbox({ database, providerEvents }),
  purge: () => purgeInbox(database),
});

const fileRounds = (
  { bankFilesDir }: GatewayOptions['config'],
  database: Database,
  { incarnation: node }: NodeLease,
  { providerEvents }: MoneyPath,
): TaskDeps['providerFiles'] =>
  createFileRounds({
    ...providerEvents,
    database,
    node,
    openPlace: (place) => openPlace(place, bankFilesDir),
    fileReader: createFileReader(),
  });

function payoutRounds(
  database: Database,
  caches: Caches,
  initiate: MoneyPath['initiate'],
  log: GatewayOptions['log'],
): TaskDeps['payouts'] {
  return {
    pay: () =>
      payDue({
        ...caches,
        database,
        initiate,
        onError: (error) => log.warn({ reason: String(error) }, 'payout not sent'),
      }),
    complete: createCompleter(database),
    purgeDrafts: () => purgeDrafts(database),
  };
}

/** What is removed when its time is over. */
function retentionRounds(config: GatewayOptions['config'], database: Database) {
  const smsRetention = { textDays: config.smsTextDays, days: config.smsDays };
  return {
    purge: () =>
      purge(database, {
        answerDays: config.callbackLogDays,
        attemptDays: config.callbackAttemptDays,
      }),
    purgeTestInboxes: () => purgeDeliveries(database),
    removeEndedSecrets: () => removeEndedSecrets(database),
    removeOldAddresses: () => removeOldAddresses(database),
    purgeRecentSms: () => purgeRecent(database),
    purgeSms: () => purgeMessages(database, smsRetention),
    purgeInboundSms: () => purgeInbound(database, smsRetention),
    purgeUsersRows: () => purgeUsersRows(database),
    removePersonalData: createRemovalRounds(database, config.personalDataDays),
  };
}
