// Decision on what another user has asked for: approve or refuse, with one note for both.

import { defined } from '@jokko/contract/defined';
import { useState, type ReactNode } from 'react';
import { useErrorMessages, type ChangeName } from '../api/index.ts';
import { useSend, type Note, type Sent, noteCharactersMax } from './action-dialog.tsx';
import { Button, Buttons } from './button.tsx';
import { Textarea } from './field.tsx';
import type { IconName } from './icon.tsx';
import { Notice } from './notice.tsx';

/** One way to decide; its `body` finds the note under the note's name. */
type Way<Name extends ChangeName> = Sent<Name> & { label: ReactNode; icon?: IconName };

export function Decision<Approve extends ChangeName, Refuse extends ChangeName>({
  note,
  approve,
  refuse,
}: {
  note: Note;
  approve: Way<Approve>;
  refuse: Way<Refuse>;
}) {
  const { messageOf, fieldMessageOf } = useErrorMessages();
  const approving = useSend(approve);
  const refusing = useSend(refuse);
  const [typed, setTyped] = useState('');
  const error = approving.error ?? refusing.error;
  const decide = (way: typeof approving, other: typeof approving): void => {
    other.reset();
    void way.send({ [note.name]: typed.trim() });
  };
  return (
    <div className="stack">
      {error === null ? null : (
        <Notice tone="bad" live>
          {messageOf(error)}
        </Notice>
      )}
      <Textarea
        label={note.label}
        {...defined({ hint: note.hint })}
        {...defined({ optional: note.optional })}
        rows={2}
        maxLength={note.charactersMax ?? noteCharactersMax}
        value={typed}
        error={fieldMessageOf(error, note.name)}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Buttons>
        <Button
          variant="danger"
          pending={refusing.pending}
          onClick={() => decide(refusing, approving)}
        >
          {refuse.label}
        </Button>
        <Button
          variant="primary"
          {...(approve.icon && { icon: approve.icon })}
          pending={approving.pending}
          onClick={() => decide(approving, refusing)}
        >
          {approve.label}
        </Button>
      </Buttons>
    </div>
  );
}
