// What can be done with a draft? Correct its file, throw it away, or ask another person to approve it.

import { useState } from 'react';
import { useChange, useErrorWords, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { navigate } from '../../router/index.ts';
import { Button, ButtonLink, Buttons } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Details } from './facts.tsx';
import { payoutTexts } from './texts.ts';

export function DraftMoves({ batch }: { batch: Details }) {
  const { batch: words } = useTexts(payoutTexts);
  const { say } = useErrorWords();
  const may = { upload: useMay('POST payouts/upload'), submit: useMay('POST payouts/submit') };
  const submit = useChange('POST payouts/submit', { changes: ['GET payouts', 'GET payouts/:id', 'GET payouts/:id/lines'] });
  const [discarding, setDiscarding] = useState(false);
  const send = async (): Promise<void> => {
    const answer = await submit.run({ body: { id: batch.id } });
    if (answer === null) return;
    if (answer.refused === null) toast(words.submitted);
    else toast(answer.refused === 'doubts' ? words.newDoubts : words.changedPrices, 'info');
  };
  const search = new URLSearchParams({ replaces: String(batch.id), name: batch.name, service: batch.codeService ?? '' });
  const wrong = batch.wrong > 0;
  return (
    <>
      {submit.error === null ? null : (
        <Notice tone="bad" live>
          {say(submit.error)}
        </Notice>
      )}
      <Buttons>
        {may.upload ? (
          <>
            <Button icon="trash" onClick={() => setDiscarding(true)}>
              {words.discard}
            </Button>
            <ButtonLink look={wrong ? 'primary' : 'plain'} icon="upload" to={`/payouts/new?${search.toString()}`}>
              {words.replace}
            </ButtonLink>
          </>
        ) : null}
        {may.submit && !wrong ? (
          <Button look="primary" icon="check-circle" pending={submit.pending} onClick={() => void send()}>
            {words.submit}
          </Button>
        ) : null}
      </Buttons>
      <Discard id={batch.id} open={discarding} onClose={() => setDiscarding(false)} />
    </>
  );
}

function Discard({ id, open, onClose }: { id: number; open: boolean; onClose(): void }) {
  const { batch: words } = useTexts(payoutTexts);
  const { run, pending, error } = useChange('POST payouts/discard', { changes: ['GET payouts'] });
  const discard = async (): Promise<void> => {
    if ((await run({ body: { id } })) === null) return;
    toast(words.discarded);
    navigate('/payouts');
  };
  return (
    <Confirm
      {...{ open, onClose, pending, error, danger: true, title: words.discardQuestion, yes: words.discard }}
      onYes={() => void discard()}
    >
      <p>{words.discardHint}</p>
    </Confirm>
  );
}
