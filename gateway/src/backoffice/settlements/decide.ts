// Decides a settlement. Each decision is one commit under the account's lock: the state, its
// entries in the ledger, and the audit log.

import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { bookIn, lockAccountIn, settlementPostings } from '../../payments/ledger/index.ts';
import { recordBankMovementIn, recordBankReturnIn } from '../bank-accounts/index.ts';
import { isValueDay } from './day.ts';
import { stepOf, type SettlementMove, type SettlementState } from './states.ts';
import {
  findSettlement,
  referenceOfFile,
  storeChange,
  type Settlement,
  type SettlementChange,
} from './store.ts';

export type DecisionRefusal =
  | 'not found'
  /** Its state does not allow it any more. */
  | 'too late'
  /** Who asked for the settlement, or set the schedule that did, does not approve it. */
  | 'own request'
  | 'destination removed'
  /** It has another state than the two users agreed about. */
  | 'settlement changed'
  /** The bank cannot have paid on that day. */
  | 'value date';
export type SettlementDecided = { ok: true } | { ok: false; refusal: DecisionRefusal };

/** An agreed approval request of two users of the operator. */
export interface Agreement {
  id: number;
  approvalRequestId: number;
  users: readonly (number | null)[];
}

/** Inside the transaction that closes the approval request. */
export function approveSettlementIn(
  session: Session,
  { id, approvalRequestId, users }: Agreement,
): Promise<SettlementDecided> {
  return decideIn(session, id, 'approve', (settlement) => {
    const refusal = approvalRefusal(settlement, users);
    return refusal === null
      ? { ok: true, change: { approvedApprovalRequest: approvalRequestId } }
      : { ok: false, refusal };
  });
}

/** Why these two users may not approve a settlement, whatever its state; null: they may. Pure. */
export function approvalRefusal(
  { askedBy, scheduledBy, destination }: Settlement,
  users: readonly (number | null)[],
): DecisionRefusal | null {
  const asker = askedBy ?? scheduledBy;
  if (asker !== null && users.includes(asker)) return 'own request';
  return destination.removed ? 'destination removed' : null;
}

/**
 * Inside the transaction that closes the approval request: the bank has not paid it, or has sent it
 * back. Which of the two the users meant is its `state` when they were asked; undefined: asked
 * before that was kept.
 */
export function returnSettlementIn(
  session: Session,
  { id, reason, state }: { id: number; reason: string; state: SettlementState | undefined },
): Promise<SettlementDecided> {
  return decideIn(session, id, 'return', (settlement) => {
    const refusal = returnRefusal(settlement, state);
    return refusal === null
      ? { ok: true, change: { reason }, then: () => recordBankReturnIn(session, id) }
      : { ok: false, refusal };
  });
}

/** Whether it is what the users meant who asked; undefined: asked before that was kept. Pure. */
export const returnRefusal = (
  settlement: Pick<Settlement, 'state'>,
  asked: SettlementState | undefined,
): DecisionRefusal | null =>
  asked !== undefined && settlement.state !== asked ? 'settlement changed' : null;

interface Payment {
  id: number;
  reference: string;
  /** `2026-11-21`. */
  valueDate: string;
  /** Our bank account from which it was paid; null: it is not said. */
  bankAccountId?: number | null;
}

/** The bank has paid it. */
export function paySettlement(
  database: Database,
  who: Who,
  { id, reference, valueDate, bankAccountId = null }: Payment,
): Promise<SettlementDecided> {
  const fits = ({ requestedAt }: Settlement, now: Date): boolean =>
    isValueDay(valueDate, requestedAt, now);
  const change = { reference, valueDate };
  if (bankAccountId === null) return decide(database, who, { id, move: 'pay', change, fits });
  const leaves = (session: Session, { currency, amount }: Settlement): Promise<void> =>
    recordBankMovementIn(session, {
      bankAccountId,
      booked: { settlementId: id },
      currency,
      amount: -amount,
      reference,
      ourReference: referenceOfFile(id),
      valueDate,
    });
  return decide(database, who, { id, move: 'pay', change, fits, leaves });
}

/** By the operator, before it is approved. */
export function refuseSettlement(
  database: Database,
  who: Who,
  { id, reason }: { id: number; reason: string },
): Promise<SettlementDecided> {
  return decide(database, who, { id, move: 'refuse', change: { reason } });
}

/** By the developer, before it is approved. */
export function withdrawSettlement(
  database: Database,
  who: Who,
  by: { id: number; accountId: number },
): Promise<SettlementDecided> {
  return decide(database, who, { ...by, move: 'withdraw', change: {} });
}

interface Decision {
  id: number;
  /** The account that it must be of. */
  accountId?: number;
  move: Exclude<SettlementMove, 'approve' | 'return'>;
  change: Omit<SettlementChange, 'state'>;
  /** Whether its value date fits. */
  fits?(settlement: Settlement, now: Date): boolean;
  /** Writes down through which bank account it leaves. */
  leaves?(session: Session, settlement: Settlement): Promise<void>;
}

function decide(
  database: Database,
  who: Who,
  { id, accountId, move, change, fits, leaves }: Decision,
): Promise<SettlementDecided> {
  return inTransaction(database, async (session): Promise<SettlementDecided> => {
    let about: number | null = null;
    const decided = await decideIn(session, id, move, (settlement, now) => {
      about = settlement.accountId;
      if (accountId !== undefined && accountId !== settlement.accountId)
        return { ok: false, refusal: 'not found' };
      return fits?.(settlement, now) === false
        ? { ok: false, refusal: 'value date' }
        : { ok: true, change, then: () => leaves?.(session, settlement) };
    });
    if (decided.ok)
      await recordAudit(session, {
        who,
        action: `settlement.${move}`,
        accountId: about,
        subject: `settlement/${id}`,
        new: change,
      });
    return decided;
  });
}

type Judgement =
  | {
      ok: true;
      change: Omit<SettlementChange, 'state'>;
      /** In the same commit. */
      then?(): Promise<void> | undefined;
    }
  | { ok: false; refusal: DecisionRefusal };

async function decideIn(
  session: Session,
  id: number,
  move: SettlementMove,
  judge: (settlement: Settlement, now: Date) => Judgement,
): Promise<SettlementDecided> {
  const found = await findSettlement(session, id);
  if (found === null) return { ok: false, refusal: 'not found' };
  const account = (await lockAccountIn(session, found.accountId))!;
  // Everybody who changes it holds this lock: what is read now is how it is.
  const settlement = (await findSettlement(session, id))!;
  const step = stepOf(settlement.state, move);
  const judged = judge(settlement, account.now);
  if (!judged.ok) return judged;
  if (step === null) return { ok: false, refusal: 'too late' };
  await storeChange(session, id, { ...judged.change, state: step.to });
  await judged.then?.();
  if (step.event === null) return { ok: true };
  const { accountId, currency } = settlement;
  const words = judged.change.reference ?? judged.change.reason;
  const note = words === undefined ? `settlement/${id}` : `settlement/${id}: ${words}`;
  const booked = await bookIn(
    session,
    { accountId, currency, note, settlementId: id },
    settlementPostings(step.event, settlement),
  );
  if (!booked.ok) throw new Error(`settlement ${id}: ${move} is not covered`);
  return { ok: true };
}
