// How are many commands decided at once? One after the other, each on the view that the ones before it left, all in memory; the writer
// loads the view before and writes it after, in one transaction. A refused command leaves the view as it was.

import { postingsOf, applyTransfer, type BalanceRow, type LedgerEvent, type TransferRow } from '../ledger/index.ts';
import type { CallbackAccount, CallbackFacts, CallbackWrite, ComposedCallback } from '../callbacks/index.ts';
import { advance, decisionOf } from './advance.ts';
import { endingReason } from './ending.ts';
import type { AdvanceCommand, AdvanceResult, Command, OpenCommand, OpenResult, Refusal } from './commands.ts';
import type { Facts, Operation, OperationState } from './operation.ts';
import { ruleBroken, type Usage } from './rules.ts';
import { isFinal } from './states.ts';
import type { StoredState } from './store.ts';
import type { AttemptWrite, ClosedCase, Discrepancy, Transition } from './store-write.ts';

export interface LockedAccount extends CallbackAccount {
  id: number;
  version: number;
  suspended: boolean;
}

/** What the writer loaded under the lock. */
export interface View {
  now: Date;
  /** Incarnation of this node. */
  node: number;
  catalogueVersion: number;
  accounts: Map<number, LockedAccount>;
  balances: Map<string, BalanceRow>;
  /** Stored operations that have the external id of an opening, by `externalKey`. */
  openedBefore: Map<string, Operation>;
  states: Map<string, StoredState>;
  /** Ids of operations to be taken back whose movement at the provider persons have corrected already. */
  corrected: ReadonlySet<string>;
  paidBills: Set<string>;
  usage: Usage;
  composeCallback(facts: CallbackFacts): ComposedCallback;
}

/** What the writer must store afterwards. */
export interface Changes {
  opened: Operation[];
  advanced: Map<string, { facts: Facts; state: OperationState }>;
  newAttempts: AttemptWrite[];
  changedAttempts: Map<string, AttemptWrite>;
  transitions: Transition[];
  transfers: TransferRow[];
  balances: Set<BalanceRow>;
  callbacks: CallbackWrite[];
  discrepancies: Discrepancy[];
  casesClosed: ClosedCase[];
  billsReserved: { facts: Facts; accountNumber: string; reference: string }[];
  /** Operations that ended without success; those of other services are passed over. */
  billsReleased: Facts[];
}

export function noChanges(): Changes {
  return {
    opened: [],
    advanced: new Map(),
    newAttempts: [],
    changedAttempts: new Map(),
    transitions: [],
    transfers: [],
    balances: new Set(),
    callbacks: [],
    discrepancies: [],
    casesClosed: [],
    billsReserved: [],
    billsReleased: [],
  };
}

export const externalKey = (accountId: number, externalId: string): string => `${accountId} ${externalId}`;
export const balanceKey = (accountId: number, currency: string): string => `${accountId} ${currency}`;
export const billKey = (codeService: string, accountNumber: string, reference: string): string =>
  JSON.stringify([codeService, accountNumber, reference]);

/** Error catalogue id: the developer's balance is too low. */
const insufficientBalanceErrorId = 26;

export function decide(command: Command, view: View, changes: Changes): OpenResult | AdvanceResult {
  return command.type === 'open' ? open(command, view, changes) : advanceOperation(command, view, changes);
}

function open(command: OpenCommand, view: View, changes: Changes): OpenResult {
  const { facts } = command;
  const key = externalKey(facts.accountId, facts.externalId);
  const before = view.openedBefore.get(key);
  if (before !== undefined)
    return before.facts.fingerprint === facts.fingerprint ? { type: 'replayed', operation: before } : { type: 'conflict' };
  const account = view.accounts.get(facts.accountId);
  if (account === undefined || account.version !== command.accountVersion || view.catalogueVersion !== command.catalogueVersion) {
    return { type: 'stale' };
  }
  const bill = command.bill;
  if (bill !== null && view.paidBills.has(billKey(facts.codeService, bill.accountNumber, bill.reference))) return { type: 'billPaid' };
  const operation = openedOperation(command, view, changes);
  changes.opened.push(operation);
  view.openedBefore.set(key, operation);
  view.states.set(facts.id, operation);
  if (operation.state.state === 'FAILED') {
    // The event feed reads the history, so what ends in its opening has one too.
    changes.transitions.push({ facts, from: 'READY', to: 'FAILED', reason: `refuse: error ${operation.state.errorId}` });
    addCallback(operation, view, changes);
    return { type: 'opened', operation };
  }
  if (command.attempt !== null) changes.newAttempts.push({ facts, attempt: command.attempt });
  if (command.rules !== null) view.usage.add(facts, view.now);
  if (bill !== null) {
    view.paidBills.add(billKey(facts.codeService, bill.accountNumber, bill.reference));
    changes.billsReserved.push({ facts, ...bill });
  }
  return { type: 'opened', operation };
}

