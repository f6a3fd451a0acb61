// How does a person say yes or no to what somebody else has asked for, or take back what they asked for themselves? The same for every kind.

import { useState } from 'react';
import { useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { wishTexts } from './texts.ts';

/** One way to decide; `run` gets the note. */
interface Way {
  run(note: string): Promise<void>;
  pending: boolean;
  error: Error | null;
  reset(): void;
}

export function Decision({ approve, refuse }: { approve: Way; refuse: Way }) {
  const words = useTexts(wishTexts);
  const { say } = useErrorWords();
  const [note, setNote] = useState('');
  const error = approve.error ?? refuse.error;
  const decide = (way: Way, other: Way): void => {
    other.reset();
    void way.run(note.trim());
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
        <Button look="danger" pending={refuse.pending} onClick={() => decide(refuse, approve)}>
          {words.refuse}
        </Button>
        <Button look="primary" pending={approve.pending} onClick={() => decide(approve, refuse)}>
          {words.approve}
        </Button>
      </Buttons>
    </div>
  );
}

export function Withdrawal({ pending, error, onWithdraw }: { pending: boolean; error: Error | null; onWithdraw(): void }) {
  const words = useTexts(wishTexts);
  const { say } = useErrorWords();
  return (
    <Notice
      tone="info"
      actions={
        <Button small pending={pending} onClick={onWithdraw}>
          {words.withdraw}
        </Button>
      }
    >
      {words.ownHint} {error === null ? null : say(error)}
    </Notice>
  );
}
