// How many messages does a text make, and what would they cost, while it is being typed? Counted in the browser as the gateway counts.

import { useMemo } from 'react';
import { segmentText } from '@jokko/contract/sms-text';
import { useFormat, useTexts } from '../../language/index.ts';
import { Money } from '../../ui/money.tsx';
import { smsTexts } from './texts.ts';
import type { LivePrice } from './use-live-price.ts';

export function Measure({ text, transliterate, price }: { text: string; transliterate: boolean; price: LivePrice | null }) {
  const { number } = useFormat();
  const { compose: words, batch, batches } = useTexts(smsTexts);
  const { parts, freeUnits, encoding, replaced } = useMemo(() => segmentText(text, { transliterate }), [text, transliterate]);
  return (
    <div className="small soft sms-measure">
      <p role="status">
        {text === '' ? words.none : `${words.measure(parts.length, freeUnits)} · ${batch.encodings[encoding](parts.length)}`}
      </p>
      <p role="status">
        {price === null ? null : (
          <>
            {words.priceNow} <Money amount={price.total} currency={price.currency} /> · {batches.recipients} {number(price.recipients)}
          </>
        )}
      </p>
      {encoding === 'ucs2' ? <p>{words.unicode}</p> : null}
      {replaced.length === 0 ? null : (
        <p>
          {words.replaced} : {[...new Set(replaced.map(({ from, to }) => `${from} → ${to}`))].join(', ')}
        </p>
      )}
    </div>
  );
}
