// What does a service cost, and how much may be moved at once?

import { useFormat, useTexts } from '../../language/index.ts';
import { Money } from '../../ui/money.tsx';
import type { Service } from './service.ts';
import { serviceTexts } from './texts.ts';

/** The commission in one line: percentage, fixed part, bounds. */
export function PriceWords({ of: { price, currency } }: { of: Service }) {
  const words = useTexts(serviceTexts);
  const { number } = useFormat();
  const hasShare = Number(price.percent) !== 0;
  const hasFixed = Number(price.fixed) !== 0;
  if (!hasShare && !hasFixed && price.minimum === null) return words.free;
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
