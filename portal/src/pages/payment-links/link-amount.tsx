// What a payer of a link pays: one amount, or one between two.

import type { RouteAnswer } from '@jokko/contract/portal';
import { Money } from '../../ui/money.tsx';

export type Link = RouteAnswer<'GET payment-links'>['items'][number];

/** What a payer pays. */
export function LinkAmount({ of: { amount, minimum, maximum, currency } }: { of: Link }) {
  if (amount !== null) return <Money amount={amount} currency={currency} />;
  return (
    <>
      <Money amount={minimum ?? '0'} currency={currency} /> –{' '}
      <Money amount={maximum ?? '0'} currency={currency} />
    </>
  );
}
