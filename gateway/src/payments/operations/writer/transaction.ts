// Loads and stores the data of one writer transaction in two round trips: everything to decide on,
// then everything decided together with the commit.

import { lockAccounts, lockStatements } from '../../../platform/db/account-locks.ts';
import type { Connection, Session, Statement } from '../../../platform/db/database.ts';
import type { WaitFor } from '../../../platform/db/group-commit.ts';
import { settleAll } from '../../../platform/db/settle-all.ts';
import { releaseBills, reserveBills } from '../../bills/index.ts';
import {
  insertCallbacks,
  type CallbackSource,
  type ComposedCallback,
} from '../../callbacks/index.ts';
import { loadBalances, writeBalances, writeTransfers } from '../../ledger/index.ts';
import { takesBack } from './group.ts';
import {
  balanceKey,
  billKey,
  externalKey,
  referenceKey,
  type Changes,
  type LockedAccount,
  type View,
} from './group-view.ts';
import type { AdvanceCommand, Command, OpenCommand } from '../model/commands.ts';
import { deleteMedia, hasMedia, insertMedia } from './media.ts';
import type { OperationTerms } from '../model/operation.ts';
import { loadUsage } from './rules.ts';
import { isFinal } from '../model/states.ts';
import { findByExternalIds, loadStates, type LockedStates } from '../queries/store.ts';
import {
  closeCases,
  insertAttempts,
  insertOperationCases,
  insertOperations,
  insertTransitions,
  isCorrection,
  updateAttempts,
  updateOperations,
} from './store-write.ts';

const accountColumns = `id, version, suspended, language, mirror_fields, callback_grace_ms,
  second_callback_url, jokko_now() as now,
      (select max(version) from catalogue) as catalogue_version`;
const accountLocks = lockStatements('lock_accounts', accountColumns);
const selectAccount: Statement = {
  name: 'select_account_of_preview',
  text: `select ${accountColumns} from account where id = $1`,
};
const selectPaidBills: Statement = {
  name: 'select_paid_bills',
  text: `select code_service, account_number, reference from bill_payment
    where (code_service, account_number, reference) in (select * from unnest($1::text[], $2::text[],
      $3::text[]))`,
};

/**
 * Exported for the test of its plan. `offset 0`: each reference is looked up; else a plan made
 * while the table is empty reads its whole index each time.
 */
export const selectReferenceOwners: Statement = {
  name: 'select_reference_owners',
  text: `select o.route, k.reference, o.id::text as id from unnest($1::text[]) as k(reference)
    cross join lateral (select route, id from operation
      where provider_reference = k.reference offset 0) o`,
};

const selectCorrected: Statement = {
  name: 'select_corrected_operations',
  text: `select k.id::text as id from unnest($1::bigint[], $2::integer[]) as k(id, account_id)
    where exists (select from transfer t where t.operation_id = k.id and t.account_id = k.account_id
      and ${isCorrection})
      -- Its refund was sent already, and is only forgotten.
      or exists (select from forgotten_attempt f
        where f.operation_id = k.id and f.account_id = k.account_id and f.purpose = 'refund'
          and f.resolved_at is null)`,
};

interface LockRow {
  id: number;
  version: number;
  suspended: boolean;
  language: 'fr' | 'en';
  mirror_fields: boolean;
  callback_grace_ms: number;
  second_callback_url: string | null;
  now: Date;
  catalogue_version: number | null;
}

export interface ViewDeps {
  node: number;
  composeCallback(terms: CallbackSource): ComposedCallback;
}

/**
 * Begins the transaction, locks the accounts and loads what the commands need. Each statement sees
 * what was committed before the lock. Null: somebody else holds all of the accounts.
 */
