// Stores settlements.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { SettlementState } from './states.ts';

export interface Settlement {
  id: number;
  accountId: number;
  accountName: string;
  destinationId: number;
  destination: {
    kind: 'bank' | 'wallet';
    holder: string;
    institution: string;
    country: string;
    scheme: string;
    number: string;
    removed: boolean;
  };
  currency: string;
  /** What arrives, in ten-thousandths; `fee` is taken beside it. */
  amount: bigint;
  fee: bigint;
  state: SettlementState;
  /** Null: the account's schedule. */
  askedBy: number | null;
  /** Who set that schedule; null: a user asked, or it is not known any more. */
  scheduledBy: number | null;
  askedByName: string | null;
  requestedAt: Date;
  /** The two users of the operator who agreed. */
  approvedByNames: string[] | null;
  approvedAt: Date | null;
  /** The payment file that it is in. */
  file: number | null;
  reference: string | null;
  /** `2026-11-21`. */
  valueDate: string | null;
  paidAt: Date | null;
  /** Refused, withdrawn or returned. */
  endedAt: Date | null;
  reason: string | null;
}
export interface NewSettlement {
  accountId: number;
  key: string;
  destinationId: number;
  currency: string;
  amount: bigint;
  fee: bigint;
  askedBy: number | null;
  scheduledBy: number | null;
}
export interface SettlementChange {
  state: SettlementState;
  approvedApprovalRequest?: number;
  reference?: string;
  valueDate?: string;
  reason?: string;
}

export const settlementColumns = `s.id, s.account_id as "accountId", a.name as "accountName",
  s.destination_id as "destinationId", s.currency, s.amount, s.fee, s.state,
  json_build_object('kind', d.kind, 'holder', d.holder, 'institution', d.institution, 'country',
    d.country, 'scheme', d.scheme,
    'number', d.number, 'removed', d.removed_at is not null) as destination,
  s.asked_by as "askedBy", p.name as "askedByName", s.scheduled_by as "scheduledBy",
    s.requested_at as "requestedAt", s.approved_at as "approvedAt",
  case when w.id is null then null else json_build_array(first.name, second.name)
    end as "approvedByNames",
  s.file, s.reference, s.value_date::text as "valueDate", s.paid_at as "paidAt",
    s.ended_at as "endedAt", s.reason`;
export const settlementRows = `from settlement s join account a on a.id = s.account_id
  join payout_destination d on d.id = s.destination_id
  left join portal_user p on p.id = s.asked_by left join approval_request w
    on w.id = s.approved_approval_request
  left join portal_user first on first.id = w.asked_by left join portal_user second
    on second.id = w.decided_by`;
const insert: Statement = {
  name: 'insert_settlement',
  text: `insert into settlement (account_id, key, destination_id, currency, amount, fee, asked_by,
    scheduled_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
};
const selectByKey: Statement = {
  name: 'select_settlement_by_key',
  text: 'select id, destination_id as "destinationId", currency, amount from settlement where account_id = $1 and key = $2',
};
const select: Statement = {
  name: 'select_settlement',
  text: `select ${settlementColumns} ${settlementRows} where s.id = $1`,
};
const change: Statement = {
  name: 'change_settlement',
  text: `update settlement set state = $2,
      approved_approval_request = coalesce($3, approved_approval_request), approved_at = case
        when $3::integer is null then approved_at else jokko_now() end,
      reference = coalesce($4, reference), value_date = coalesce($5::date, value_date),
      paid_at = case when $4::text is null then paid_at else jokko_now() end,
      reason = coalesce($6, reason), ended_at = case when $2 in ('REFUSED', 'WITHDRAWN',
        'RETURNED') then jokko_now() end
    where id = $1`,
};
const listAccount: Statement = {
  name: 'list_settlements_of_account',
  text: `select ${settlementColumns} ${settlementRows} where s.account_id = $1 and s.id < $2
    order by s.account_id desc, s.id desc limit $3`,
};
const listState: Statement = {
  name: 'list_settlements_of_state',
  text: `select ${settlementColumns} ${settlementRows} where s.state = $1 and s.id < $2
    order by s.state desc, s.id desc limit $3`,
};
const listAll: Statement = {
  name: 'list_settlements',
  text: `select ${settlementColumns} ${settlementRows} where s.id < $1 order by s.id desc limit $2`,
};
const idMax = 2_147_483_647;

/** By which payment files name a settlement to the bank, and its statement names it. */
export const referenceOfFile = (id: number): string => `JOKKO-${id}`;

export async function insertSettlement(session: Session, given: NewSettlement): Promise<number> {
  const { accountId, key, destinationId, currency, amount, fee, askedBy, scheduledBy } = given;
  const values = [accountId, key, destinationId, currency, amount, fee, askedBy, scheduledBy];
  const [row] = await session.query<{ id: number }>(insert, values);
  return row!.id;
}

export type KnownSettlement = Pick<Settlement, 'id' | 'destinationId' | 'currency' | 'amount'>;
export async function findByKey(
  session: Session,
  accountId: number,
  key: string,
): Promise<KnownSettlement | null> {
  return (await session.query<KnownSettlement>(selectByKey, [accountId, key]))[0] ?? null;
}

/** Null when there is none. */
export async function findSettlement(session: Session, id: number): Promise<Settlement | null> {
  return (await session.query<Settlement>(select, [id]))[0] ?? null;
}

export async function storeChange(
  session: Session,
  id: number,
  given: SettlementChange,
): Promise<void> {
  const {
    state,
    approvedApprovalRequest = null,
    reference = null,
    valueDate = null,
    reason = null,
  } = given;
  await session.query(change, [id, state, approvedApprovalRequest, reference, valueDate, reason]);
}

export interface SettlementPage {
  accountId?: number;
  state?: SettlementState;
  /** Those with smaller ids alone. */
  before?: number;
  limit: number;
}

/** Newest first, of an account, of a state, or all. */
export function listSettlements(
  session: Session,
  { accountId, state, before = idMax, limit }: SettlementPage,
): Promise<Settlement[]> {
  if (accountId !== undefined)
    return session.query<Settlement>(listAccount, [accountId, before, limit]);
  return state === undefined
    ? session.query<Settlement>(listAll, [before, limit])
    : session.query<Settlement>(listState, [state, before, limit]);
}
