// Describes approval requests about a developer's account other than those about its money: who is
// to get access, or which price a service is to have.

import type { ApprovalRequest } from './index.ts';
import { priceOverrideApprovalRequest, type PriceApprovalRequest } from '../pricing/index.ts';
import { accountAccessApprovalRequests } from '../account-access/index.ts';

/**
 * Words apart by spaces, which the page translates where it knows them; null: it is another kind of
 * request.
 */
export function accountApprovalRequestMessages({
  kind,
  parameters,
}: ApprovalRequest): string | null {
  const { email, role, secondFactors } = parameters as {
    email?: string;
    role?: string;
    secondFactors?: boolean;
  };
  if (kind === accountAccessApprovalRequests.invitation) return `${email} as_${role}`;
  if (kind === accountAccessApprovalRequests.reset)
    return secondFactors === true ? `${email} without_factors` : String(email);
  return null;
}

/** The price that is asked for; null: it is another kind of request. */
export function priceRequested({ kind, parameters }: ApprovalRequest) {
  if (kind !== priceOverrideApprovalRequest) return null;
  const { code, price } = parameters as PriceApprovalRequest;
  if (price === null) return { code, entry: null };
  const text = (amount: string | number | undefined): string | null =>
    amount === undefined ? null : String(amount);
  const { percent, fixed, minimum, maximum } = price;
  return {
    code,
    entry: {
      percent: text(percent),
      fixed: text(fixed),
      minimum: text(minimum),
      maximum: text(maximum),
    },
  };
}