export async function loadView(
  connection: Connection,
  commands: Command[],
  deps: ViewDeps,
  waitFor: WaitFor,
): Promise<View | null> {
  const opens = commands.filter((command) => command.type === 'open');
  const restores = commands.filter((command) => command.type === 'restore');
  const advances = commands.filter((command) => command.type === 'advance');
  const accountIds = [...new Set(commands.map((command) => command.terms.accountId))].sort(
    (a, b) => a - b,
  );
  const [, locked, balances, openedBefore, states, referenceOwners, corrected, paidBills, usage] =
    await settleAll([
      connection.query({ name: 'begin', text: 'begin' }),
      lockAccounts<LockRow>(connection, accountLocks, accountIds, waitFor),
      loadBalances(connection, accountIds),
      loadOpenedBefore(connection, [...opens, ...restores]),
      loadAdvancedStates(connection, [...advances, ...restores]),
      loadReferenceOwners(connection, advances),
      loadCorrected(connection, advances.filter(takesBack)),
      loadPaidBills(connection, [...opens.flatMap(billOf), ...restores.flatMap(billOf)]),
      loadUsage(
        connection,
        [...opens.filter(({ rules }) => rules !== null), ...restores].map(({ terms }) => terms),
      ),
    ] as const);
  const first = locked[0];
  if (first === undefined) return null;
  return {
    now: first.now,
    node: deps.node,
    catalogueVersion: first.catalogue_version ?? 0,
    accounts: new Map(locked.map((row) => [row.id, lockedAccount(row)])),
    balances: new Map(balances.map((row) => [balanceKey(row.account_id, row.currency), row])),
    openedBefore,
    ...states,
    referenceOwners,
    corrected,
    paidBills,
    usage,
    composeCallback: deps.composeCallback,
  };
}

/**
 * What one opening needs, as it is at this moment: without a lock somebody else may change it
 * before the next statement. Nothing that is decided on it may be stored. Its callback is never
 * composed.
 */
export async function loadPreview(
  session: Session,
  { terms, rules }: Pick<OpenCommand, 'terms' | 'rules'>,
): Promise<View> {
  // One after the other: a question takes one connection from the payments, not five.
  const [account] = await session.query<LockRow>(selectAccount, [terms.accountId]);
  const balances = await loadBalances(session, [terms.accountId]);
  const openedBefore = await loadOpenedBefore(session, [{ terms }]);
  const paidBills = await loadPaidBills(session, billOf({ terms }));
  const usage = await loadUsage(session, rules === null ? [] : [terms]);
  if (account === undefined) throw new Error(`account ${terms.accountId} is not stored`);
  return {
    now: account.now,
    node: 0,
    catalogueVersion: account.catalogue_version ?? 0,
    accounts: new Map([[account.id, lockedAccount(account)]]),
    balances: new Map(balances.map((row) => [balanceKey(row.account_id, row.currency), row])),
    openedBefore,
    states: new Map(),
    withOutcomeCase: new Set(),
    referenceOwners: new Map(),
    corrected: new Set(),
    paidBills,
    usage,
    composeCallback: () => {
      throw new Error('a preview has no callback');
    },
  };
}

function lockedAccount(row: LockRow): LockedAccount {
  return {
    id: row.id,
    version: row.version,
    suspended: row.suspended,
    language: row.language,
    mirrorFields: row.mirror_fields,
    callbackGraceMs: row.callback_grace_ms,
    secondCallbackUrl: row.second_callback_url,
  };
}

async function loadOpenedBefore(
  connection: Session,
  opens: readonly Pick<OpenCommand, 'terms'>[],
): Promise<View['openedBefore']> {
  if (opens.length === 0) return new Map();
  const before = await findByExternalIds(
    connection,
    opens.map(({ terms }) => ({ accountId: terms.accountId, externalId: terms.externalId })),
  );
  return new Map(
    before.map((operation) => [
      externalKey(operation.terms.accountId, operation.terms.externalId),
      operation,
    ]),
  );
}

async function loadAdvancedStates(
  connection: Connection,
  advances: readonly Pick<AdvanceCommand, 'terms'>[],
): Promise<LockedStates> {
  if (advances.length === 0) return { states: new Map(), withOutcomeCase: new Set() };
  return loadStates(
    connection,
    advances.map(({ terms }) => terms),
  );
}

