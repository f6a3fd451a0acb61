// Lists all background tasks of a node; each is one function that does one round.

import type { TaskName } from '@jokko/contract/portal';

export interface Task {
  name: string;
  everyMs: number;
  /** The same while nothing happens on any node (pace.ts). */
  quietMs?: number;
  /** One round. Returns true when there was more to do than one round takes: the next follows at once. */
  runOnce(): Promise<boolean>;
}
/** A task that the health page has a name for in both languages. */
export type NamedTask = Task & { name: TaskName };

export interface TaskDeps {
  leaseMs: number;
  dispatcher: { sweep(): Promise<number> };
  deliverer: { sweep(): Promise<boolean> };
  /** Opens and tries the breakers of routes, and lets go what waits for them. */
  breakers(): Promise<void>;
  releaseReplay(): Promise<boolean>;
  countBacklog(): Promise<void>;
  /** Executes approved requests that no node is executing. */
  executeApproved(): Promise<void>;
  /** Requests the settlements that are due by their schedule. */
  requestScheduled(): Promise<boolean>;
  /** Adds recent transfers to the float totals of the providers. */
  foldFloats(): Promise<boolean>;
  /** Lines of approved payout batches. */
  payouts: {
    pay(): Promise<boolean>;
    complete(): Promise<boolean>;
    purgeDrafts(): Promise<boolean>;
  };
  /** Reads uploaded statement files of providers. */
  statementFiles: { runOnce(): Promise<boolean> };
  /** Asks providers what they hold for us, and for their statements. */
  providerReports: { balances(): Promise<boolean>; statements(): Promise<boolean> };
  /** Notices of providers that wait for their attempt. */
  providerInbox: { sweep(): Promise<void>; purge(): Promise<boolean> };
  /** Orders that leave in files, and files of results. */
  providerFiles: { runOnce(): Promise<boolean> };
  /** Purges the delivery log of callbacks. */
  purge(): Promise<boolean>;
  /** Purges what test inboxes received. */
  purgeTestInboxes(): Promise<void>;
  /** Stores a report of each task's last round. */
  reportRounds(): Promise<void>;
  /** Makes the partitions of the coming months. */
  keepPeriodsAhead(): Promise<void>;
  /** Health of routes, carrier connections and receivers. */
  judgeHealth(): Promise<void>;
  renewLease(): Promise<void>;
  refreshCatalogue(): Promise<void>;
  refreshSmsRouting(): Promise<void>;
  readClock(): Promise<void>;
  certificates: { runOnce(): Promise<boolean> };
  replayProtection: { sweep(): Promise<boolean> };
  removeEndedSecrets(): Promise<void>;
  removeOldAddresses(): Promise<boolean>;
  purgeRecentSms(): Promise<boolean>;
  purgeSms(): Promise<boolean>;
  purgeInboundSms(): Promise<boolean>;
  smsDelivery: {
    binds(): Promise<void>;
    due(): void;
    lostLeases(): Promise<boolean>;
    rerouting(): Promise<boolean>;
    lostAnswers(): Promise<void>;
    finalise(): Promise<boolean>;
    countHours(): Promise<void>;
    reports(): Promise<boolean>;
    countWaiting(): Promise<void>;
    oldParts(): Promise<boolean>;
    oldInbound(): Promise<boolean>;
  };
  /** Purges ended sessions, one-time links, challenges and login attempts of the portal. */
  purgeUsersRows(): Promise<boolean>;
  /** Removes numbers and names of operations that are finished for long. */
  removePersonalData(): Promise<boolean>;
  /** What people are told by e-mail, SMS or webhook. */
  notifications: {
    deliver(): Promise<boolean>;
    mailNotices(): Promise<boolean>;
    purge(): Promise<boolean>;
  };
  /** Looks for what the operator must know of. */
  watchAlerts(): Promise<void>;
  /** Proves the books of yesterday. */
  proveMorning(): Promise<void>;
  /** Queues the reports that are due by e-mail. */
  sendReports(): Promise<boolean>;
  /** Checks that the audit log was not changed. */
  auditWatch: { check(): Promise<void> };
  /** The log of rejected requests. */
  requestLog: { flush(): Promise<boolean>; purge(): Promise<boolean> };
  /** Between commits and providers. */
  sends: { runOnce(): Promise<void>; retryForgotten(): Promise<void>; purge(): Promise<void> };
  statusLimits: {
    countNodes(): Promise<void>;
    exchange(): Promise<void>;
    reloadBlocks(): Promise<void>;
    removeStale(): Promise<boolean>;
  };
}

