// Runs the background tasks of a node. The heartbeat runs apart, so that it can be stopped last.

import { startAgainExitCode } from '../../cli/errors.ts';
import { approvalTasks, type ApprovalRequestKinds } from '../../backoffice/approvals/index.ts';
import { payoutTasks } from '../../backoffice/payouts/index.ts';
import { privacyTasks } from '../../backoffice/privacy/index.ts';
import { providerReportTasks } from '../../backoffice/provider-reports/index.ts';
import { reconciliationTasks } from '../../backoffice/reconciliation/index.ts';
import { settlementTasks } from '../../backoffice/settlements/index.ts';
import { userTasks } from '../../backoffice/users/index.ts';
import { smsAppTasks } from '../../messaging/applications/index.ts';
import { carrierBalanceTasks } from '../../messaging/carrier-balances/index.ts';
import { smsDeliveryTasks } from '../../messaging/delivery/index.ts';
import { accountTasks } from '../../payments/accounts/index.ts';
import { breakerTasks } from '../../payments/breakers/index.ts';
import { callbackTasks } from '../../payments/callbacks/index.ts';
import { ledgerTasks } from '../../payments/ledger/index.ts';
import { operationTasks } from '../../payments/operations/index.ts';
import { fileTasks } from '../../payments/provider-files/index.ts';
import { inboxTasks } from '../../payments/provider-inbox/index.ts';
import { replayProtectionTasks } from '../../payments/replay-protection/index.ts';
import { requestLogTasks, type RequestLog } from '../../payments/request-log/index.ts';
import { healthTasks, type HealthRounds } from '../../payments/route-health/index.ts';
import { statusLimitTasks } from '../../payments/status-limits/index.ts';
import { testInboxTasks } from '../../payments/test-inbox/index.ts';
import type { AuditWatch } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { keepPeriodsAhead } from '../../platform/db/id-periods.ts';
import { openPlace } from '../../platform/file-transport/index.ts';
import { createRounds } from '../../platform/health/index.ts';
import { quietOutsideMs, type Task } from '../../platform/task.ts';
import type { Caches } from '../start/caches.ts';
import type { ClockWatch } from '../start/clock-watch.ts';
import { leadsToSimulator } from '../start/connectors.ts';
import { createFileReader } from '../file-reader/index.ts';
import { endRun, whatFollows } from '../start/fresh-run.ts';
import type { NodeLease } from '../start/leases.ts';
import { runTasks } from './loop.ts';
import type { MoneyPath } from '../start/money-path.ts';
import type { GatewayOptions } from '../start/options.ts';
import type { Pace } from './pace.ts';
import type { Peers } from '../start/peers.ts';
import type { People } from '../start/people.ts';
import type { NodeSends } from '../start/sends.ts';
import type { SmsPath } from '../start/sms.ts';

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

/** Also how soon a node notices that it cannot write, or that its lease was ended. */
const renewMs = 1_000;
/**
 * Nobody waits for a task, and one that failed begins anew: so its statements may take longer than
 * others.
 */
const statementMs = 25_000;
const reportsMs = 15_000;

export function startBackground(
  { config, database: ordinary, log, cell, end = endRun }: GatewayOptions,
  caches: Caches,
  lease: NodeLease,
  path: BackgroundPath,
) {
  const database = ordinary.withDeadline(statementMs);
  const rounds = createRounds(database, config.nodeId);
  const given: Given = { config, database, log, caches, lease, path };
  const tasks: Task[] = [
    {
      name: 'node lease',
      everyMs: Math.min(renewMs, Math.floor(config.leaseMs / 3)),
      duringRecovery: true,
      runOnce: () => renewLease(lease, path, config.nodeId, log, end),
    },
    ...ownTasks(given),
    ...paymentTasks(given),
    ...smsAppTasks(database, smsRetentionOf(config)),
    ...smsDeliveryTasks(database, path.sms.delivery, smsRetentionOf(config)),
    ...carrierBalanceTasks(path.sms.balances),
    ...backOfficeTasks(given),
    ...path.people.tasks,
    {
      name: 'task reports',
      everyMs: reportsMs,
      // What is reported later than this looks late (platform/health/advice.ts).
      quietMs: reportsMs,
      duringRecovery: true,
      runOnce: rounds.write,
    },
  ];
  const here = tasks.filter(({ where }) => cell === undefined || where !== 'home');
  const isHeartbeat = ({ name }: Task): boolean => name === 'node lease';
  const heartbeat = runTasks(here.filter(isHeartbeat), log, rounds);
  const others = here.filter((task) => !isHeartbeat(task));
  const work = runTasks(whileInOrder(others, path.sends), log, { ...rounds, pace: path.pace });
  return { stopWork: work.stop, stopHeartbeat: heartbeat.stop };
}

