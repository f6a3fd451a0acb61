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

type Filter = Omit<RouteBody<'POST callbacks/replay-all'>, 'perSecond'>;

/** `account`: whose they are, told by operators. */
export function ReplayAll({ filter, account, onEnd }: { filter: Filter; account?: string; onEnd(): void }) {
  const words = useTexts(callbackTexts);
  const { run, pending, error } = useReplayAll(account);
  const [perSecond, setPerSecond] = useState(10);
  const replay = async (): Promise<void> => {
    const answer = await run(filter, perSecond);
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

function useReplayAll(account: string | undefined) {
  const own = useChange('POST callbacks/replay-all', { changes: ['GET callbacks', 'GET callback-replays'] });
  const ofAll = useChange('POST operator/callbacks/replay-all', {
    changes: ['GET operator/callbacks/:account', 'GET operator/callback-lanes'],
  });
  const { pending, error } = account === undefined ? own : ofAll;
  const run = (filter: Filter, perSecond: number) =>
    account === undefined
      ? own.run({ body: { ...filter, perSecond } })
      : ofAll.run({ body: { accountId: Number(account), ...filter, perSecond } });
  return { run, pending, error };
}