/** Takes the hold when the ledger and the rules allow the operation; a refused one is FAILED from the start. */
function openedOperation(command: OpenCommand, view: View, changes: Changes): Operation {
  const { facts } = command;
  const balance = balanceOf(facts, view);
  const balanceBefore = balance.available;
  const refusal =
    command.refusal ?? (command.rules === null ? null : ruleBroken(facts, command.rules, view.usage, view.now)) ?? shortage(facts, balance);
  if (refusal === null) post(facts, [{ type: 'opened' }], view, changes);
  const sending = refusal === null && command.attempt !== null;
  return {
    facts,
    state: {
      state: refusal !== null ? 'FAILED' : sending ? 'SENDING' : 'READY',
      stage: null,
      challenge: null,
      errorId: refusal?.errorId ?? null,
      errorMessage: refusal?.message ?? null,
      proof: refusal === null ? null : 'refused_at_opening',
      providerReference: null,
      voucher: null,
      attempts: sending ? 1 : 0,
      cancelRequested: false,
      nextStepAt: refusal === null ? view.now : null,
      leaseOwner: refusal === null && command.keepLease ? view.node : null,
      updatedAt: view.now,
    },
    balanceBefore,
    balanceAfter: balance.available,
    createdAt: view.now,
  };
}

function shortage(facts: Facts, balance: BalanceRow): Refusal | null {
  const needed = facts.direction === 'DEBIT' ? facts.amount + facts.commission : 0n;
  return balance.available < needed ? { errorId: insufficientBalanceErrorId, message: null } : null;
}

function advanceOperation(command: AdvanceCommand, view: View, changes: Changes): AdvanceResult {
  const { facts, happening } = command;
  const stored = view.states.get(facts.id);
  if (stored === undefined) throw new Error(`operation ${facts.id} is not stored`);
  const ignored: AdvanceResult = { type: 'ignored', operation: { facts, ...stored } };
  const next = advance(stored.state, command, view.now, view.node);
  if (next === null) {
    noteContradiction(command, stored.state, changes);
    return ignored;
  }
  // Two persons have booked that its money did not stay where the success had put it: it does not come back a second time.
  if (view.corrected.has(facts.id) && takesBack(command)) return ignored;
  const takesMoney = next.ledger.some((event) => event.type === 'refund_started') && facts.direction === 'CREDIT';
  if (takesMoney && balanceOf(facts, view).available < facts.amount) {
    if (happening.type === 'reverse') changes.discrepancies.push({ facts, kind: 'reversal_without_cover', evidence: happening.reason });
    return { type: 'refused', refusal: { errorId: insufficientBalanceErrorId, message: null } };
  }
  record(command, stored, next, view, changes);
  return { type: 'advanced', operation: { facts, ...stored, state: next.state }, attempt: next.attempt };
}

/** Whether a success is to be taken back, by us or by the provider. */
export const takesBack = ({ happening: { type } }: AdvanceCommand): boolean => type === 'refund' || type === 'reverse';

function record(
  command: AdvanceCommand,
  stored: StoredState,
  next: NonNullable<ReturnType<typeof advance>>,
  view: View,
  changes: Changes,
): void {
  const { facts, happening } = command;
  const from = stored.state.state;
  post(facts, next.ledger, view, changes);
  view.states.set(facts.id, { ...stored, state: next.state });
  changes.advanced.set(facts.id, { facts, state: next.state });
  if (next.attempt !== null) {
    const write = { facts, attempt: next.attempt };
    if (next.attemptIsNew) changes.newAttempts.push(write);
    else changes.changedAttempts.set(`${facts.id} ${next.attempt.number}`, write);
  }
  // While REFUNDING the refund's own attempt has a history too; a look that brought nothing new has no part in it.
  if (next.state.state !== from || (from === 'REFUNDING' && happening.type !== 'look'))
    changes.transitions.push({ facts, from, to: next.state.state, reason: next.reason });
  if (happening.type === 'look' && happening.escalate) {
    changes.discrepancies.push({
      facts,
      kind: 'unknown_outcome',
      evidence: `no word from the provider after ${next.attempt?.looks ?? 0} look-ups`,
    });
  }
  closeCase(command, stored, next.state, view, changes);
  const arrived = from !== 'REFUNDING' && (next.state.state === 'SUCCESS' || next.state.state === 'FAILED');
  if (arrived) addCallback({ facts, ...stored, state: next.state }, view, changes, from);
  const takenBack = next.state.state === 'CANCELED' || next.state.state === 'REFUNDED' ? next.state.state : null;
  if (takenBack !== null) addSecondCallback({ facts, ...stored, state: next.state }, endingReason(from, takenBack), view, changes);
  if (facts.details.extra.type === 'bill' && isFinal(next.state.state) && next.state.state !== 'SUCCESS') changes.billsReleased.push(facts);
}

