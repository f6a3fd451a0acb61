// Pushes delivery reports: collects final states that wait in `sms_report` into callbacks of up to
// 100 recipients, which the callback engine signs, sends and repeats. A report and its callback
// change hands in one transaction, so that none is lost and none is told twice.

import { smsReportsEvent, smsReportsMax, type SmsReportsBody } from '@jokko/contract';
import { plainArray } from '../../platform/db/array-text.ts';
import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import {
  destinationOf,
  insertCallbacks,
  type CallbackWrite,
} from '../../payments/callbacks/index.ts';
import type { MessageState } from './message.ts';

/** One step's work. */
const stepMax = 1_000;

// The next report of a recipient waits until the callback with the one before it was delivered or
// given up: reports of one recipient come in order.
const selectPending: Statement = {
  name: 'select_pending_sms_reports',
  text: `
    select r.id, r.account_id as "accountId", r.batch_id as "batchId", r.position, r.state,
      r.reason, r.changed_at as "changedAt",
      m.msisdn::text as msisdn, b.report_url as url
    from sms_report r
    join sms_message m on m.batch_id = r.batch_id and m.position = r.position
      and m.account_id = r.account_id
    join sms_batch b on b.id = r.batch_id and b.account_id = r.account_id
    where r.callback_id is null and b.report_url is not null and not exists (
      select from sms_report e
      join callback c on c.operation_id = e.callback_id and c.account_id = e.account_id
        and not c.second
      where e.batch_id = r.batch_id and e.position = r.position and e.callback_id is not null
        and c.state = 'due'
    )
    order by r.id limit ${stepMax} for update of r skip locked`,
};
/**
 * Another report can follow these alone, by a late receipt: their rows stay, to be waited for. SENT
 * is told where no receipts are asked for.
 */
const provisional = `('UNKNOWN', 'SENT')`;
const removeTold: Statement = {
  name: 'remove_told_sms_reports',
  text: `delete from sms_report where id = any($1::bigint[]) and state not in ${provisional}`,
};
const keepTold: Statement = {
  name: 'keep_told_sms_reports',
  text: `
    update sms_report r set callback_id = t.callback_id
      from unnest($1::bigint[], $2::bigint[]) as t(id, callback_id)
    where r.id = t.id and r.state in ${provisional}`,
};
const removeEnded: Statement = {
  name: 'remove_ended_sms_reports',
  text: `
    delete from sms_report r where r.id = any(array(
      select e.id from sms_report e where e.callback_id is not null and not exists (
        select from callback c where c.operation_id = e.callback_id and c.account_id = e.account_id
          and not c.second and c.state = 'due')
      order by e.id limit ${stepMax}))`,
};

interface Pending {
  id: bigint;
  accountId: number;
  batchId: bigint;
  position: number;
  state: MessageState;
  reason: string | null;
  changedAt: Date;
  /** Digits. */
  msisdn: string;
  url: string;
}

export interface ReportsDeps {
  database: Database;
  /** ms since 1970 on the database's clock. */
  now(): number;
  /** Id of a callback: of the same kind as an operation's. */
  nextId(): Promise<string>;
  /** The node that sends a callback at once, if it has room. */
  leaseOwner(accountId: number, destination: string): number | null;
  onCallbacks(callbacks: CallbackWrite[]): void;
}

/** One step. Returns whether there may be more. */
export async function pushReports(deps: ReportsDeps): Promise<boolean> {
  const { read, callbacks } = await inTransaction(deps.database, (session) => push(session, deps));
  if (callbacks.length > 0) deps.onCallbacks(callbacks);
  return read === stepMax && callbacks.length > 0;
}

async function push(
  session: Session,
  deps: ReportsDeps,
): Promise<{ read: number; callbacks: CallbackWrite[] }> {
  await session.query(removeEnded);
  const pending = await session.query<Pending>(selectPending);
  const callbacks: CallbackWrite[] = [];
  const told: { id: bigint; callbackId: string }[] = [];
  for (const reports of groupsOf(pending)) {
    const callbackId = await deps.nextId();
    callbacks.push(composeReports(callbackId, reports, deps));
    for (const { id } of reports) told.push({ id, callbackId });
  }
  if (callbacks.length > 0) {
    const ids = plainArray(told.map(({ id }) => id));
    await insertCallbacks(session, callbacks);
    await session.query(keepTold, [ids, plainArray(told.map(({ callbackId }) => callbackId))]);
    await session.query(removeTold, [ids]);
  }
  return { read: pending.length, callbacks };
}

/** By account and address, each in its order, no recipient twice in a step. */
function groupsOf(pending: readonly Pending[]): Pending[][] {
  const seen = new Set<string>();
  const open = new Map<string, Pending[]>();
  const groups: Pending[][] = [];
  for (const report of pending) {
    const recipient = `${report.batchId} ${report.position}`;
    if (seen.has(recipient)) continue;
    seen.add(recipient);
    const key = `${report.accountId} ${report.url}`;
    let group = open.get(key);
    if (group === undefined || group.length === smsReportsMax) {
      group = [];
      open.set(key, group);
      groups.push(group);
    }
    group.push(report);
  }
  return groups;
}

function composeReports(
  id: string,
  reports: readonly Pending[],
  { now, leaseOwner }: ReportsDeps,
): CallbackWrite {
  const { accountId, url } = reports[0]!;
  // A queue of its own: a hundred thousand reports keep no callback of a payment to the same server
  // waiting.
  const destination = `${destinationOf(url)}#sms`;
  const body: SmsReportsBody = {
    event: smsReportsEvent,
    id,
    reports: reports.map(({ batchId, position, msisdn, state, reason, changedAt }) => ({
      batchId: String(batchId),
      position,
      msisdn: `+${msisdn}`,
      state: state as SmsReportsBody['reports'][number]['state'],
      reason,
      at: changedAt.toISOString(),
    })),
  };
  return {
    terms: { accountId, id },
    second: false,
    destination,
    url,
    status: 'REPORTED',
    body: JSON.stringify(body),
    leaseOwner: leaseOwner(accountId, destination),
    waitMs: 0,
    nextAttemptAt: new Date(now()),
  };
}
