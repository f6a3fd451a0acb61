// Lists claims with what they are about: a page of an account's claims or of the operator's queue.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Claim, ClaimStatus } from './claim.ts';

export interface ListedClaim extends Claim {
  accountName: string;
  /** Since when the operator owes an answer; null: it does not. */
  waitsSince: Date | null;
  /** When the operator first said anything beyond taking it up; null: not yet. */
  answeredAt: Date | null;
  externalId: string;
  codeService: string;
  /** Ten-thousandths. */
  amount: bigint;
  currency: string;
}

/** `now`: when it was read, by the clock of its times. */
export type FoundClaim = ListedClaim & { now: Date };

export interface ClaimPage {
  /** Null: of all accounts. */
  accountId: number | null;
  /** `waiting`: what the operator has to answer. Null: all states, of one account only. */
  status: ClaimStatus | 'waiting' | null;
  /** Codes of services; null: all. */
  services: readonly string[] | null;
  /** The last one of the page before; null: the first page. */
  after: number | null;
  limit: number;
}

const columns = `c.id, c.account_id as "accountId", c.operation_id as "operationId", c.reference, c.subject, c.message, c.status, c.comment,
  c.opened_at as "openedAt", c.updated_at as "updatedAt", c.closed_at as "closedAt", a.name as "accountName",
  c.waits_since as "waitsSince", c.answered_at as "answeredAt",
  o.external_id as "externalId", o.code_service as "codeService", o.amount, o.currency`;
const about = `from claim c join account a on a.id = c.account_id
  join operation o on o.id = c.operation_id and o.account_id = c.account_id`;
const fitsService = `($3::text[] is null or o.code_service = any($3))`;
const after = `($1::integer is null or c.id < $1)`;
const newest = 'order by c.id desc limit $2';

// One statement for each way: a single one for all would find no index.
const selectOfAccount: Statement = {
  name: 'list_claims_of_account',
  text: `select ${columns} ${about} where c.account_id = $4 and ${after}
    and ${fitsService} ${newest}`,
};
const selectOfAccountIn: Statement = {
  name: 'list_claims_of_account_in',
  text: `select ${columns} ${about} where c.account_id = $4 and c.status = $5 and ${after}
    and ${fitsService} ${newest}`,
};
const selectWaiting: Statement = {
  name: 'list_claims_waiting',
  text: `select ${columns} ${about} where c.waits_since is not null
    and c.id > coalesce($1::integer, 0) and ${fitsService}
    order by c.id limit $2`,
};
const selectIn: Statement = {
  name: 'list_claims_in',
  text: `select ${columns} ${about} where c.status = $4 and ${after} and ${fitsService} ${newest}`,
};
const selectOpenOfAccount: Statement = {
  name: 'list_open_claims_of_account',
  text: `select c.reference, c.subject, c.status, c.opened_at as "openedAt",
    count(*) over ()::integer as count from claim c
    where c.account_id = $1 and c.status in ('OPENED', 'IN_PROGRESS') order by c.id limit $2`,
};
const selectOne: Statement = {
  name: 'find_claim_by_reference',
  text: `select ${columns}, jokko_now() as now ${about} where c.reference = $1
    and ($2::integer is null or c.account_id = $2)`,
};

/** The newest first; `waiting` the oldest first. */
export function listClaims(
  session: Session,
  { accountId, status, services, after: from, limit }: ClaimPage,
): Promise<ListedClaim[]> {
  const values = [from, limit, services];
  if (accountId !== null) {
    return status === null || status === 'waiting'
      ? session.query<ListedClaim>(selectOfAccount, [...values, accountId])
      : session.query<ListedClaim>(selectOfAccountIn, [...values, accountId, status]);
  }
  return status === null || status === 'waiting'
    ? session.query<ListedClaim>(selectWaiting, values)
    : session.query<ListedClaim>(selectIn, [...values, status]);
}

export interface OpenClaims {
  count: number;
  /** The oldest first. */
  first: Pick<ListedClaim, 'reference' | 'subject' | 'status' | 'openedAt'>[];
}

/** Those of an account that have no answer yet. */
export async function readOpenClaims(
  session: Session,
  accountId: number,
  limit: number,
): Promise<OpenClaims> {
  type Row = OpenClaims['first'][number] & { count: number };
  const rows = await session.query<Row>(selectOpenOfAccount, [accountId, limit]);
  return { count: rows[0]?.count ?? 0, first: rows };
}

/** The claim with this reference, with `accountId` only where it is that account's. */
export async function findListedClaim(
  session: Session,
  reference: string,
  accountId: number | null,
): Promise<FoundClaim | null> {
  const [row] = await session.query<FoundClaim>(selectOne, [reference, accountId]);
  return row ?? null;
}
