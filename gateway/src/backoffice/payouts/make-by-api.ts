// Makes a batch by API. Its lines are checked as those of a file are; within the payout limit of
// its key it is paid, else it waits for a user's approval.

import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import type { LineContext } from './check-line.ts';
import type { GivenLine } from './columns.ts';
import { checkDraft, storeDraft, type CheckedDraft } from './draft.ts';
import { readPayoutLimit } from './key-limit.ts';
import {
  findBatch,
  findBatchByExternalId,
  storeBatch,
  storeKeyLimit,
  storeState,
  type Batch,
  type DraftLine,
} from './store.ts';
import {
  hasTakenIds,
  payoutApprovalRequest,
  payoutApprovalRequestKind,
  requestPayout,
} from './submit.ts';

export interface OrderByApi {
  who: Who;
  keyId: number;
  /** The merchant's own id of the batch. */
  externalId: string;
  name: string;
  callbackUrl: string | null;
  skipWrong: boolean;
  lines: readonly GivenLine[];
  /** SHA-256 of all that makes it this batch. */
  hash: Buffer;
}

export interface MakeDeps {
  database: Database;
  /** For the callback: of the kind of an operation's id, and never equal to one. */
  nextId(): Promise<string>;
}

export type MadeByApi =
  | { ok: true; batch: Batch }
  /** Another batch has its id. */
  | { ok: false; refusal: 'conflict' }
  /** The account is: it makes no new one. */
  | { ok: false; refusal: 'suspended' }
  /** Nothing is made: these lines are wrong. */
  | { ok: false; refusal: 'wrong'; wrong: DraftLine[] };

/** Somebody else took an id of a line, or the id of the batch, while it was stored. */
class Taken extends Error {}

/** The tries of one batch; each finds what others have taken before. */
const triesMax = 3;

export async function makePayouts(
  deps: MakeDeps,
  context: LineContext,
  order: OrderByApi,
): Promise<MadeByApi> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await makeOnce(deps, context, order);
    } catch (error) {
      if (!isTaken(error) || tried === triesMax) throw error;
    }
  }
}

/** PostgreSQL's unique_violation on the index that gives each id of a line to one payment. */
const isTaken = (error: unknown): boolean =>
  error instanceof Taken ||
  (error instanceof Error && 'constraint' in error && error.constraint === 'payout_line_external');

async function makeOnce(
  { database, nextId }: MakeDeps,
  context: LineContext,
  order: OrderByApi,
): Promise<MadeByApi> {
  const accountId = context.account.id;
  const { externalId } = order;
  const before = await findBatchByExternalId(database, { accountId, externalId });
  if (before !== null) {
    const isSame = before.fileHash?.equals(order.hash) === true;
    return isSame ? { ok: true, batch: before } : { ok: false, refusal: 'conflict' };
  }
  if (context.account.suspended) return { ok: false, refusal: 'suspended' };
  const draft = await checkDraft(database, context, order.lines, { id: 0, codeService: null });
  const { wrong, lines: count } = draft.description;
  if (wrong > 0 && (!order.skipWrong || wrong === count)) {
    const lines = draft.lines.filter(({ problems }) => problems !== null);
    return { ok: false, refusal: 'wrong', wrong: lines };
  }
  const callbackId = await nextId();
  return inTransaction(database, async (session): Promise<MadeByApi> => {
    const id = await store(session, order, { accountId, callbackId });
    await begin(session, order, { id, accountId }, draft);
    return { ok: true, batch: (await findBatch(session, id))! };
  });
}

async function store(
  session: Session,
  { keyId, externalId, name, callbackUrl, hash: fileHash }: OrderByApi,
  { accountId, callbackId }: { accountId: number; callbackId: string },
): Promise<number> {
  const id = await storeBatch(session, {
    accountId,
    name,
    fileHash,
    fileName: '',
    codeService: null,
    sheet: null,
    hiddenRows: 0,
    maker: { keyId, externalId, callbackUrl, callbackId },
  });
  if (id === null) throw new Taken();
  return id;
}

/**
 * Whoever looks at duplicate warnings is a user: a batch with some waits for one, whatever its key
 * may pay.
 */
async function begin(
  session: Session,
  { who, keyId, name }: OrderByApi,
  batch: { id: number; accountId: number },
  draft: CheckedDraft,
): Promise<void> {
  const { id, accountId } = batch;
  const { amount, fees, duplicated, wrong, lines: count } = draft.description;
  const lines = count - wrong;
  const limit = await readPayoutLimit(session, { accountId, key: keyId });
  if (duplicated === 0 && amount <= limit) {
    await storeDraft(session, batch, draft, { right: 'waiting', wrong: 'canceled' });
    if (await hasTakenIds(session, id)) throw new Taken();
    await storeKeyLimit(session, id, limit);
    await storeState(session, id, 'running');
  } else {
    await storeDraft(session, batch, draft, { right: 'draft', wrong: 'canceled' });
    const kinds = { [payoutApprovalRequest]: payoutApprovalRequestKind };
    const asker = { who, userId: null };
    const stored = (await findBatch(session, id))!;
    await requestPayout(session, kinds, asker, stored, { again: false, lines, amount, fees });
  }
  await recordAudit(session, {
    who,
    action: 'payout.create',
    accountId,
    subject: `payout/${id}`,
    new: { name, lines, amount: String(amount), fees: String(fees) },
  });
}