const whileInOrder = (tasks: readonly Task[], { guard }: NodeSends): Task[] =>
  tasks.map((task) =>
    task.duringRecovery === true
      ? task
      : {
          ...task,
          runOnce: async () => guard.reason === null && (await task.runOnce()) === true,
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
    // Another process runs under our node id and owns our leases now; continuing would be two nodes
    // under one id.
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
  const nodes = lease.nodes();
  peers.update(nodes);
  const others = nodes.filter(({ incarnation }) => incarnation !== lease.incarnation);
  if (others.some(({ lives, busy }) => lives && busy)) pace.follow();
  if (!others.some(({ toEnd }) => toEnd)) return;
  const ended = await lease.endOthers();
  // What it held is free now.
  if (ended.length > 0) pace.follow();
  for (const other of ended) log.warn({ ended: other }, 'ended the lease of a node that is away');
}

interface Given extends Pick<GatewayOptions, 'config' | 'log'> {
  /** With the time that a task's statements may take. */
  database: Database;
  caches: Caches;
  lease: NodeLease;
  path: BackgroundPath;
}

/** What the node does for itself. */
const ownTasks = ({ database, caches, path: { auditWatch, clockWatch, sends, writer } }: Given) =>
  [
    {
      name: 'database clock',
      everyMs: 1_000,
      quietMs: quietOutsideMs,
      duringRecovery: true,
      runOnce: clockWatch.look,
    },
    // Nodes are notified of changes; this is for a lost notification.
    {
      name: 'catalogue',
      everyMs: 5_000,
      duringRecovery: true,
      runOnce: caches.refreshCatalogue,
    },
    {
      name: 'SMS routing',
      everyMs: 5_000,
      duringRecovery: true,
      runOnce: caches.refreshSmsRouting,
    },
    // Each round reads a few rows by key.
    { name: 'audit log head', everyMs: 60_000, duringRecovery: true, runOnce: auditWatch.check },
    // What was committed after the last mark can be lost unnoticed, unless it was sent.
    { name: 'high-water mark', everyMs: 1_000, duringRecovery: true, runOnce: sends.runOnce },
    // What waits here waits for an operator, or for a provider's word.
    {
      name: 'forgotten attempts',
      everyMs: 5_000,
      runOnce: () => sends.retryForgotten(writer),
    },
    // Segments are removed by the day.
    { name: 'old send journal', everyMs: 600_000, runOnce: sends.purge },
    // They are made more than a month ahead; a sandbox whose clock was moved may want them sooner.
    { name: 'id periods', everyMs: 60_000, runOnce: () => keepPeriodsAhead(database) },
  ] satisfies Task[];

function paymentTasks({ config, database, caches, lease, path }: Given): Task[] {
  const { providerEvents } = path;
  return [
    ...operationTasks(path.dispatcher),
    ...breakerTasks({ ...caches, ...path, database, now: caches.clock.now }),
    ...callbackTasks(database, {
      ...path,
      retention: { answerDays: config.callbackLogDays, attemptDays: config.callbackAttemptDays },
    }),
    { name: 'callback certificates', everyMs: 60_000, runOnce: path.certificates.runOnce },
    ...healthTasks(path.health),
    ...ledgerTasks(database),
    ...inboxTasks({ database, providerEvents }),
    ...fileTasks({
      ...providerEvents,
      database,
      node: lease.incarnation,
      openPlace: (place) => openPlace(place, config.bankFilesDir),
      fileReader: createFileReader(),
    }),
    ...statusLimitTasks(caches.statusLimits),
    ...replayProtectionTasks(path.replayProtection),
    ...accountTasks(database),
    ...requestLogTasks(path.requestLog),
    ...testInboxTasks(database),
  ];
}

const backOfficeTasks = ({ config, database, log, caches, path }: Given): Task[] => [
  ...approvalTasks({ database, kinds: path.approvalRequestKinds }),
  ...settlementTasks(database),
  ...payoutTasks({
    ...caches,
    database,
    initiate: path.initiate,
    onError: (error) => log.warn({ reason: String(error) }, 'payout not sent'),
  }),
  ...reconciliationTasks(database),
  ...providerReportTasks({
    database,
    catalogue: caches.catalogue,
    providers: path.providers,
    isSimulated: (provider) => leadsToSimulator(config, provider),
    log,
  }),
  ...userTasks(database),
  ...privacyTasks(database, config.personalDataDays),
];

const smsRetentionOf = ({ smsTextDays: textDays, smsDays: days }: GatewayOptions['config']) => ({
  textDays,
  days,
});
