// What can be done while a batch is paid, and when it is done? Hold it, go on, stop it, send again what failed.

import { useState } from 'react';
import { useChange, useErrorWords, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Details } from './facts.tsx';
import { payoutTexts } from './texts.ts';

const changes: { changes: ['GET payouts', 'GET payouts/:id', 'GET payouts/:id/lines'] } = {
  changes: ['GET payouts', 'GET payouts/:id', 'GET payouts/:id/lines'],
};

export function RunningMoves({ batch: { id, state, counts } }: { batch: Details }) {
  const { batch: words } = useTexts(payoutTexts);
  const { say } = useErrorWords();
  const may = { hold: useMay('POST payouts/pause'), pay: useMay('POST payouts/resume') };
  const pause = useChange('POST payouts/pause', changes);
  const resume = useChange('POST payouts/resume', changes);
  const [asking, setAsking] = useState<'cancel' | 'retry' | null>(null);
  const error = pause.error ?? resume.error;
  const going = state === 'running' || state === 'waiting_for_funds';
  const offers = {
    cancel: may.hold && (going || state === 'paused') && counts.waiting > 0,
    pause: may.hold && going,
    resume: may.pay && state === 'paused',
    retry: may.pay && state === 'done' && counts.failed > 0,
  };
  const run = async (change: typeof pause | typeof resume, done: string): Promise<void> => {
    if ((await change.run({ body: { id } })) !== null) toast(done);
  };
  const close = (): void => setAsking(null);
  if (!Object.values(offers).includes(true)) return null;
  return (
    <>
      {error === null ? null : (
        <Notice tone="bad" live>
          {say(error)}
        </Notice>
      )}
      <Buttons>
        {offers.cancel ? (
          <Button icon="ban" onClick={() => setAsking('cancel')}>
            {words.cancel}
          </Button>
        ) : null}
        {offers.pause ? (
          <Button icon="pause" pending={pause.pending} onClick={() => void run(pause, words.paused)}>
            {words.pause}
          </Button>
        ) : null}
        {offers.resume ? (
          <Button look="primary" icon="play" pending={resume.pending} onClick={() => void run(resume, words.resumed)}>
            {words.resume}
          </Button>
        ) : null}
        {offers.retry ? (
          <Button look="primary" icon="refresh" onClick={() => setAsking('retry')}>
            {words.retry}
          </Button>
        ) : null}
      </Buttons>
      <Cancel id={id} open={asking === 'cancel'} onClose={close} />
      <Retry id={id} failed={counts.failed} open={asking === 'retry'} onClose={close} />
    </>
  );
}

function Cancel({ id, open, onClose }: { id: number; open: boolean; onClose(): void }) {
  const { batch: words } = useTexts(payoutTexts);
  const { run, pending, error } = useChange('POST payouts/cancel', changes);
  const cancel = async (): Promise<void> => {
    if ((await run({ body: { id } })) === null) return;
    toast(words.canceled);
    onClose();
  };
  return (
    <Confirm
      {...{ open, onClose, pending, error, danger: true, title: words.cancelQuestion, yes: words.cancel }}
      onYes={() => void cancel()}
    >
      <p>{words.cancelHint}</p>
    </Confirm>
  );
}

function Retry({ id, failed, open, onClose }: { id: number; failed: number; open: boolean; onClose(): void }) {
  const { batch: words } = useTexts(payoutTexts);
  const { run, pending, error } = useChange('POST payouts/retry', changes);
  const retry = async (): Promise<void> => {
    const answer = await run({ body: { id } });
    if (answer === null) return;
    if (answer.nothing) toast(words.retryNothing, 'bad');
    else toast(answer.approval ? words.retryApproval : words.retried, answer.approval ? 'info' : 'good');
    onClose();
  };
  return (
    <Confirm {...{ open, onClose, pending, error, title: words.retryQuestion(failed), yes: words.retry }} onYes={() => void retry()}>
      <p>{words.retryHint}</p>
    </Confirm>
  );
}
