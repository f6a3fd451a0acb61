// The address of a checkout's page: `/pay/<account>-<token>`. The account tells the cell.

import type { Checkout } from './checkout.ts';

const form = /^([0-9a-z]{1,7})-([0-9a-f]{32})$/;

export const pageAddressOf = ({
  accountId,
  token,
}: Pick<Checkout, 'accountId' | 'token'>): string => `${accountId.toString(36)}-${token}`;

export const pageUrlOf = (
  publicUrl: string,
  checkout: Pick<Checkout, 'accountId' | 'token'>,
): string => `${publicUrl}/pay/${pageAddressOf(checkout)}`;

/** Null: it has not the form of one. */
export function readPageAddress(address: string): { accountId: number; token: string } | null {
  const parts = form.exec(address);
  return parts === null ? null : { accountId: Number.parseInt(parts[1]!, 36), token: parts[2]! };
}
