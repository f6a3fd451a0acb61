// Reads what has been seen of a route: notices, payments, refunds, balances, statements. All of it is about one counterparty: another address
// or account has to be tried anew.

import type { Session, Statement } from '../../platform/db/database.ts';
import { listMembers } from '../users/index.ts';
import { listAudit } from '../../platform/audit/index.ts';
import { readFloats } from '../../payments/ledger/index.ts';
import { joinRequest } from '../../payments/operations/index.ts';
import type { Database } from '../../platform/db/database.ts';

/** What was tried long ago may not work any more. */
const seenWithin = `interval '30 days'`;
const backupWithinDays = 7;
const dayMs = 86_400_000;

const selectSeen: Statement = {
  name: 'select_golive_evidence',
  text: `
    select
      (exists (select from route_notice where route = $1 and counterparty = $2)
        or exists (select from provider_file where route = $1 and type is not null)) as notice,
      exists (select from provider_balance where $1 = any (routes)) as balance,
      exists (select from reconciliation_file where $1 = any (routes) and state = 'done') as statement,
      jokko_now() as now`,
};
const selectAttempt: Statement = {
  name: 'select_golive_attempt',
  text: `
    select from operation o join attempt a on a.operation_id = o.id and a.account_id = o.account_id
      ${joinRequest}
    where a.route = $1 and a.purpose = $2 and a.state = 'SUCCEEDED' and r.prepared ->> 'counterparty' = $3
      and o.created_at > jokko_now() - ${seenWithin}
    limit 1`,
};

export interface Evidence {
  notice: boolean;
  payment: boolean;
  refund: boolean;
  balance: boolean;
  statement: boolean;
  operators: number;
  backup: boolean;
  float: boolean;
  nowMs: number;
}

export async function readEvidence(
  database: Database,
  route: string,
  counterparty: string,
): Promise<Evidence> {
  const [seen] = await database.query<{
    notice: boolean;
    balance: boolean;
    statement: boolean;
    now: Date;
  }>(selectSeen, [route, counterparty]);
  const { now, ...shown } = seen!;
  const has = async (purpose: 'execute' | 'refund'): Promise<boolean> =>
    (await database.query(selectAttempt, [route, purpose, counterparty])).length > 0;
  const floats = await readFloats(database);
  return {
    ...shown,
    payment: await has('execute'),
    refund: await has('refund'),
    operators: (await listMembers(database, null)).filter(({ disabled }) => !disabled).length,
    backup: await hasBackup(database, now),
    float: floats.some((float) => float.route === route),
    nowMs: now.getTime(),
  };
}

async function hasBackup(session: Session, now: Date): Promise<boolean> {
  const from = new Date(now.getTime() - backupWithinDays * dayMs);
  const found = await listAudit(session, { action: 'backup.take', from, limit: 1 });
  return found.length > 0;
}
