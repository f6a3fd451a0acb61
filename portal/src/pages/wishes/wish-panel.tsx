// What is wished for, and what does this person say to it? All about one wish, with a note that goes to the audit log.

import { useState } from 'react';
import { useChange, useErrorWords, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { wishTexts } from './texts.ts';
import { useWayOf, WishAmount, WishState, WishTransaction, type Wish } from './wish-words.tsx';

export function WishPanel({ wish, onClose }: { wish: Wish; onClose(): void }) {
  const words = useTexts(wishTexts);
  const may = useMay('POST operator/wishes/approve');
  const way = useWayOf(wish);
  const failure = wish.failure === null ? null : (words.failures[wish.failure as keyof typeof words.failures] ?? wish.failure);
  return (
    <SidePanel title={words.number(String(wish.id))} onClose={onClose}>
      <div className="stack">
        <KeyValues
          items={[
            { label: words.state, value: <WishState state={wish.state} /> },
            { label: words.account, value: wish.accountName },
            { label: words.amount, value: <WishAmount wish={wish} /> },
            { label: words.transaction, value: wish.transactionId === null ? null : <WishTransaction wish={wish} /> },
            { label: words.way, value: way },
            { label: words.reason, value: wish.reason },
            { label: words.askedBy, value: wish.askedBy },
            { label: words.asked, value: <When at={wish.askedAt} show="both" /> },
            { label: words.expires, value: wish.state === 'open' ? <When at={wish.expiresAt} show="both" /> : null },
            { label: words.decidedBy, value: wish.decidedBy },
            { label: words.decided, value: wish.decidedAt === null ? null : <When at={wish.decidedAt} show="both" /> },
            { label: words.note, value: wish.note },
            { label: words.failure, value: failure },
          ]}
        />
        {may && wish.state === 'open' ? wish.own ? <Withdraw id={wish.id} /> : <Decide id={wish.id} /> : null}
      </div>
    </SidePanel>
  );
}

const changes = {
  changes: ['GET operator/wishes', 'GET operator/developers', 'GET operator/developers/:id', 'GET operator/cases/:account/:id'],
} as {
  changes: ['GET operator/wishes', 'GET operator/developers', 'GET operator/developers/:id', 'GET operator/cases/:account/:id'];
};

function Decide({ id }: { id: number }) {
  const words = useTexts(wishTexts);
  const { say } = useErrorWords();
  const approve = useChange('POST operator/wishes/approve', changes);
  const refuse = useChange('POST operator/wishes/refuse', changes);
  const [note, setNote] = useState('');
  const error = approve.error ?? refuse.error;
  const body = { id, note: note.trim() };
  const agree = async (): Promise<void> => {
    refuse.reset();
    const answer = await approve.run({ body });
    if (answer !== null) toast(answer.state === 'done' ? words.done : words.failed, answer.state === 'done' ? 'good' : 'bad');
  };
  const decline = async (): Promise<void> => {
    approve.reset();
    if ((await refuse.run({ body })) !== null) toast(words.refused);
  };
  return (
    <div className="stack">
      {error === null ? null : (
        <Notice tone="bad" live>
          {say(error)}
        </Notice>
      )}
      <Textarea
        label={words.note}
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
        <Button look="primary" pending={approve.pending} onClick={() => void agree()}>
          {words.approve}
        </Button>
      </Buttons>
    </div>
  );
}

function Withdraw({ id }: { id: number }) {
  const words = useTexts(wishTexts);
  const { say } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/wishes/withdraw', changes);
  const withdraw = async (): Promise<void> => {
    if ((await run({ body: { id } })) !== null) toast(words.withdrawn);
  };
  return (
    <Notice
      tone="info"
      actions={
        <Button small pending={pending} onClick={() => void withdraw()}>
          {words.withdraw}
        </Button>
      }
    >
      {words.ownHint} {error === null ? null : say(error)}
    </Notice>
  );
}
