// How many messages does a text make, while it is being typed? Counted in the browser as the gateway counts.

import { useMemo } from 'react';
import { segmentText } from '@jokko/contract/sms-text';
import { useTexts } from '../../language/index.ts';
import { smsTexts } from './texts.ts';

export function Measure({ text, transliterate }: { text: string; transliterate: boolean }) {
  const { compose: words, batch } = useTexts(smsTexts);
  const { parts, freeUnits, encoding, replaced } = useMemo(() => segmentText(text, { transliterate }), [text, transliterate]);
  return (
    <div className="small soft sms-measure">
      <p role="status">{text === '' ? words.none : `${words.measure(parts.length, freeUnits)} · ${batch.encodings[encoding]}`}</p>
      {encoding === 'ucs2' ? <p>{words.unicode}</p> : null}
      {replaced.length === 0 ? null : (
        <p>
          {words.replaced} : {[...new Set(replaced.map(({ from, to }) => `${from} → ${to}`))].join(', ')}
        </p>
      )}
    </div>
  );
}
