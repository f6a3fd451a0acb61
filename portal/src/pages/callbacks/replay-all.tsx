// Are all callbacks of the filter to be sent again, and how fast?

import { useState } from 'react';
import type { RouteBody } from '@jokko/contract/portal';
import { useChange } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Select } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { callbackTexts } from './texts.ts';

const rates = [1, 5, 10, 50];

export function ReplayAll({ filter, onEnd }: { filter: Omit<RouteBody<'POST callbacks/replay-all'>, 'perSecond'>; onEnd(): void }) {
  const words = useTexts(callbackTexts);
  const { run, pending, error } = useChange('POST callbacks/replay-all', { changes: ['GET callbacks', 'GET callback-replays'] });
  const [perSecond, setPerSecond] = useState(10);
  const replay = async (): Promise<void> => {
    const answer = await run({ body: { ...filter, perSecond } });
    if (answer === null) return;
    onEnd();
    toast(words.replayedAll(answer.total));
  };
  return (
    <Confirm
      open
      title={words.replayAllTitle}
      yes={words.replay}
      pending={pending}
      error={error}
      onYes={() => void replay()}
      onClose={onEnd}
    >
      <p>{words.replayAllWords}</p>
      {Object.keys(filter).length === 0 ? <Notice tone="warn">{words.replayAllWithout}</Notice> : null}
      <Select
        label={words.rate}
        value={String(perSecond)}
        options={rates.map((rate) => ({ value: String(rate), label: words.perSecond(rate) }))}
        onChange={(event) => setPerSecond(Number(event.target.value))}
      />
    </Confirm>
  );
}
