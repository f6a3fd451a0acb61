// Reads what has been seen of a route: notices, payments, refunds, balances, statements. All of it
// is about one counterparty: another address or account has to be tried anew.

import type { GoLiveSight } from '@jokko/connectors/kit';
import type { Database, Statement } from '../../platform/db/database.ts';
import { listMembers } from '../users/index.ts';
import { listAudit } from '../../platform/audit/index.ts';
import { readFloats } from '../../payments/ledger/index.ts';
import { joinRequest } from '../../payments/operations/index.ts';

/** What was tried long ago may not work any more. */
const seenWithin = `interval '30 days'`;
export const backupWithinDays = 7;
const backupWithin = `interval '${backupWithinDays} days'`;
const dayMs = 86_400_000;

const selectSeen: Statement = {
  name: 'select_golive_evidence',
  text: `
    select
      (exists (select from route_notice where route = $1 and counterparty = $2)
        or exists (select from provider_file where route = $1 and type is not null)) as notice,
      exists (select from provider_balance where $1 = any (routes)) as balance,
      exists (select from provider_balance where $1 = any (routes) and available > 0) as funded,
      exists (select from reconciliation_file where $1 = any (routes)
        and state = 'done') as statement`,
};
const selectNow: Statement = { name: 'select_golive_now', text: 'select jokko_now() as now' };
const selectAttempt: Statement = {
  name: 'select_golive_attempt',
  text: `
    select from operation o join attempt a on a.operation_id = o.id and a.account_id = o.account_id
      ${joinRequest}
    where a.route = $1 and a.purpose = $2 and o.direction = $4 and a.state = 'SUCCEEDED'
      and r.prepared ->> 'counterparty' = $3
      and o.created_at > jokko_now() - ${seenWithin}
    limit 1`,
};
// PostgreSQL's own times: the sandbox's clock does not move them.
const selectArchiving: Statement = {
  name: 'select_archiving',
  text: `select from pg_stat_archiver where current_setting('archive_mode') <> 'off'
    and last_archived_time > now() - ${backupWithin}
      and last_archived_time > coalesce(last_failed_time, '-infinity')`,
};

/** The evidence of the installation, whatever is checked. */
export interface InstallationEvidence {
  operators: number;
  backup: Backup;
  nowMs: number;
}

export interface Evidence extends InstallationEvidence {
  seen: { readonly [sight in GoLiveSight]: boolean };
  /** What the books say of our money there; null: none has moved. */
  lowestFloat: bigint | null;
}

/** `archiving`: none of ours, but PostgreSQL hands its log to a tool that keeps it. */
export type Backup = 'taken' | 'archiving' | 'none';

export async function readEvidence(
  database: Database,
  route: string,
  counterparty: string,
): Promise<Evidence> {
  const [found] = await database.query<
    Pick<Evidence['seen'], 'notice' | 'balance' | 'funded' | 'statement'>
  >(selectSeen, [route, counterparty]);
  const has = async (
    purpose: 'execute' | 'refund',
    direction: 'CREDIT' | 'DEBIT',
  ): Promise<boolean> =>
    (await database.query(selectAttempt, [route, purpose, counterparty, direction])).length > 0;
  const collection = await has('execute', 'CREDIT');
  const payout = await has('execute', 'DEBIT');
  const floats = (await readFloats(database)).filter((float) => float.route === route);
  const [lowest] = floats.map(({ amount }) => amount).toSorted((a, b) => (a < b ? -1 : 1));
  return {
    seen: {
      ...found!,
      collection,
      payout,
      payment: collection || payout,
      refund: await has('refund', 'CREDIT'),
      reversal: await has('refund', 'DEBIT'),
    },
    lowestFloat: lowest ?? null,
    ...(await readInstallation(database)),
  };
}

export async function readInstallation(database: Database): Promise<InstallationEvidence> {
  const [row] = await database.query<{ now: Date }>(selectNow);
  return {
    operators: (await listMembers(database, null)).filter(({ disabled }) => !disabled).length,
    backup: await readBackup(database, row!.now),
    nowMs: row!.now.getTime(),
  };
}

async function readBackup(database: Database, now: Date): Promise<Backup> {
  const from = new Date(now.getTime() - backupWithinDays * dayMs);
  const found = await listAudit(database, { action: 'backup.take', from, limit: 1 });
  if (found.length > 0) return 'taken';
  return (await database.query(selectArchiving)).length > 0 ? 'archiving' : 'none';
}
