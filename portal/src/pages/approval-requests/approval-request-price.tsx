// Shows the price that an approval request asks for.

import { useFormat, useMessages } from '../../language/index.ts';
import { Money } from '../../ui/money.tsx';
import { approvalRequestMessages } from './messages.ts';
import type { ApprovalRequest } from './approval-request-messages.tsx';

export function ApprovalRequestPrice({
  approvalRequest: { price, currency },
}: {
  approvalRequest: ApprovalRequest;
}) {
  const messages = useMessages(approvalRequestMessages.price);
  const { number } = useFormat();
  if (price === null || currency === null) return null;
  const { code, entry } = price;
  if (entry === null) return `${code} · ${messages.catalogue}`;
  const { percent, fixed, minimum, maximum } = entry;
  return (
    <>
      {code} · {messages.percent(number(percent ?? '0', 4))} +{' '}
      <Money amount={fixed ?? '0'} currency={currency} />
      {minimum === null ? null : (
        <>
          {' '}
          · {messages.minimum} <Money amount={minimum} currency={currency} />
        </>
      )}
      {maximum === null ? null : (
        <>
          {' '}
          · {messages.maximum} <Money amount={maximum} currency={currency} />
        </>
      )}
    </>
  );
}
