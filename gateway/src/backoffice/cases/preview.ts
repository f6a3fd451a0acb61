// What approving a decision about a case would change, as the transaction and the books stand.

import { toDecimalString } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import {
  balanceLines,
  changeOf,
  type ApprovalPreview,
  type ApprovedApprovalRequest,
} from '../approvals/index.ts';
import {
  gainOf,
  postingsOf,
  previewBalance,
  type LedgerEvent,
} from '../../payments/ledger/index.ts';
import type { Operation } from '../../payments/operations/index.ts';
import { correctionsOf } from './bookings.ts';
import { readCorrected } from './case.ts';
import { closeRefusal, type CloseParameters } from './close.ts';
import { isAsFound, readStanding, type ResolveParameters } from './resolve.ts';

type About = Pick<ApprovedApprovalRequest, 'accountId' | 'parameters'>;

export async function previewResolve(
  database: Database,
  { accountId, parameters }: About,
): Promise<ApprovalPreview> {
  const wanted = parameters as ResolveParameters;
  const key = { accountId: accountId ?? 0, id: wanted.transactionId };
  const standing = await readStanding(database, key);
  if (standing === null) return { lines: [], refusal: 'unknown transaction' };
  const { operation, undecided } = standing;
  const { state } = operation.state;
  const { after, event } = outcomeOf(operation, wanted.outcome);
  const decided = undecided === null;
  const line = changeOf('transaction', {
    before: { word: state },
    after: { word: decided ? state : after },
  });
  const transfers = decided ? [] : postingsOf(event, operation.terms);
  const balance = await previewBalance(database, operation.terms, transfers);
  const refusal = decided
    ? 'settled meanwhile'
    : isAsFound(undecided, wanted)
      ? null
      : 'sent again meanwhile';
  return { lines: [line, ...balanceLines(balance)], refusal };
}

/** A refund under way succeeds or fails in place of the payment. */
function outcomeOf(
  { state: { state }, terms }: Operation,
  outcome: ResolveParameters['outcome'],
): { after: string; event: LedgerEvent } {
  if (state !== 'REFUNDING')
    return outcome === 'executed'
      ? { after: 'SUCCESS', event: { type: 'succeeded' } }
      : { after: 'FAILED', event: { type: 'failed' } };
  return outcome === 'executed'
    ? {
        after: 'REFUNDED',
        event: { type: 'refunded', commissionToo: terms.details.keepsCommission !== true },
      }
    : { after: 'SUCCESS', event: { type: 'refund_refused' } };
}

export async function previewClose(
  database: Database,
  { accountId, parameters }: About,
): Promise<ApprovalPreview> {
  const { transactionId, caseId, how, liableParty } = parameters as CloseParameters;
  const key = { accountId: accountId ?? 0, id: transactionId };
  const [standing, corrected] = await Promise.all([
    readStanding(database, key),
    readCorrected(database, key),
  ]);
  const open = standing?.cases.find(({ id, closedAt }) => id === caseId && closedAt === null);
  if (standing === null || open === undefined) return { lines: [], refusal: 'closed meanwhile' };
  const { terms } = standing.operation;
  const refusal = closeRefusal(open, standing.operation, corrected, how);
  const transfers =
    refusal === null && how === 'booked'
      ? (correctionsOf(open.kind, terms, corrected.suspended, liableParty ?? 'suspense') ?? [])
      : [];
  const stays = refusal !== null || liableParty === 'suspense';
  const { currency } = terms;
  const change = (subject: 'suspense' | 'borne', before: bigint, gain: bigint) => {
    if (gain === 0n) return [];
    const line = changeOf(subject, {
      before: { amount: toDecimalString(before), currency },
      after: { amount: toDecimalString(before + gain), currency },
    });
    return [line];
  };
  const balance = await previewBalance(database, terms, transfers);
  const lines = [
    changeOf('case', {
      before: { word: 'open_case' },
      after: { word: stays ? 'open_case' : 'closed_case' },
    }),
    ...balanceLines(balance),
    ...change('suspense', corrected.suspended, gainOf('suspense', transfers)),
    // What the operator bears leaves `funding`.
    ...change('borne', 0n, -gainOf('funding', transfers)),
  ];
  return { lines, refusal: refusal ?? (balance.after.available < 0n ? 'not covered' : null) };
}
