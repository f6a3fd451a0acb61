// The part of the database that a group of commands sees before its commit, and its changes.

import { emptyBalance, type BalanceRow, type TransferRow } from '../../ledger/index.ts';
import type {
  CallbackAccount,
  CallbackSource,
  CallbackWrite,
  ComposedCallback,
} from '../../callbacks/index.ts';
import type { OperationTerms, Operation, OperationState } from '../model/operation.ts';
import type { Usage } from './rules.ts';
import type { StoredState } from '../queries/store.ts';
import type { AttemptWrite, ClosedCase, OperationCase, Transition } from './store-write.ts';

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
  /** Ids of operations with an open case that their outcome closes. */
  withOutcomeCase: Set<string>;
  /**
   * Operations that have a provider reference of the group's results already, by `referenceKey`.
   */
  referenceOwners: Map<string, string>;
  /**
   * Ids of operations to be taken back whose movement at the provider users have corrected already.
   */
  corrected: ReadonlySet<string>;
  paidBills: Set<string>;
  usage: Usage;
  composeCallback(terms: CallbackSource): ComposedCallback;
}

/** What the writer must store afterwards. */
export interface Changes {
  opened: Operation[];
  advanced: Map<string, { terms: OperationTerms; state: OperationState }>;
  /**
   * Attempts that one of `newAttempts` replaces. They are written first, since an operation has one
   * live attempt at most.
   */
  replacedAttempts: AttemptWrite[];
  newAttempts: AttemptWrite[];
  changedAttempts: Map<string, AttemptWrite>;
  transitions: Transition[];
  transfers: TransferRow[];
  balances: Set<BalanceRow>;
  callbacks: CallbackWrite[];
  operationCases: OperationCase[];
  casesClosed: ClosedCase[];
  billsReserved: { terms: OperationTerms; accountNumber: string; reference: string }[];
  /** Operations that ended without success. Operations of other services are passed over. */
  billsReleased: OperationTerms[];
}

export function noChanges(): Changes {
  return {
    opened: [],
    advanced: new Map(),
    replacedAttempts: [],
    newAttempts: [],
    changedAttempts: new Map(),
    transitions: [],
    transfers: [],
    balances: new Set(),
    callbacks: [],
    operationCases: [],
    casesClosed: [],
    billsReserved: [],
    billsReleased: [],
  };
}

export const externalKey = (accountId: number, externalId: string): string =>
  `${accountId} ${externalId}`;

export const balanceKey = (accountId: number, currency: string): string =>
  `${accountId} ${currency}`;

export const referenceKey = (route: string, providerReference: string): string =>
  `${route} ${providerReference}`;

export const billKey = (codeService: string, accountNumber: string, reference: string): string =>
  JSON.stringify([codeService, accountNumber, reference]);

export function balanceOf(terms: OperationTerms, view: View): BalanceRow {
  const key = balanceKey(terms.accountId, terms.currency);
  let balance = view.balances.get(key);
  if (balance === undefined) {
    balance = emptyBalance(terms.accountId, terms.currency, view.balances.values());
    view.balances.set(key, balance);
  }
  return balance;
}