/** Interval of the search for due operations and callbacks. New ones never wait for it. */
const sweepMs = 400;
/** What waits for a route leaves by the second. */
const breakersMs = 1_000;
/** For the health page. */
const roundsMs = 15_000;
/** For metrics and the health page. */
const backlogMs = 15_000;
/** Trouble shows within a minute, and both a count and a judgement wait for a round. */
const healthMs = 10_000;
/** The delivery log is purged by days. */
const oldDeliveriesMs = 60_000;
/** Transfers since the last round are added whenever a float is read. */
const floatsMs = 15_000;
/** Requests are executed when they are approved; this is for nodes that stopped meanwhile. */
const approvalRequestsMs = 5_000;
/** Also how soon a node notices that it cannot write, or that its lease was ended. */
const renewMs = 1_000;
/** A batch is paid a few lines at a time; the lease of the lines limits how many in a second. */
const payoutsMs = 250;
/** A user is waiting on the page. */
const statementFilesMs = 1_000;
/** Each account's turn comes every ten minutes, each day's once. */
const providerReportsMs = 30_000;
const payoutResultsMs = 1_000;
/** The first retry of a notice is due after 5 s. */
const providerInboxMs = 2_000;
/** Files leave at minutes of an hour; a folder is looked into each time. */
const providerFilesMs = 1_000;
/** Schedules are due at an hour of a day. */
const schedulesMs = 5_000;
const clockMs = 1_000;
const certificatesMs = 60_000;
/** Nodes are notified of changes; this is for a lost notification. */
const catalogueMs = 5_000;
const smsRoutingMs = 5_000;
const blacklistMs = 5_000;
/** A stopped node is no longer counted this long after its lease; a new node announces itself. */
const nodesMs = 1_000;
/** Maximum delay until other nodes know of rejected status queries. */
const statusLimitsMs = 200;
const staleStatusLimitsMs = 30_000;
const oldSignaturesMs = 20_000;
const expiredSecretsMs = 60_000;
const oldAddressesMs = 60_000;
const recentSmsMs = 10_000;
/** Accepted messages wake their sender; this is for those accepted on other nodes and those that became due. */
const dueSmsMs = 250;
const smsBindsMs = 500;
/** Reports that come in this time share a callback. */
const smsReportsMs = 1_000;
const lostSmsMs = 1_000;
const reroutingMs = 5_000;
const waitingSmsMs = 5_000;
/** Developers look at a message that has no outcome. */
const lostAnswersMs = 2_000;
const finaliseSmsMs = 5_000;
/** An hour of messages each; the hours of a month are counted within an hour. */
const smsHoursMs = 5_000;
const oldSmsMs = 30_000;
const oldUsersRowsMs = 60_000;
/** Users wait for their e-mail. */
const notificationsMs = 1_000;
/** It reads two rows while the audit log stands still. */
const noticesMs = 3_000;
/** Of all nodes one looks. */
const alertsMs = 10_000;
/** Due once a day; the rounds wait for the doctor. */
const morningProofMs = 10_000;
/** Reports leave at an hour of a day. */
const reportsMs = 10_000;
const oldPersonalDataMs = 10_000;
/** Each round reads a few rows by key. */
const auditMs = 60_000;
/** Developers look for their rejected request at once. */
const rejectedRequestsMs = 500;
const oldRejectedRequestsMs = 60_000;
/** What was committed after the last mark can be lost unnoticed, unless it was sent. */
const highWaterMarkMs = 1_000;
/** What waits here waits for an operator, or for a provider's word. */
const forgottenMs = 5_000;
/** Segments are removed by the day. */
const oldSendJournalMs = 600_000;

/** They are made more than a month ahead; a sandbox whose clock was moved may want them sooner. */
const idPeriodsMs = 60_000;
/** While nothing happens: what is due by the clock alone, a retry or a status query, begins this much later at most. */
const quietDueMs = 2_000;
/** So does what a link to a carrier, a folder of a bank or this machine's clock brings. */
const quietOutsideMs = 5_000;
/** Everything else that no request, commit, notification or other node announces. */
const quietMs = 20_000;
const quietMsOf: ReadonlyMap<TaskName, number> = new Map([
  ['due operations', quietDueMs],
  ['due callbacks', quietDueMs],
  ['due SMS', quietDueMs],
  ['SMS binds', quietOutsideMs],
  ['provider files', quietOutsideMs],
  ['database clock', quietOutsideMs],
  ['notifications', quietOutsideMs],
]);

