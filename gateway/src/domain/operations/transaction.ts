// What does one writer transaction load and store? Two round trips: everything to decide on, then everything decided with the commit.

import type { Connection, Statement } from '../../db/database.ts';
import { settleAll } from '../../db/settle-all.ts';
import { releaseBills, reserveBills } from '../bills/index.ts';
import { insertCallbacks, type CallbackFacts, type ComposedCallback } from '../callbacks/index.ts';
import { loadBalances, writeBalances, writeTransfers } from '../ledger/index.ts';
import { balanceKey, billKey, externalKey, takesBack, type Changes, type LockedAccount, type View } from './batch.ts';
import type { AdvanceCommand, Command, OpenCommand } from './commands.ts';
import { loadUsage } from './rules.ts';
import { findByExternalIds, loadStates } from './store.ts';
import {
  closeCases,
  insertAttempts,
  insertDiscrepancies,
  insertOperations,
  insertTransitions,
  isCorrection,
  updateAttempts,
  updateOperations,
} from './store-write.ts';

const lockAccounts: Statement = {
  name: 'lock_accounts',
  text: `
    select id, version, suspended, language, mirror_fields, callback_grace_ms, second_callback_url, jokko_now() as now,
      (select max(version) from catalogue) as catalogue_version
    from account where id = any($1::integer[]) order by id for no key update`,
};
const selectPaidBills: Statement = {
  name: 'select_paid_bills',
  text: `select code_service, account_number, reference from bill_payment
    where (code_service, account_number, reference) in (select * from unnest($1::text[], $2::text[], $3::text[]))`,
};

const selectCorrected: Statement = {
  name: 'select_corrected_operations',
  text: `select k.id::text as id from unnest($1::bigint[], $2::integer[]) as k(id, account_id)
    where exists (select from transfer t where t.operation_id = k.id and t.account_id = k.account_id and ${isCorrection})`,
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
  composeCallback(facts: CallbackFacts): ComposedCallback;
}

/** Begins the transaction, locks the accounts and loads what the commands need. Each statement sees what was committed before the lock. */
export async function loadView(connection: Connection, commands: Command[], deps: ViewDeps): Promise<View> {
  const opens = commands.filter((command) => command.type === 'open');
  const advances = commands.filter((command) => command.type === 'advance');
  const accountIds = [...new Set(commands.map((command) => command.facts.accountId))].sort((a, b) => a - b);
  const [, locked, balances, openedBefore, states, corrected, paidBills, usage] = await settleAll([
    connection.query({ name: 'begin', text: 'begin' }),
    connection.query<LockRow>(lockAccounts, [accountIds]),
    loadBalances(connection, accountIds),
    loadOpenedBefore(connection, opens),
    loadAdvancedStates(connection, advances),
    loadCorrected(connection, advances.filter(takesBack)),
    loadPaidBills(connection, opens),
    loadUsage(
      connection,
      opens.filter((command) => command.rules !== null).map((command) => command.facts),
    ),
  ] as const);
  const first = locked[0];
  if (first === undefined) throw new Error('no such account');
  return {
    now: first.now,
    node: deps.node,
    catalogueVersion: first.catalogue_version ?? 0,
    accounts: new Map(locked.map((row) => [row.id, lockedAccount(row)])),
    balances: new Map(balances.map((row) => [balanceKey(row.account_id, row.currency), row])),
    openedBefore,
    states,
    corrected,
    paidBills,
    usage,
    composeCallback: deps.composeCallback,
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

async function loadOpenedBefore(connection: Connection, opens: OpenCommand[]): Promise<View['openedBefore']> {
  if (opens.length === 0) return new Map();
  const before = await findByExternalIds(
    connection,
    opens.map(({ facts }) => ({ accountId: facts.accountId, externalId: facts.externalId })),
  );
  return new Map(before.map((operation) => [externalKey(operation.facts.accountId, operation.facts.externalId), operation]));
}

async function loadAdvancedStates(connection: Connection, advances: AdvanceCommand[]): Promise<View['states']> {
  if (advances.length === 0) return new Map();
  return loadStates(
    connection,
    advances.map(({ facts }) => facts),
  );
}

async function loadCorrected(connection: Connection, takings: AdvanceCommand[]): Promise<Set<string>> {
  if (takings.length === 0) return new Set();
  const keys = takings.map(({ facts }) => facts);
  const rows = await connection.query<{ id: string }>(selectCorrected, [keys.map(({ id }) => id), keys.map(({ accountId }) => accountId)]);
  return new Set(rows.map(({ id }) => id));
}

async function loadPaidBills(connection: Connection, opens: OpenCommand[]): Promise<Set<string>> {
  const bills = opens.flatMap(({ bill, facts }) => (bill === null ? [] : [{ codeService: facts.codeService, ...bill }]));
  if (bills.length === 0) return new Set();
  const rows = await connection.query<{ code_service: string; account_number: string; reference: string }>(selectPaidBills, [
    bills.map((bill) => bill.codeService),
    bills.map((bill) => bill.accountNumber),
    bills.map((bill) => bill.reference),
  ]);
  return new Set(rows.map((row) => billKey(row.code_service, row.account_number, row.reference)));
}

export function hasChanges(changes: Changes): boolean {
  return changes.opened.length > 0 || changes.advanced.size > 0 || changes.discrepancies.length > 0;
}

/** Stores what was decided and commits. The mark tells afterwards whether the commit happened. */
export async function storeChanges(
  connection: Connection,
  changes: Changes,
  { now, node }: View,
  leaveMark: () => Promise<unknown>,
): Promise<void> {
  const writes: Promise<unknown>[] = [leaveMark()];
  if (changes.opened.length > 0) writes.push(insertOperations(connection, changes.opened, now, node));
  if (changes.advanced.size > 0) writes.push(updateOperations(connection, [...changes.advanced.values()]));
  if (changes.newAttempts.length > 0) writes.push(insertAttempts(connection, changes.newAttempts, now));
  if (changes.changedAttempts.size > 0) writes.push(updateAttempts(connection, [...changes.changedAttempts.values()], now));
  if (changes.transitions.length > 0) writes.push(insertTransitions(connection, changes.transitions, now));
  if (changes.transfers.length > 0) writes.push(writeTransfers(connection, changes.transfers, now));
  if (changes.balances.size > 0) writes.push(writeBalances(connection, [...changes.balances]));
  if (changes.callbacks.length > 0) writes.push(insertCallbacks(connection, changes.callbacks));
  if (changes.discrepancies.length > 0) writes.push(insertDiscrepancies(connection, changes.discrepancies));
  if (changes.casesClosed.length > 0) writes.push(closeCases(connection, changes.casesClosed, now));
  if (changes.billsReserved.length > 0) writes.push(reserveBills(connection, changes.billsReserved));
  if (changes.billsReleased.length > 0) writes.push(releaseBills(connection, changes.billsReleased));
  writes.push(connection.query({ name: 'commit', text: 'commit' }));
  await settleAll(writes);
}