/** No escalation comes before: a younger operation has no case, and nothing is asked of the database. */
const escalatedAfterMs = 5 * 60_000;

/** An outcome that is known now waits for no human any more, whether persons decided it or the provider's word came at last. */
function closeCase({ facts, happening }: AdvanceCommand, stored: StoredState, next: OperationState, view: View, changes: Changes): void {
  const ends = next.state !== stored.state.state && isFinal(next.state);
  const decision = decisionOf(happening);
  if (!ends || (decision === null && view.now.getTime() - stored.createdAt.getTime() < escalatedAfterMs)) return;
  const resolution = decision === null ? 'settled' : happening.type === 'succeed' ? 'executed' : 'not_executed';
  changes.casesClosed.push({ facts, resolution, note: decision?.ground ?? null, wishId: decision?.wishId ?? null });
}

/** News that a final state denies is never applied; a human must see it (F27). What persons decided too late is no news. */
function noteContradiction({ facts, happening, attempt }: AdvanceCommand, present: OperationState, changes: Changes): void {
  if (attempt === null || attempt.number !== present.attempts || decisionOf(happening) !== null) return;
  if (happening.type === 'succeed' && (present.state === 'FAILED' || present.state === 'CANCELED')) {
    changes.discrepancies.push({ facts, kind: 'late_success', evidence: `provider reports success, state is ${present.state}` });
  }
  if (happening.type === 'fail' && present.state === 'SUCCESS' && attempt.purpose === 'execute') {
    changes.discrepancies.push({
      facts,
      kind: 'late_failure',
      evidence: `provider reports failure ${happening.refusal.errorId}, state is SUCCESS`,
    });
  }
}

function post(facts: Facts, events: LedgerEvent[], view: View, changes: Changes): void {
  const balance = balanceOf(facts, view);
  for (const event of events) {
    for (const transfer of postingsOf(event, facts)) {
      applyTransfer(balance, transfer);
      changes.balances.add(balance);
      changes.transfers.push({
        ...transfer,
        accountId: facts.accountId,
        operationId: facts.id,
        currency: facts.currency,
        availableAfter: balance.available,
      });
    }
  }
}

function balanceOf(facts: Facts, view: View): BalanceRow {
  const key = balanceKey(facts.accountId, facts.currency);
  let balance = view.balances.get(key);
  if (balance === undefined) {
    balance = { account_id: facts.accountId, currency: facts.currency, available: 0n, held: 0n };
    view.balances.set(key, balance);
  }
  return balance;
}

/** A link service's answer may still be on its way while the provider's word is awaited, at most this long (rule O10). */
const linkAnswerMaxMs = 4_000;

function addCallback(operation: Operation, view: View, changes: Changes, from?: string): void {
  const { facts } = operation;
  if (facts.callbackUrl === null) return;
  const account = view.accounts.get(facts.accountId)!;
  const callback = view.composeCallback({ ...operation, currentBalance: balanceOf(facts, view).available, account });
  const answerOpen = facts.linkToken !== null && from === 'SENDING';
  // Relative to this commit, which is never before the answer of a service without a link could leave.
  const waitMs = account.callbackGraceMs + (answerOpen ? linkAnswerMaxMs : 0);
  changes.callbacks.push({ ...callback, waitMs, nextAttemptAt: new Date(view.now.getTime() + waitMs) });
}

/** CANCELED and REFUNDED, for accounts that asked for it (rule C1). */
function addSecondCallback(operation: Operation, reason: string, view: View, changes: Changes): void {
  const account = view.accounts.get(operation.facts.accountId)!;
  if (account.secondCallbackUrl === null) return;
  const callback = view.composeCallback({ ...operation, currentBalance: balanceOf(operation.facts, view).available, account, reason });
  const waitMs = account.callbackGraceMs;
  changes.callbacks.push({ ...callback, waitMs, nextAttemptAt: new Date(view.now.getTime() + waitMs) });
}
