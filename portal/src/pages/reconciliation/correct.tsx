// What a user can do about a difference besides explaining it: ask for the adjustment that makes up
// for it, or write the rule that explains it. Both are filled in from the difference.

import { useState } from 'react';
import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { MoneyApprovalRequest } from '../developers/money-request.tsx';
import type { DiscrepancyWithNotes } from './discrepancy-notes.tsx';
import { messagesOfParty } from './party-messages.ts';

export function Correct({ discrepancy }: { discrepancy: DiscrepancyWithNotes }) {
  const messages = useMessages(messagesOfParty(discrepancy));
  const mayAdjust = useMay('POST operator/adjust');
  const mayRule = useMay('POST operator/reconciliation-rules');
  const [adjusting, setAdjusting] = useState(false);
  const { id, fileId, accountId, accountName, currency, adjustment } = discrepancy;
  const { transactionId, state, line, notAdjustable } = discrepancy;
  const rule = ruleFor(discrepancy);
  const canAdjust = mayAdjust && accountId !== null && currency !== null && adjustment !== null;
  if (state !== 'open') return null;
  if (mayAdjust && notAdjustable !== null) return <p>{messages.notAdjustable[notAdjustable]}</p>;
  if (!canAdjust && (!mayRule || rule === null)) return null;
  return (
    <div className="buttons">
      {canAdjust ? (
        <Button icon="wallet" onClick={() => setAdjusting(true)}>
          {messages.adjust}
        </Button>
      ) : null}
      {mayRule && rule !== null ? (
        <ButtonLink icon="scale" to={`/reconciliation/rules?${rule.toString()}`}>
          {messages.makeRule}
        </ButtonLink>
      ) : null}
      {adjusting && canAdjust ? (
        <MoneyApprovalRequest
          id={accountId}
          name={accountName ?? String(accountId)}
          currency={currency}
          adjustment={{
            amount: adjustment,
            reason: messages.adjustReason({
              id: String(id),
              file: String(fileId),
              line: line === null ? null : String(line),
              transaction: transactionId,
            }),
          }}
          onEnd={() => setAdjusting(false)}
        />
      ) : null}
    </div>
  );
}

const percentDecimals = 2;

/** The percentage that the difference is, where it can be a fee. */
function ruleFor({ class: name, route, evidence }: DiscrepancyWithNotes): URLSearchParams | null {
  const { theirs, ours } = evidence;
  // What a bank takes is no fee of a provider.
  if (route === null) return null;
  if (theirs === null || ours === null || theirs.amount === null || theirs.direction === null)
    return null;
  const isFee = name === 'fee';
  if (!isFee && (name !== 'amount' || ours.currency !== theirs.currency)) return null;
  const of = Number(isFee ? theirs.amount : ours.amount);
  // Kept back from what comes, taken with what goes.
  const more = Number(theirs.amount) - of;
  const fee = isFee ? Number(theirs.fee) : theirs.direction === 'in' ? -more : more;
  if (!(of > 0) || !(fee > 0) || fee > of) return null;
  // What users see is rounded; they correct it to what the contract says.
  const percent = String(Number(((fee / of) * 100).toFixed(percentDecimals)));
  return new URLSearchParams({ route, direction: theirs.direction, percent });
}
