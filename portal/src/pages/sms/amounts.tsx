// Shows amounts of several currencies, which have no sum, one beside the other.

import { Fragment } from 'react';
import { Money } from '../../ui/money.tsx';

/** Amounts of different currencies. */
export function Amounts({ amounts }: { amounts: readonly { currency: string; amount: string }[] }) {
  return amounts.map(({ currency, amount }, index) => (
    <Fragment key={currency}>
      {index === 0 ? null : ' + '}
      <Money amount={amount} currency={currency} />
    </Fragment>
  ));
}
