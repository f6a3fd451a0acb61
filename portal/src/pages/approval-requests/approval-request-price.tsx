// Shows the price that an approval request asks for.

import { useMessages } from '../../language/index.ts';
import { useCommission } from '../services/commission.ts';
import { approvalRequestMessages } from './messages.ts';
import type { ApprovalRequest } from './approval-request-messages.tsx';

export function ApprovalRequestPrice({
  approvalRequest: { price, currency },
}: {
  approvalRequest: ApprovalRequest;
}) {
  const messages = useMessages(approvalRequestMessages.price);
  const commission = useCommission();
  if (price === null || currency === null) return null;
  const { code, entry } = price;
  if (entry === null) return `${code} · ${messages.catalogue}`;
  return `${code} · ${commission(entry, currency)}`;
}
