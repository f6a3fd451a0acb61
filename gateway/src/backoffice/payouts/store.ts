// Stores batches and their lines. Lines change state only through `moveLines`, which maintains the
// counts of the batch.

import { plainArray, textArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import type { LineProblem } from './check-line.ts';
import type { DuplicateWarning } from './duplicate-warnings.ts';

export const lineStates = [
  'draft',
  'waiting',
  'sending',
  'sent',
  'succeeded',
  'failed',
  'canceled',
] as const;
export type LineState = (typeof lineStates)[number];
export type BatchState =
  | 'draft'
  | 'awaiting_approval'
  | 'running'
  | 'paused'
  | 'waiting_for_funds'
  | 'canceling'
  | 'done'
  | 'canceled'
  | 'refused';

/** Amounts in ten-thousandths. */
export interface Batch {
  id: number;
  accountId: number;
  name: string;
  fileName: string;
  codeService: string | null;
  currency: string | null;
  countries: string[];
  state: BatchState;
  /** Null: a key made it, by API. */
  madeBy: number | null;
  keyId: number | null;
  /** For a batch by API: the merchant's own id of it. */
  externalId: string | null;
  callbackUrl: string | null;
  /** The callback that reports its end, and when it was written. */
  callbackId: string | null;
  reportedAt: Date | null;
  /** Null: it came without one, long ago. */
  fileHash: Buffer | null;
  submittedBy: number | null;
  approvalRequestId: number | null;
  counts: Record<LineState, number>;
  wrong: number;
  duplicated: number;
  /** The sums of the lines that can be sent, or were. */
  amount: bigint;
  fees: bigint;
  /** Amounts of the lines that succeeded. */
  paid: bigint;
  /** In a workbook: the sheet that was read. */
  sheet: string | null;
  /** Rows of it that are hidden there; they were read like all others. */
  hiddenRows: number;
  createdAt: Date;
  changedAt: Date;
}

/** A line as a draft stores it. */
export interface DraftLine {
  number: number;
  fileLine: number;
  phoneGiven: string;
  amountGiven: string;
  serviceGiven: string;
  externalGiven: string;
  name: string;
  note: string;
  phone: string | null;
  amount: bigint | null;
  codeService: string | null;
  fee: bigint | null;
  externalId: string;
  problems: LineProblem[] | null;
  duplicates: DuplicateWarning[] | null;
  data: object | null;
}

export interface Line extends DraftLine {
  batchId: number;
  /** The address that its batch has. */
  callbackUrl: string | null;
  /** Its batch came by API. */
  isExact: boolean;
  accountId: number;
  approvedFee: bigint | null;
  attempt: number;
  state: LineState;
  operationId: string | null;
  failure: LineProblem | null;
  changedAt: Date;
}

const countColumns = lineStates.map((state) => `'${state}', b.${state}`).join(', ');
export const batchColumns = `b.id, b.account_id as "accountId", b.name, b.file_name as "fileName",
  b.code_service as "codeService", b.currency,
  b.countries, b.state, b.made_by as "madeBy", b.key_id as "keyId", b.external_id as "externalId",
  b.callback_url as "callbackUrl", b.callback_id::text as "callbackId",
    b.reported_at as "reportedAt", b.file_hash as "fileHash",
  b.submitted_by as "submittedBy", b.approval_request_id as "approvalRequestId",
  json_build_object(${countColumns}) as counts, b.wrong, b.duplicated, b.amount, b.fees, b.paid,
    b.sheet, b.hidden_rows as "hiddenRows",
  b.created_at as "createdAt", b.changed_at as "changedAt"`;
export const lineColumns = `l.batch_id as "batchId", l.account_id as "accountId", l.number,
  l.file_line as "fileLine", l.phone_given as "phoneGiven",
  l.amount_given as "amountGiven", l.service_given as "serviceGiven",
    l.external_given as "externalGiven", l.name, l.note, l.phone, l.amount,
  l.code_service as "codeService", l.fee, l.approved_fee as "approvedFee",
    l.external_id as "externalId", l.attempt, l.state, l.problems,
  l.duplicates, l.data, (select callback_url from payout_batch
    where id = l.batch_id) as "callbackUrl",
  (select key_id is not null from payout_batch where id = l.batch_id) as "isExact",
    l.operation_id::text as "operationId", l.failure, l.changed_at as "changedAt"`;

const insertBatch: Statement = {
  name: 'insert_payout_batch',
  text: `insert into payout_batch (account_id, name, file_name, code_service, made_by, file_hash,
    sheet, hidden_rows, key_id, external_id,
      callback_url, callback_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict (account_id, external_id) where external_id is not null do nothing returning id`,
};
const insertLines: Statement = {
  name: 'insert_payout_lines',
  text: `insert into payout_line (batch_id, account_id, number, file_line, phone_given,
    amount_given, service_given, external_given, name, note,
      phone, amount, code_service, fee, external_id, problems, duplicates, data, state,
        approved_fee)
    select $1, $2, t.*, case when t.state = 'waiting' then t.fee end
      from json_to_recordset($3::json) as t(number integer, "fileLine" integer, "phoneGiven" text,
      "amountGiven" text,
      "serviceGiven" text, "externalGiven" text, name text, note text, phone text, amount bigint,
        "codeService" text, fee bigint,
      "externalId" text, problems json, duplicates json, data json, state text)`,
};
const describeBatch: Statement = {
  name: 'describe_payout_batch',
  text: `update payout_batch set currency = $2, countries = $3::text[], amount = $4, fees = $5,
    draft = $6, waiting = $7, canceled = $8,
      wrong = $9, duplicated = $10, changed_at = jokko_now() where id = $1`,
};
const deleteLines: Statement = {
  name: 'delete_payout_lines',
  text: 'delete from payout_line where batch_id = $1',
};
const deleteBatch: Statement = {
  name: 'delete_payout_batch',
  text: 'delete from payout_batch where id = $1',
};
const lockBatch: Statement = {
  name: 'lock_payout_batch',
  text: 'select id from payout_batch where id = $1 for update',
};
const selectBatch: Statement = {
  name: 'select_payout_batch',
  text: `select ${batchColumns} from payout_batch b where b.id = $1`,
};
const selectLines: Statement = {
  name: 'select_payout_lines_of_state',
  text: `select ${lineColumns} from payout_line l where l.batch_id = $1 and l.state = $2
    order by l.number limit $3`,
};
const selectOfKey: Statement = {
  name: 'select_payout_batch_by_external_id',
  text: `select ${batchColumns} from payout_batch b where b.account_id = $1 and b.external_id = $2`,
};
const setKeyLimit: Statement = {
  name: 'set_payout_key_limit',
  text: 'update payout_batch set key_limit = $2 where id = $1',
};
const noteReported: Statement = {
  name: 'note_reported_payout_batch',
  text: 'update payout_batch set reported_at = jokko_now() where id = $1',
};
/** Between two leases of lines of one batch. */
export const pauseMs = 500;
/** Pausing and resuming a batch lets no lines out before their time. */
const setState: Statement = {
  name: 'set_payout_state',
  text: `update payout_batch set state = $2,
      next_at = greatest(jokko_now() + make_interval(secs => $3::integer / 1000.0),
        least(next_at, jokko_now() + interval '${pauseMs} milliseconds')),
      changed_at = case when state = $2 then changed_at else jokko_now() end where id = $1`,
};
const setApprovalRequest: Statement = {
  name: 'set_payout_approval_request',
  text: `update payout_batch set state = 'awaiting_approval', approval_request_id = $2,
    submitted_by = $3, changed_at = jokko_now() where id = $1`,
};
const countMoved: Statement = {
  name: 'count_moved_payouts',
  text: `update payout_batch set
    ${lineStates.map((state) => `${state} = ${state} + $4 * (($3 = '${state}')::integer - ($2 = '${state}')::integer)`).join(', ')},
      paid = paid + $5::bigint * ($3 = 'succeeded')::integer, changed_at = jokko_now()
        where id = $1`,
};

export interface NewBatch extends Pick<
  Batch,
  'accountId' | 'name' | 'fileName' | 'codeService' | 'sheet' | 'hiddenRows'
> {
  /** SHA-256 of its bytes; of a batch by API, of what it says. */
  fileHash: Buffer;
  maker: { userId: number } | MadeByKey;
}

/** By API. */
export interface MadeByKey {
  keyId: number;
  externalId: string;
  callbackUrl: string | null;
  callbackId: string;
}

/** Answers its id; null: the account has a batch by API under this id. */
export async function storeBatch(session: Session, batch: NewBatch): Promise<number | null> {
  const { accountId, name, fileName, codeService, maker, fileHash, sheet, hiddenRows } = batch;
  const byKey = 'keyId' in maker ? maker : null;
  const madeBy = 'userId' in maker ? maker.userId : null;
  const values = [accountId, name, fileName, codeService, madeBy, fileHash, sheet, hiddenRows];
  const { keyId = null, externalId = null, callbackUrl = null, callbackId = null } = byKey ?? {};
  const ofKey = [keyId, externalId, callbackUrl, callbackId];
  const [row] = await session.query<{ id: number }>(insertBatch, [...values, ...ofKey]);
  return row?.id ?? null;
}

/** What the lines of a new batch begin as; those that wait are approved. */
export interface FirstStates {
  right: 'draft' | 'waiting';
  /** What becomes of lines with problems. */
  wrong: 'draft' | 'canceled';
}

export async function storeLines(
  session: Session,
  batch: { id: number; accountId: number },
  lines: readonly DraftLine[],
  { right, wrong }: FirstStates,
): Promise<void> {
  const rows = lines.map((line) => ({
    ...line,
    state: line.problems === null ? right : wrong,
    amount: line.amount?.toString() ?? null,
    fee: line.fee?.toString() ?? null,
  }));
  await session.query(insertLines, [batch.id, batch.accountId, JSON.stringify(rows)]);
}

export async function storeDescription(
  session: Session,
  id: number,
  terms: Pick<Batch, 'currency' | 'countries' | 'amount' | 'fees' | 'wrong' | 'duplicated'> & {
    lines: number;
  },
  first: FirstStates,
): Promise<void> {
  const { currency, countries, amount, fees, lines, wrong, duplicated } = terms;
  const countOf = (state: LineState): number =>
    (first.right === state ? lines - wrong : 0) + (first.wrong === state ? wrong : 0);
  await session.query(describeBatch, [
    id,
    currency,
    textArray(countries),
    amount,
    fees,
    countOf('draft'),
    countOf('waiting'),
    countOf('canceled'),
    wrong,
    duplicated,
  ]);
}

/** A draft, whole. Call under `lockAndFindBatch`. */
export async function removeBatch(session: Session, id: number): Promise<void> {
  await session.query(deleteLines, [id]);
  await session.query(deleteBatch, [id]);
}

export async function findBatch(session: Session, id: number): Promise<Batch | null> {
  return (await session.query<Batch>(selectBatch, [id]))[0] ?? null;
}

/** The batch that the account made by API under its own id. */
export async function findBatchByExternalId(
  session: Session,
  { accountId, externalId }: { accountId: number; externalId: string },
): Promise<Batch | null> {
  return (await session.query<Batch>(selectOfKey, [accountId, externalId]))[0] ?? null;
}

/** It goes without approval. In ten-thousandths. */
export async function storeKeyLimit(session: Session, id: number, limit: bigint): Promise<void> {
  await session.query(setKeyLimit, [id, limit]);
}

/** Its end is reported, once. */
export async function storeReported(session: Session, id: number): Promise<void> {
  await session.query(noteReported, [id]);
}

/**
 * The batch, whose row stays locked until the transaction ends: every change of the batch or its
 * lines locks it here.
 */
export async function lockAndFindBatch(session: Session, id: number): Promise<Batch | null> {
  await session.query(lockBatch, [id]);
  return findBatch(session, id);
}

/** In the order of the file. */
export function readLines(
  session: Session,
  batchId: number,
  { state, limit }: { state: LineState; limit: number },
): Promise<Line[]> {
  return session.query<Line>(selectLines, [batchId, state, limit]);
}

/** @param nextInMs when its next lines may go out. */
export async function storeState(
  session: Session,
  id: number,
  state: BatchState,
  nextInMs = 0,
): Promise<void> {
  await session.query(setState, [id, state, nextInMs]);
}

export async function storeApprovalRequestOf(
  session: Session,
  id: number,
  approvalRequestId: number,
  submittedBy: number | null,
): Promise<void> {
  await session.query(setApprovalRequest, [id, approvalRequestId, submittedBy]);
}

/**
 * Moves lines that are in state `from`, with what else changes (`set`, whose values begin at $5;
 * absent: nobody holds them), and counts them. Call under `lockAndFindBatch`. Answers the numbers
 * of those that moved. `numbers` null: all of that state. `only` limits them further: whoever knows
 * something of one attempt says nothing about another one, which somebody else may have in hand.
 */
export async function moveLines(
  session: Session,
  batchId: number,
  move: {
    name: string;
    from: LineState;
    to: LineState;
    numbers: readonly number[] | null;
    set?: string;
    only?: string;
    values?: readonly unknown[];
  },
): Promise<number[]> {
  const { name, from, to, numbers, set, only = 'true', values = [] } = move;
  const statement: Statement = {
    name: `move_payouts_${name}`,
    text: `update payout_line set state = $3, changed_at = jokko_now(),
      ${set ?? 'held_until = null'}
      where batch_id = $1 and state = $2 and ($4::integer[] is null or number = any($4)) and ${only}
        returning number, amount`,
  };
  const list = numbers === null ? null : plainArray(numbers);
  const moved = await session.query<{ number: number; amount: bigint | null }>(statement, [
    batchId,
    from,
    to,
    list,
    ...values,
  ]);
  const amount = moved.reduce((sum, line) => sum + (line.amount ?? 0n), 0n);
  if (moved.length > 0) await session.query(countMoved, [batchId, from, to, moved.length, amount]);
  return moved.map(({ number }) => number);
}
