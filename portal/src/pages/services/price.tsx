// Shows the price of a service, and the limits of one operation.

import { useMessages } from '../../language/index.ts';
import { Money } from '../../ui/money.tsx';
import { isFree, useCommission } from './commission.ts';
import type { Service } from './service.ts';
import { serviceMessages } from './messages.ts';

type Priced = Pick<Service, 'currency' | 'messagePrice'> & {
  price: Omit<Service['price'], 'own' | 'refundsCommission'>;
};

/**
 * What an operation costs in one line: a message's price, and the commission with its percentage,
 * fixed part and bounds.
 */
export function PriceMessages({ of }: { of: Priced }) {
  const messages = useMessages(serviceMessages);
  const { price, currency, messagePrice } = of;
  if (messagePrice === null) return <CommissionText of={of} />;
  return (
    <>
      <Money amount={messagePrice} currency={currency} /> {messages.perMessage}
      {isFree(price) ? null : (
        <>
          {', '}
          {messages.andCommission} <CommissionText of={of} />
        </>
      )}
    </>
  );
}

function CommissionText({ of: { price, currency } }: { of: Priced }) {
  const messages = useMessages(serviceMessages);
  const commission = useCommission();
  return price.quoted ? messages.asQuoted : commission(price, currency);
}

/** The limits of one operation; what counts over days stands in the service's panel. */
export function Limits({ of: { minimum, maximum, currency } }: { of: Service }) {
  const messages = useMessages(serviceMessages);
  if (minimum === null && maximum === null) return messages.noLimit;
  return (
    <>
      {minimum === null ? null : (
        <>
          {`${messages.from} `}
          <Money amount={minimum} currency={currency} />{' '}
        </>
      )}
      {maximum === null ? null : (
        <>
          {`${messages.to} `}
          <Money amount={maximum} currency={currency} />
        </>
      )}
    </>
  );
}
