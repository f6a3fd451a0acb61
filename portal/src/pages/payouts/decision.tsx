// Shall this batch be paid? Decided by another person than the one who asked, with a note that goes to the audit log.

import { useState } from 'react';
import { useChange, useErrorWords, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Details } from './facts.tsx';
import { payoutTexts } from './texts.ts';

const changes: { changes: ['GET payouts', 'GET payouts/:id', 'GET payouts/:id/lines'] } = {
  changes: ['GET payouts', 'GET payouts/:id', 'GET payouts/:id/lines'],
};

export function Decision({ batch }: { batch: Details }) {
  const { batch: words } = useTexts(payoutTexts);
  const may = useMay('POST payouts/approve');
  const { own, expired, id, wish } = batch;
  const awaiting =
    batch.retry === null ? { own: words.awaitingOwn, other: words.awaiting } : { own: words.retryAwaitingOwn, other: words.retryAwaiting };
  if (wish !== null && may && !own && !expired) return <Decide id={id} wish={wish} isRetry={batch.retry !== null} />;
  const actions = own ? <Withdraw id={id} /> : may && wish !== null ? <PutAway id={id} wish={wish} /> : undefined;
  return (
    <Notice tone={expired ? 'warn' : 'info'} actions={actions}>
      {expired ? words.expired : own ? awaiting.own : awaiting.other}
    </Notice>
  );
}

function Decide({ id, wish, isRetry }: { id: number; wish: number; isRetry: boolean }) {
  const { batch: words } = useTexts(payoutTexts);
  const { say } = useErrorWords();
  const approve = useChange('POST payouts/approve', changes);
  const refuse = useChange('POST payouts/refuse', changes);
  const [note, setNote] = useState('');
  const error = approve.error ?? refuse.error;
  const body = { id, wish, note: note.trim() };
  const agree = async (): Promise<void> => {
    refuse.reset();
    const answer = await approve.run({ body });
    if (answer === null) return;
    if (answer.doubts) toast(words.newDoubtsApprove, 'bad');
    else if (answer.state === 'draft') toast(words.approvedNot, 'bad');
    else if (isRetry) toast(words.retried);
    else toast(words.approved);
  };
  const decline = async (): Promise<void> => {
    approve.reset();
    if ((await refuse.run({ body })) !== null) toast(words.refused);
  };
  return (
    <Card title={isRetry ? words.retryAwaiting : words.awaiting}>
      <div className="stack">
        {error === null ? null : (
          <Notice tone="bad" live>
            {say(error)}
          </Notice>
        )}
        <Textarea
          label={words.decisionNote}
          hint={words.noteHint}
          optional={words.optional}
          rows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Buttons>
          <Button look="danger" pending={refuse.pending} onClick={() => void decline()}>
            {words.refuse}
          </Button>
          <Button look="primary" icon="check-circle" pending={approve.pending} onClick={() => void agree()}>
            {isRetry ? words.retryApprove : words.approve}
          </Button>
        </Buttons>
      </div>
    </Card>
  );
}

function Withdraw({ id }: { id: number }) {
  const { batch: words } = useTexts(payoutTexts);
  const { say } = useErrorWords();
  const { run, pending, error } = useChange('POST payouts/withdraw', changes);
  const withdraw = async (): Promise<void> => {
    if ((await run({ body: { id } })) !== null) toast(words.withdrawn);
  };
  return (
    <>
      {error === null ? null : <span role="alert">{say(error)} </span>}
      <Button small pending={pending} onClick={() => void withdraw()}>
        {words.withdraw}
      </Button>
    </>
  );
}

/** What nobody has decided in time, where the one who asked does not take it back. */
function PutAway({ id, wish }: { id: number; wish: number }) {
  const { batch: words } = useTexts(payoutTexts);
  const { say } = useErrorWords();
  const { run, pending, error } = useChange('POST payouts/refuse', changes);
  const refuse = async (): Promise<void> => {
    if ((await run({ body: { id, wish, note: '' } })) !== null) toast(words.refused);
  };
  return (
    <>
      {error === null ? null : <span role="alert">{say(error)} </span>}
      <Button small pending={pending} onClick={() => void refuse()}>
        {words.refuse}
      </Button>
    </>
  );
}
