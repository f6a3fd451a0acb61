// Shows the price of a service, and the limits of one operation.

import { useFormat, useMessages } from '../../language/index.ts';
import { Money } from '../../ui/money.tsx';
import type { Service } from './service.ts';
import { serviceMessages } from './messages.ts';

type Priced = Pick<Service, 'currency' | 'messagePrice'> & {
  price: Omit<Service['price'], 'own' | 'refundsCommission'>;
};

/** What an operation costs in one line: a message's price, and the commission with its percentage, fixed part and bounds. */
export function PriceMessages({ of }: { of: Priced }) {
  const messages = useMessages(serviceMessages);
  const { price, currency, messagePrice } = of;
  if (messagePrice === null) return <Commission of={of} />;
  return (
    <>
      <Money amount={messagePrice} currency={currency} /> {messages.perMessage}
      {isFree(price) ? null : (
        <>
          {', '}
          {messages.andCommission} <Commission of={of} />
        </>
      )}
    </>
  );
}

const isFree = ({ percent, fixed, minimum }: Priced['price']): boolean =>
  Number(percent) === 0 && Number(fixed) === 0 && Number(minimum ?? 0) === 0;

function Commission({ of: { price, currency } }: { of: Priced }) {
  const messages = useMessages(serviceMessages);
  const { number } = useFormat();
  if (price.quoted) return messages.asQuoted;
  if (isFree(price)) return messages.free;
  const hasShare = Number(price.percent) !== 0;
  const hasFixed = Number(price.fixed) !== 0;
  return (
    <>
      {hasShare || !hasFixed ? messages.percent(number(price.percent, 4)) : null}
      {hasShare && hasFixed ? ` ${messages.plus} ` : null}
      {hasFixed ? <Money amount={price.fixed} currency={currency} /> : null}
      {price.minimum === null ? null : (
        <>
          {`, ${messages.atLeast} `}
          <Money amount={price.minimum} currency={currency} />
        </>
      )}
      {price.maximum === null ? null : (
        <>
          {`, ${messages.atMost} `}
          <Money amount={price.maximum} currency={currency} />
        </>
      )}
    </>
  );
}

/** Of one operation; what counts over days stands in the service's panel. */
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
