// What does a service cost, and how much may be moved at once?

import { useFormat, useTexts } from '../../language/index.ts';
import { Money } from '../../ui/money.tsx';
import type { Service } from './service.ts';
import { serviceTexts } from './texts.ts';

type Priced = Pick<Service, 'currency' | 'messagePrice'> & { price: Omit<Service['price'], 'own' | 'refundsCommission'> };

/** What an operation costs in one line: a message's price, and the commission with its percentage, fixed part and bounds. */
export function PriceWords({ of }: { of: Priced }) {
  const words = useTexts(serviceTexts);
  const { price, currency, messagePrice } = of;
  if (messagePrice === null) return <Commission of={of} />;
  return (
    <>
      <Money amount={messagePrice} currency={currency} /> {words.perMessage}
      {isFree(price) ? null : (
        <>
          {', '}
          {words.andCommission} <Commission of={of} />
        </>
      )}
    </>
  );
}

const isFree = ({ percent, fixed, minimum }: Priced['price']): boolean =>
  Number(percent) === 0 && Number(fixed) === 0 && Number(minimum ?? 0) === 0;

function Commission({ of: { price, currency } }: { of: Priced }) {
  const words = useTexts(serviceTexts);
  const { number } = useFormat();
  if (isFree(price)) return words.free;
  const hasShare = Number(price.percent) !== 0;
  const hasFixed = Number(price.fixed) !== 0;
  return (
    <>
      {hasShare || !hasFixed ? words.percent(number(price.percent, 4)) : null}
      {hasShare && hasFixed ? ` ${words.plus} ` : null}
      {hasFixed ? <Money amount={price.fixed} currency={currency} /> : null}
      {price.minimum === null ? null : (
        <>
          {`, ${words.atLeast} `}
          <Money amount={price.minimum} currency={currency} />
        </>
      )}
      {price.maximum === null ? null : (
        <>
          {`, ${words.atMost} `}
          <Money amount={price.maximum} currency={currency} />
        </>
      )}
    </>
  );
}

/** Of one operation; what counts over days stands in the service's panel. */
export function Limits({ of: { minimum, maximum, currency } }: { of: Service }) {
  const words = useTexts(serviceTexts);
  if (minimum === null && maximum === null) return words.noLimit;
  return (
    <>
      {minimum === null ? null : (
        <>
          {`${words.from} `}
          <Money amount={minimum} currency={currency} />{' '}
        </>
      )}
      {maximum === null ? null : (
        <>
          {`${words.to} `}
          <Money amount={maximum} currency={currency} />
        </>
      )}
    </>
  );
}
