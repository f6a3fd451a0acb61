// What does a node do by itself? The whole list; each task is one function that does one round.

import type { TaskName } from '@jokko/contract/portal';

export interface Task {
  name: string;
  everyMs: number;
  /** One round. Returns true when there was more to do than one round takes: the next follows at once. */
  runOnce(): Promise<boolean>;
}
/** One that the page of health has words for. */
type NamedTask = Task & { name: TaskName };

export interface TaskDeps {
  leaseMs: number;
  dispatcher: { sweep(): Promise<number> };
  deliverer: { sweep(): Promise<boolean> };
  releaseReplay(): Promise<boolean>;
  countBacklog(): Promise<void>;
  /** Wishes that were approved and that no node is carrying out. */
  carryOutLeft(): Promise<void>;
  /** Settlements that schedules ask for. */
  takeTurns(): Promise<boolean>;
  /** Sums of what moved between us and the providers. */
  foldFloats(): Promise<boolean>;
  /** Lines of approved batches. */
  payouts: { pay(): Promise<boolean>; settle(): Promise<boolean>; forgetDrafts(): Promise<boolean> };
  /** Of providers, as they were uploaded. */
  statementFiles: { runOnce(): Promise<boolean> };
  /** Of the delivery log. */
  forgetOld(): Promise<boolean>;
  /** What each task's last round was like. */
  noteRounds(): Promise<void>;
  renewLease(): Promise<void>;
  refreshCatalogue(): Promise<void>;
  refreshSmsRouting(): Promise<void>;
  readClock(): Promise<void>;
  certificates: { runOnce(): Promise<boolean> };
  signedRequests: { sweep(): Promise<boolean> };
  removeEndedSecrets(): Promise<void>;
  removeOldAddresses(): Promise<boolean>;
  forgetRecentSms(): Promise<boolean>;
  forgetOldSms(): Promise<boolean>;
  forgetOldInboundSms(): Promise<boolean>;
  smsDelivery: {
    binds(): Promise<void>;
    due(): void;
    lostClaims(): Promise<boolean>;
    stuck(): Promise<boolean>;
    settle(): Promise<boolean>;
    countWaiting(): Promise<void>;
    oldParts(): Promise<boolean>;
    oldInbound(): Promise<boolean>;
  };
  /** Ended sessions, links, challenges and tries of the portal. */
  forgetOldPeopleRows(): Promise<boolean>;
  /** Whether the audit log is still what it was. */
  auditWatch: { look(): Promise<void> };
  /** Of the log of refused calls. */
  refusals: { flush(): Promise<boolean>; forgetOld(): Promise<boolean> };
  lookUps: { countNodes(): Promise<void>; exchange(): Promise<void>; reloadBlocks(): Promise<void>; removeStale(): Promise<boolean> };
}

/** Due operations and callbacks are looked for this often; fresh ones never wait for it. */
const sweepMs = 400;
/** For an operator who looks at how the tasks do. */
const roundsMs = 15_000;
/** For the figures of an operator, who looks at them this often. */
const backlogMs = 15_000;
/** The delivery log is forgotten by the day. */
const oldDeliveriesMs = 60_000;
/** What is not summed up yet is added at each look. */
const floatsMs = 15_000;
/** Wishes are carried out as they are approved; this is for nodes that stopped meanwhile. */
const wishesMs = 5_000;
/** A batch is paid a few lines at a time; how many in a second is said where they are claimed. */
const payoutsMs = 250;
/** Somebody looks at the page and waits. */
const statementFilesMs = 1_000;
const payoutResultsMs = 1_000;
/** Turns come at an hour of a day. */
const turnsMs = 5_000;
const clockMs = 1_000;
const certificatesMs = 60_000;
/** Changes are notified; this is for the case that a notification got lost. */
const catalogueMs = 5_000;
const smsRoutingMs = 5_000;
const blacklistMs = 5_000;
/** A node that has gone is no longer counted after its lease and this long; one that comes says so. */
const nodesMs = 1_000;
/** How far behind the refused look-ups of one node may be on another. */
const lookUpsMs = 200;
const staleLookUpsMs = 30_000;
const oldSignaturesMs = 20_000;
const endedSecretsMs = 60_000;
const oldAddressesMs = 60_000;
const recentSmsMs = 10_000;
/** Accepted messages wake their sender; this is for those accepted on other nodes, and those whose time has come. */
const dueSmsMs = 250;
const smsBindsMs = 500;
const lostSmsMs = 1_000;
const stuckSmsMs = 5_000;
const settledSmsMs = 5_000;
const oldSmsMs = 30_000;
const oldPeopleRowsMs = 60_000;
/** Each look reads a few rows by their keys. */
const auditMs = 60_000;
/** Who made a mistake looks for it at once. */
const refusalsMs = 500;
const oldRefusalsMs = 60_000;

