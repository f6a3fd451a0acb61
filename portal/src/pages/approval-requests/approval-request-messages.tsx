// Formats an approval request's state and amount.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { DestinationMessages } from '../settlements/labels.tsx';
import { approvalRequestMessages } from './messages.ts';
import '../settlements/settlements.css';

export type ApprovalRequest = RouteAnswer<'GET operator/approval-requests'>['items'][number];

export function ApprovalRequestState({ state }: { state: ApprovalRequest['state'] }) {
  const { states: names } = useMessages(approvalRequestMessages);
  return <Badge tone={stateTones.approval[state]}>{names[state]}</Badge>;
}

export function ApprovalRequestAmount({
  approvalRequest: { kind, amount, currency },
}: {
  approvalRequest: ApprovalRequest;
}) {
  // What is added to a balance, or taken from it.
  const signed = kind === 'fund' || kind === 'adjust' || kind === 'float';
  return amount === null || currency === null ? (
    '–'
  ) : (
    <Money amount={amount} currency={currency} signed={signed} />
  );
}

/** What tells it from every other one. */
export function ApprovalRequestHead({ approvalRequest }: { approvalRequest: ApprovalRequest }) {
  const { kinds, number } = useMessages(approvalRequestMessages);
  const { id, kind, amount, currency } = approvalRequest;
  return (
    <>
      {kinds[kind]}
      {amount === null || currency === null ? null : (
        <>
          {' '}
          <ApprovalRequestAmount approvalRequest={approvalRequest} />
        </>
      )}{' '}
      <span className="soft">{number(String(id))}</span>
    </>
  );
}

/** Where all about the account stands, such as what it pays now. */
export function ApprovalRequestAccount({
  approvalRequest: { accountId, accountName },
}: {
  approvalRequest: ApprovalRequest;
}) {
  return <Link to={`/developers/${accountId}`}>{accountName ?? String(accountId)}</Link>;
}

/** Where the proofs are of what an approval request about a transaction says. */
export function ApprovalRequestTransaction({
  approvalRequest: { kind, accountId, transactionId },
}: {
  approvalRequest: ApprovalRequest;
}) {
  const at = kind === 'refund' ? 'transactions' : 'cases';
  return <Link to={`/${at}/${accountId}/${transactionId}`}>{transactionId}</Link>;
}

const isNumber = /^\d+(\.\d+)?$/;

/** Which way it goes, in words; null where its kind has only one. */
export function useWayOf({ kind, what }: ApprovalRequest): string | null {
  const { ways } = useMessages(approvalRequestMessages);
  const { number } = useFormat();
  if (what === null) return null;
  const saidOf = (label: string): string =>
    kind === 'refund-limit' && isNumber.test(label) ? number(label, 4) : label;
  const nameOf = (label: string): string =>
    (ways as Record<string, string>)[label] ?? saidOf(label);
  return what.split(' ').map(nameOf).join(' ');
}

/** Where what is to come into force can be seen. */
export function ApprovalRequestDraft({
  approvalRequest: { draft },
}: {
  approvalRequest: ApprovalRequest;
}) {
  const { seeDraft } = useMessages(approvalRequestMessages);
  return draft === null ? null : <Link to={`/drafts/${draft.kind}/${draft.id}`}>{seeDraft}</Link>;
}

export const isSettlement = ({ kind }: ApprovalRequest): boolean =>
  kind === 'settle' || kind === 'settle-return';

/** Where all about the settlement stands that an approval request is about. */
export function ApprovalRequestSettlement({
  approvalRequest: { what },
}: {
  approvalRequest: ApprovalRequest;
}) {
  const { settlement } = useMessages(approvalRequestMessages);
  return <Link to={`/settlement-queue/${what}`}>{settlement(what ?? '')}</Link>;
}

/** Where the money goes, and who says that it is the right place. */
export function ApprovalRequestPayee({
  payee: { destination, addedBy, confirmedBy },
}: {
  payee: NonNullable<ApprovalRequest['settlement']>;
}) {
  const messages = useMessages(approvalRequestMessages.payee);
  return (
    <>
      <DestinationMessages destination={destination} />
      <span className="settlement-line soft">{messages.known(addedBy, confirmedBy)}</span>
    </>
  );
}
