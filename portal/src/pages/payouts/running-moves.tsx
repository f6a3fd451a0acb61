// What can be done while a batch is paid, and when it is done? Hold it, go on, stop it, send again what failed.

import { useState } from 'react';
import { useChange, useErrorWords, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { Sum, type Details } from './facts.tsx';
import { payoutTexts } from './texts.ts';

const changes: { changes: ['GET payouts', 'GET payouts/:id', 'GET payouts/:id/lines'] } = {
  changes: ['GET payouts', 'GET payouts/:id', 'GET payouts/:id/lines'],
};

const resendable: readonly Details['state'][] = ['running', 'waiting_for_funds', 'paused', 'canceling', 'done', 'canceled'];

export function RunningMoves({ batch }: { batch: Details }) {
  const { id, state, counts } = batch;
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
    retry: may.pay && counts.failed > 0 && resendable.includes(state) && (state !== 'canceling' || counts.sending === 0),
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
      <Retry batch={batch} open={asking === 'retry'} onClose={close} />
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

function Retry({ batch: { id, state, currency, counts, sums }, open, onClose }: { batch: Details; open: boolean; onClose(): void }) {
  const { batch: words } = useTexts(payoutTexts);
  const { run, pending, error } = useChange('POST payouts/retry', changes);
  const retry = async (): Promise<void> => {
    const answer = await run({ body: { id } });
    if (answer === null) return;
    if (answer.nothing) toast(words.retryNothing, 'bad');
    else if (answer.doubts) toast(words.newDoubtsRetry, 'bad');
    else if (answer.approval) toast(words.retryApproval, 'info');
    else toast(state === 'paused' ? words.retriedHeld : words.retried);
    onClose();
  };
  const failed = sums.find((sum) => sum.state === 'failed');
  return (
    <Confirm {...{ open, onClose, pending, error, title: words.retryQuestion(counts.failed), yes: words.retry }} onYes={() => void retry()}>
      {failed === undefined ? null : <KeyValues items={[{ label: words.retryFailed, value: <Sum sum={failed} currency={currency} /> }]} />}
      <p>{words.retryHint}</p>
    </Confirm>
  );
}
