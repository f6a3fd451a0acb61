// At which price is an account to have a service, if this wish is approved?

import { useFormat, useTexts } from '../../language/index.ts';
import { Money } from '../../ui/money.tsx';
import { wishTexts } from './texts.ts';
import type { Wish } from './wish-words.tsx';

export function WishPrice({ wish: { price, currency } }: { wish: Wish }) {
  const { price: words } = useTexts(wishTexts);
  const { number } = useFormat();
  if (price === null || currency === null) return null;
  const { code, entry } = price;
  if (entry === null) return `${code} · ${words.catalogue}`;
  const { percent, fixed, minimum, maximum } = entry;
  return (
    <>
      {code} · {number(percent ?? '0', 4)} % + <Money amount={fixed ?? '0'} currency={currency} />
      {minimum === null ? null : (
        <>
          {' '}
          · {words.minimum} <Money amount={minimum} currency={currency} />
        </>
      )}
      {maximum === null ? null : (
        <>
          {' '}
          · {words.maximum} <Money amount={maximum} currency={currency} />
        </>
      )}
    </>
  );
}
