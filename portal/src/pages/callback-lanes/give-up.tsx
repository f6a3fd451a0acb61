// Is what waits for a server to be given up, and why? The developer reads the reason.

import { useState } from 'react';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Textarea } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { laneTexts } from './texts.ts';

export function GiveUp({ accountId, lane, onEnd }: { accountId: number; lane: string; onEnd(): void }) {
  const words = useTexts(laneTexts);
  const { sayField } = useErrorWords();
  const [reason, setReason] = useState('');
  const { run, pending, error } = useChange('POST operator/callbacks/give-up', {
    changes: ['GET operator/callback-lanes', 'GET operator/callbacks/:account'],
  });
  const giveUp = async (): Promise<void> => {
    const answer = await run({ body: { accountId, lane, reason: reason.trim() } });
    if (answer === null) return;
    onEnd();
    toast(words.gaveUp(answer.count));
  };
  return (
    <Confirm
      open
      danger
      title={words.giveUpTitle}
      yes={words.giveUp}
      pending={pending}
      error={error}
      onYes={() => void giveUp()}
      onClose={onEnd}
    >
      <p>{lane}</p>
      <p>{words.giveUpWords}</p>
      <Textarea
        label={words.reason}
        hint={words.reasonHint}
        rows={2}
        maxLength={200}
        value={reason}
        error={sayField(error, 'reason')}
        onChange={(event) => setReason(event.target.value)}
      />
    </Confirm>
  );
}