/** For a task that finishes its work in each round. */
const quiet = (run: () => Promise<unknown> | void) => async () => {
  await run();
  return false;
};

export function listTasks(deps: TaskDeps): NamedTask[] {
  return listAll(deps).map((task) => ({
    ...task,
    quietMs: quietMsOf.get(task.name) ?? Math.max(task.everyMs, quietMs),
  }));
}

function listAll(deps: TaskDeps): NamedTask[] {
  return [
    {
      name: 'node lease',
      everyMs: Math.min(renewMs, Math.floor(deps.leaseMs / 3)),
      runOnce: quiet(deps.renewLease),
    },
    {
      name: 'due operations',
      everyMs: sweepMs,
      runOnce: async () => (await deps.dispatcher.sweep()) > 0,
    },
    { name: 'route breakers', everyMs: breakersMs, runOnce: quiet(deps.breakers) },
    { name: 'due callbacks', everyMs: sweepMs, runOnce: deps.deliverer.sweep },
    { name: 'callback resends', everyMs: sweepMs, runOnce: deps.releaseReplay },
    { name: 'callback backlog', everyMs: backlogMs, runOnce: quiet(deps.countBacklog) },
    { name: 'health', everyMs: healthMs, runOnce: quiet(deps.judgeHealth) },
    {
      name: 'approved requests',
      everyMs: approvalRequestsMs,
      runOnce: quiet(deps.executeApproved),
    },
    { name: 'settlement schedules', everyMs: schedulesMs, runOnce: deps.requestScheduled },
    ...listProviderTasks(deps),
    { name: 'provider files', everyMs: providerFilesMs, runOnce: deps.providerFiles.runOnce },
    { name: 'due payouts', everyMs: payoutsMs, runOnce: deps.payouts.pay },
    { name: 'payout results', everyMs: payoutResultsMs, runOnce: deps.payouts.complete },
    { name: 'database clock', everyMs: clockMs, runOnce: quiet(deps.readClock) },
    { name: 'catalogue', everyMs: catalogueMs, runOnce: quiet(deps.refreshCatalogue) },
    { name: 'SMS routing', everyMs: smsRoutingMs, runOnce: quiet(deps.refreshSmsRouting) },
    { name: 'active nodes', everyMs: nodesMs, runOnce: quiet(deps.statusLimits.countNodes) },
    {
      name: 'rejected status queries',
      everyMs: statusLimitsMs,
      runOnce: quiet(deps.statusLimits.exchange),
    },
    { name: 'blacklist', everyMs: blacklistMs, runOnce: quiet(deps.statusLimits.reloadBlocks) },
    ...listSmsTasks(deps.smsDelivery),
    ...listRetentionTasks(deps),
    { name: 'audit log head', everyMs: auditMs, runOnce: quiet(deps.auditWatch.check) },
    { name: 'forgotten attempts', everyMs: forgottenMs, runOnce: quiet(deps.sends.retryForgotten) },
    { name: 'high-water mark', everyMs: highWaterMarkMs, runOnce: quiet(deps.sends.runOnce) },
    { name: 'id periods', everyMs: idPeriodsMs, runOnce: quiet(deps.keepPeriodsAhead) },
    { name: 'rejected requests', everyMs: rejectedRequestsMs, runOnce: deps.requestLog.flush },
    {
      name: 'callback certificates',
      everyMs: certificatesMs,
      runOnce: deps.certificates.runOnce,
    },
    ...listPeopleTasks(deps),
    { name: 'task reports', everyMs: roundsMs, runOnce: quiet(deps.reportRounds) },
  ];
}

/** What tells people. */
function listPeopleTasks(deps: TaskDeps): NamedTask[] {
  return [
    { name: 'alerts', everyMs: alertsMs, runOnce: quiet(deps.watchAlerts) },
    {
      name: 'notifications',
      everyMs: notificationsMs,
      runOnce: deps.notifications.deliver,
    },
    { name: 'morning proof', everyMs: morningProofMs, runOnce: quiet(deps.proveMorning) },
    { name: 'scheduled reports', everyMs: reportsMs, runOnce: deps.sendReports },
    { name: 'notices by e-mail', everyMs: noticesMs, runOnce: deps.notifications.mailNotices },
  ];
}