async function loadReferenceOwners(
  connection: Connection,
  advances: AdvanceCommand[],
): Promise<View['referenceOwners']> {
  const references = advances.flatMap(({ operationEvent: event }) =>
    event.type === 'succeed' || event.type === 'fail' ? (event.refs.theirs ?? []) : [],
  );
  if (references.length === 0) return new Map();
  const rows = await connection.query<{ route: string; reference: string; id: string }>(
    selectReferenceOwners,
    [references],
  );
  return new Map(rows.map(({ route, reference, id }) => [referenceKey(route, reference), id]));
}

async function loadCorrected(
  connection: Connection,
  takings: AdvanceCommand[],
): Promise<Set<string>> {
  if (takings.length === 0) return new Set();
  const keys = takings.map(({ terms }) => terms);
  const rows = await connection.query<{ id: string }>(selectCorrected, [
    keys.map(({ id }) => id),
    keys.map(({ accountId }) => accountId),
  ]);
  return new Set(rows.map(({ id }) => id));
}

interface Bill {
  codeService: string;
  accountNumber: string;
  reference: string;
}

function billOf({ terms }: Pick<OpenCommand, 'terms'>): Bill[] {
  const { extra } = terms.details;
  return extra.type === 'bill'
    ? [
        {
          codeService: terms.codeService,
          accountNumber: extra.accountNumber,
          reference: extra.billReference,
        },
      ]
    : [];
}

async function loadPaidBills(connection: Session, bills: Bill[]): Promise<Set<string>> {
  if (bills.length === 0) return new Set();
  const rows = await connection.query<{
    code_service: string;
    account_number: string;
    reference: string;
  }>(selectPaidBills, [
    bills.map((bill) => bill.codeService),
    bills.map((bill) => bill.accountNumber),
    bills.map((bill) => bill.reference),
  ]);
  return new Set(rows.map((row) => billKey(row.code_service, row.account_number, row.reference)));
}

export function hasChanges(changes: Changes): boolean {
  return (
    changes.opened.length > 0 || changes.advanced.size > 0 || changes.operationCases.length > 0
  );
}

const endedWithMedia = ({ advanced }: Changes): OperationTerms[] =>
  [...advanced.values()]
    .filter(({ terms, state }) => hasMedia(terms) && isFinal(state.state))
    .map(({ terms }) => terms);

/** Stores what was decided and commits. The mark tells afterwards whether the commit happened. */
export async function storeChanges(
  connection: Connection,
  changes: Changes,
  { now, node }: View,
  leaveMark: () => Promise<unknown>,
): Promise<void> {
  const writes: Promise<unknown>[] = [leaveMark()];
  if (changes.opened.length > 0)
    writes.push(
      insertOperations(connection, changes.opened, now, node),
      ...insertMedia(
        connection,
        changes.opened.filter(({ state }) => !isFinal(state.state)),
      ),
    );
  if (changes.advanced.size > 0)
    writes.push(updateOperations(connection, [...changes.advanced.values()]));
  const sent = endedWithMedia(changes);
  if (sent.length > 0) writes.push(deleteMedia(connection, sent));
  if (changes.replacedAttempts.length > 0)
    writes.push(updateAttempts(connection, changes.replacedAttempts, now));
  if (changes.newAttempts.length > 0)
    writes.push(insertAttempts(connection, changes.newAttempts, now));
  if (changes.changedAttempts.size > 0)
    writes.push(updateAttempts(connection, [...changes.changedAttempts.values()], now));
  if (changes.transitions.length > 0)
    writes.push(insertTransitions(connection, changes.transitions, now));
  if (changes.transfers.length > 0) writes.push(writeTransfers(connection, changes.transfers, now));
  if (changes.balances.size > 0) writes.push(writeBalances(connection, [...changes.balances]));
  if (changes.callbacks.length > 0) writes.push(insertCallbacks(connection, changes.callbacks));
  if (changes.operationCases.length > 0)
    writes.push(insertOperationCases(connection, changes.operationCases));
  if (changes.casesClosed.length > 0) writes.push(closeCases(connection, changes.casesClosed, now));
  if (changes.billsReserved.length > 0)
    writes.push(reserveBills(connection, changes.billsReserved));
  if (changes.billsReleased.length > 0)
    writes.push(releaseBills(connection, changes.billsReleased));
  writes.push(connection.query({ name: 'commit', text: 'commit' }));
  await settleAll(writes);
}
