// Cancels or refunds a transaction, after a confirmation and a proof, and shows the result. Above
// the limit another user approves first.

import type { RouteName } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Money } from '../../ui/money.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Detail } from './facts.tsx';
import { undoMessages } from './messages.ts';

const tones = { canceled: 'good', refunded: 'good', pending: 'info', waiting: 'info' } as const;

const ownReads: RouteName[] = [
  'GET transactions',
  'GET transactions/:id',
  'GET balance',
  'GET statement',
  'GET refunds',
];
const readsOfAll: RouteName[] = [
  'GET operator/transactions',
  'GET operator/transactions/:account/:id',
  'GET operator/approval-requests',
];

/**
 * The button, where the user may and the transaction allows it; `accountId` is told to operators.
 */
export function RefundOrCancel({ transaction }: { transaction: Detail }) {
  const messages = useMessages(undoMessages);
  const { id, reverse, amount, currency, phone, accountId } = transaction;
  if (reverse === null) return null;
  const done = ({ outcome }: { outcome: keyof typeof messages.outcomes }): void =>
    toast(
      messages.outcomes[outcome],
      outcome in tones ? tones[outcome as keyof typeof tones] : 'bad',
    );
  const common = {
    label: messages[reverse],
    look: 'danger',
    icon: 'undo',
    ask: {
      title: reverse === 'cancel' ? messages.cancelTitle : messages.refundTitle,
      children: (
        <>
          <p>
            <Money amount={amount} currency={currency} /> · {phone}
          </p>
          <p>{reverse === 'cancel' ? messages.cancelText : messages.refundText}</p>
        </>
      ),
      note: {
        name: 'reason',
        label: messages.reason,
        hint: messages.reasonHint,
        ...(accountId === undefined && { optional: messages.optional }),
      },
      danger: true,
    },
    done,
  } as const;
  return accountId === undefined ? (
    <Action
      {...common}
      route="POST transactions/refund"
      body={({ reason = '' }) => ({ id, ...(reason.trim() && { reason: reason.trim() }) })}
      changes={ownReads}
    />
  ) : (
    <Action
      {...common}
      route="POST operator/refund"
      body={({ reason = '' }) => ({ accountId, id, reason: reason.trim() })}
      changes={readsOfAll}
    />
  );
}