/** What providers hold for us, and what they say. */
function listProviderTasks(deps: TaskDeps): NamedTask[] {
  return [
    { name: 'provider floats', everyMs: floatsMs, runOnce: deps.foldFloats },
    {
      name: 'provider statements',
      everyMs: statementFilesMs,
      runOnce: deps.statementFiles.runOnce,
    },
    {
      name: 'pulled statements',
      everyMs: providerReportsMs,
      runOnce: deps.providerReports.statements,
    },
    {
      name: 'provider balances',
      everyMs: providerReportsMs,
      runOnce: deps.providerReports.balances,
    },
    {
      name: 'provider inbox',
      everyMs: providerInboxMs,
      runOnce: quiet(deps.providerInbox.sweep),
    },
  ];
}

function listSmsTasks(rounds: TaskDeps['smsDelivery']): NamedTask[] {
  return [
    { name: 'SMS binds', everyMs: smsBindsMs, runOnce: quiet(rounds.binds) },
    { name: 'due SMS', everyMs: dueSmsMs, runOnce: quiet(rounds.due) },
    { name: 'SMS of stopped nodes', everyMs: lostSmsMs, runOnce: rounds.lostLeases },
    { name: 'SMS on lost connections', everyMs: reroutingMs, runOnce: rounds.rerouting },
    { name: 'waiting SMS', everyMs: waitingSmsMs, runOnce: quiet(rounds.countWaiting) },
    { name: 'lost SMS answers', everyMs: lostAnswersMs, runOnce: quiet(rounds.lostAnswers) },
    { name: 'SMS reports', everyMs: smsReportsMs, runOnce: rounds.reports },
    { name: 'SMS without receipts', everyMs: finaliseSmsMs, runOnce: rounds.finalise },
    { name: 'SMS by operator', everyMs: smsHoursMs, runOnce: quiet(rounds.countHours) },
    { name: 'old SMS parts', everyMs: oldSmsMs, runOnce: rounds.oldParts },
    { name: 'old inbound SMS parts', everyMs: oldSmsMs, runOnce: rounds.oldInbound },
  ];
}

/** Tasks that purge data at the end of its retention. */
function listRetentionTasks(deps: TaskDeps): NamedTask[] {
  return [
    {
      name: 'expired payout drafts',
      everyMs: oldDeliveriesMs,
      runOnce: deps.payouts.purgeDrafts,
    },
    { name: 'old callback deliveries', everyMs: oldDeliveriesMs, runOnce: deps.purge },
    {
      name: 'old test callbacks',
      everyMs: oldDeliveriesMs,
      runOnce: quiet(deps.purgeTestInboxes),
    },
    { name: 'old provider notices', everyMs: oldDeliveriesMs, runOnce: deps.providerInbox.purge },
    { name: 'old signatures', everyMs: oldSignaturesMs, runOnce: deps.replayProtection.sweep },
    { name: 'expired secrets', everyMs: expiredSecretsMs, runOnce: quiet(deps.removeEndedSecrets) },
    { name: 'old IP addresses', everyMs: oldAddressesMs, runOnce: deps.removeOldAddresses },
    { name: 'duplicate SMS', everyMs: recentSmsMs, runOnce: deps.purgeRecentSms },
    { name: 'old SMS', everyMs: oldSmsMs, runOnce: deps.purgeSms },
    { name: 'old inbound SMS', everyMs: oldSmsMs, runOnce: deps.purgeInboundSms },
    { name: 'old sessions and links', everyMs: oldUsersRowsMs, runOnce: deps.purgeUsersRows },
    { name: 'old notifications', everyMs: oldUsersRowsMs, runOnce: deps.notifications.purge },
    { name: 'old personal data', everyMs: oldPersonalDataMs, runOnce: deps.removePersonalData },
    { name: 'old send journal', everyMs: oldSendJournalMs, runOnce: quiet(deps.sends.purge) },
    {
      name: 'old rejected requests',
      everyMs: oldRejectedRequestsMs,
      runOnce: deps.requestLog.purge,
    },
    {
      name: 'old status query counters',
      everyMs: staleStatusLimitsMs,
      runOnce: deps.statusLimits.removeStale,
    },
  ];
}
