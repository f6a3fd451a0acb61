// What approving a settlement, its return or a move of a float would change, as things stand.

import { decimalsKept, parseAmount, toDecimalString } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import {
  balanceLines,
  changeOf,
  type ApprovalPreview,
  type ApprovedApprovalRequest,
} from '../approvals/index.ts';
import {
  floatPosting,
  gainOf,
  previewBalance,
  readFloats,
  settlementPostings,
} from '../../payments/ledger/index.ts';
import type { FloatApprovalRequest, SettlementApprovalRequest } from './approval-parameters.ts';
import { previewBankAccount, previewBankReturn } from './bank-preview.ts';
import { approvalRefusal, returnRefusal } from './decide.ts';
import { stepOf } from './states.ts';
import { findSettlement } from './store.ts';

export async function previewSettlement(
  database: Database,
  { parameters, askedBy }: Pick<ApprovedApprovalRequest, 'parameters' | 'askedBy'>,
  move: 'approve' | 'return',
): Promise<ApprovalPreview> {
  const { settlementId, state: asked } = parameters as SettlementApprovalRequest;
  const settlement = await findSettlement(database, settlementId);
  if (settlement === null) return { lines: [], refusal: 'not found' };
  const { state } = settlement;
  const step = stepOf(state, move);
  const refusal =
    move === 'approve' ? approvalRefusal(settlement, [askedBy]) : returnRefusal(settlement, asked);
  const changed = asked !== undefined && asked !== state;
  const line = changeOf('settlement', {
    name: String(settlementId),
    asked: changed ? { word: asked } : null,
    before: { word: state },
    after: { word: step?.to ?? state },
  });
  const transfers = step?.event ? settlementPostings(step.event, settlement) : [];
  const balance = await previewBalance(database, settlement, transfers);
  const bank = move === 'return' ? await previewBankReturn(database, settlementId) : [];
  return {
    lines: [line, ...balanceLines(balance), ...bank],
    refusal: refusal ?? (step === null ? 'too late' : null),
  };
}

export async function previewFloatMove(
  database: Database,
  { parameters }: Pick<ApprovedApprovalRequest, 'parameters'>,
): Promise<ApprovalPreview> {
  const { route, currency, amount, bankAccountId } = parameters as FloatApprovalRequest;
  const float = (await readFloats(database)).find(
    (each) => each.route === route && each.currency === currency,
  );
  const before = float?.amount ?? 0n;
  // A debit of the provider's account is money of ours that it has.
  const moved = -gainOf(`provider:${route}`, [
    floatPosting(route, parseAmount(amount, decimalsKept)!),
  ]);
  const line = changeOf('float', {
    name: route,
    before: { amount: toDecimalString(before), currency },
    after: { amount: toDecimalString(before + moved), currency },
  });
  return { lines: [line, ...(await previewBankAccount(database, bankAccountId))], refusal: null };
}
