// Counts the parts of a text and their cost while it is being typed. Counted in the browser as the
// gateway counts.

import { useMemo } from 'react';
import { segmentText } from '@jokko/contract/sms-text';
import { useFormat, useMessages } from '../../language/index.ts';
import { uiMessages } from '../../ui/messages.ts';
import { Amounts } from './amounts.tsx';
import { smsMessages } from './messages.ts';
import { Unicode } from './unicode.tsx';
import type { LivePrice } from './use-live-price.ts';

export function Measure({
  text,
  transliterate,
  price,
  onReplace,
}: {
  text: string;
  transliterate: boolean;
  price: LivePrice | null;
  onReplace(text: string): void;
}) {
  const { number } = useFormat();
  const { labelled } = useMessages(uiMessages);
  const { compose: messages, batch, batches } = useMessages(smsMessages);
  const { parts, freeUnits, encoding, replaced } = useMemo(
    () => segmentText(text, { transliterate }),
    [text, transliterate],
  );
  return (
    <div className="small soft sms-measure">
      <p role="status">
        {text === ''
          ? messages.none
          : `${messages.measure(parts.length, freeUnits)} · ${batch.encodings[encoding](parts.length)}`}
      </p>
      <p role="status">
        {price === null ? null : (
          <>
            {messages.priceNow}{' '}
            <Amounts
              amounts={price.totals.map(({ currency, total }) => ({ currency, amount: total }))}
            />{' '}
            · {batches.recipients} {number(price.recipients)}
          </>
        )}
      </p>
      {encoding === 'ucs2' ? (
        <Unicode
          text={text}
          transliterate={transliterate}
          parts={parts.length}
          price={price}
          onReplace={onReplace}
        />
      ) : null}
      {replaced.length === 0 ? null : (
        <p>
          {labelled(
            messages.replaced,
            [...new Set(replaced.map(({ from, to }) => `${from} → ${to}`))].join(', '),
          )}
        </p>
      )}
    </div>
  );
}