export function listTasks(deps: TaskDeps): NamedTask[] {
  const quiet = (run: () => Promise<unknown>) => async () => {
    await run();
    return false;
  };
  return [
    { name: 'heartbeat', everyMs: Math.floor(deps.leaseMs / 3), runOnce: quiet(deps.renewLease) },
    { name: 'due operations', everyMs: sweepMs, runOnce: async () => (await deps.dispatcher.sweep()) > 0 },
    { name: 'due callbacks', everyMs: sweepMs, runOnce: deps.deliverer.sweep },
    { name: 'replays', everyMs: sweepMs, runOnce: deps.releaseReplay },
    { name: 'callback backlog', everyMs: backlogMs, runOnce: quiet(deps.countBacklog) },
    { name: 'approved wishes', everyMs: wishesMs, runOnce: quiet(deps.carryOutLeft) },
    { name: 'schedules of settlements', everyMs: turnsMs, runOnce: deps.takeTurns },
    { name: 'floats of providers', everyMs: floatsMs, runOnce: deps.foldFloats },
    { name: 'statement files of providers', everyMs: statementFilesMs, runOnce: deps.statementFiles.runOnce },
    { name: 'due payouts', everyMs: payoutsMs, runOnce: deps.payouts.pay },
    { name: 'results of payouts', everyMs: payoutResultsMs, runOnce: deps.payouts.settle },
    { name: 'forgotten drafts of payouts', everyMs: oldDeliveriesMs, runOnce: deps.payouts.forgetDrafts },
    { name: 'old deliveries', everyMs: oldDeliveriesMs, runOnce: deps.forgetOld },
    { name: 'database clock', everyMs: clockMs, runOnce: quiet(deps.readClock) },
    { name: 'catalogue', everyMs: catalogueMs, runOnce: quiet(deps.refreshCatalogue) },
    { name: 'SMS routing', everyMs: smsRoutingMs, runOnce: quiet(deps.refreshSmsRouting) },
    { name: 'living nodes', everyMs: nodesMs, runOnce: quiet(deps.lookUps.countNodes) },
    { name: 'refused look-ups', everyMs: lookUpsMs, runOnce: quiet(deps.lookUps.exchange) },
    { name: 'blacklist', everyMs: blacklistMs, runOnce: quiet(deps.lookUps.reloadBlocks) },
    { name: 'old signatures', everyMs: oldSignaturesMs, runOnce: deps.signedRequests.sweep },
    { name: 'ended secrets', everyMs: endedSecretsMs, runOnce: quiet(deps.removeEndedSecrets) },
    { name: 'old addresses', everyMs: oldAddressesMs, runOnce: deps.removeOldAddresses },
    { name: 'equal SMS', everyMs: recentSmsMs, runOnce: deps.forgetRecentSms },
    { name: 'old SMS', everyMs: oldSmsMs, runOnce: deps.forgetOldSms },
    { name: 'old inbound SMS', everyMs: oldSmsMs, runOnce: deps.forgetOldInboundSms },
    ...listSmsTasks(deps.smsDelivery),
    { name: 'old rows of people', everyMs: oldPeopleRowsMs, runOnce: deps.forgetOldPeopleRows },
    { name: 'head of the audit log', everyMs: auditMs, runOnce: quiet(deps.auditWatch.look) },
    { name: 'refused calls', everyMs: refusalsMs, runOnce: deps.refusals.flush },
    { name: 'old refused calls', everyMs: oldRefusalsMs, runOnce: deps.refusals.forgetOld },
    { name: 'certificates of receivers', everyMs: certificatesMs, runOnce: deps.certificates.runOnce },
    { name: 'notes of tasks', everyMs: roundsMs, runOnce: quiet(deps.noteRounds) },
    { name: 'stale look-ups', everyMs: staleLookUpsMs, runOnce: deps.lookUps.removeStale },
  ];
}

function listSmsTasks(rounds: TaskDeps['smsDelivery']): NamedTask[] {
  const quiet = (run: () => Promise<void> | void) => async () => {
    await run();
    return false;
  };
  return [
    { name: 'SMS binds', everyMs: smsBindsMs, runOnce: quiet(rounds.binds) },
    { name: 'due SMS', everyMs: dueSmsMs, runOnce: quiet(rounds.due) },
    { name: 'SMS of nodes that are gone', everyMs: lostSmsMs, runOnce: rounds.lostClaims },
    { name: 'SMS on links that are down', everyMs: stuckSmsMs, runOnce: rounds.stuck },
    { name: 'waiting SMS', everyMs: backlogMs, runOnce: quiet(rounds.countWaiting) },
    { name: 'SMS without receipts', everyMs: settledSmsMs, runOnce: rounds.settle },
    { name: 'old parts of SMS', everyMs: oldSmsMs, runOnce: rounds.oldParts },
    { name: 'old parts of inbound SMS', everyMs: oldSmsMs, runOnce: rounds.oldInbound },
  ];
}
