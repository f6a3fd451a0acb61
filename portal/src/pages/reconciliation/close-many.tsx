// Button that closes the selected discrepancies with one note.

import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Select } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { changedByNote, reconciliationMessages } from './messages.ts';

const noteCharactersMax = 2_000;
const closed = ['explained', 'resolved'] as const;

export function CloseMany({ ids, onDone }: { ids: readonly string[]; onDone(): void }) {
  const messages = useMessages(reconciliationMessages);
  if (ids.length === 0) return null;
  return (
    <Action
      route="POST operator/reconciliation-discrepancies/close"
      label={messages.closeMany(ids.length)}
      variant="primary"
      small
      icon="check"
      body={({ to, note = '' }) => ({
        ids: ids.map(Number),
        to: to === 'resolved' ? 'resolved' : 'explained',
        note,
      })}
      changes={changedByNote}
      done={() => {
        onDone();
        toast(messages.closedMany);
      }}
      ask={{
        title: messages.closeMany(ids.length),
        children: <p>{messages.closeManyLead}</p>,
        fields: () => (
          <Select
            name="to"
            label={messages.to}
            options={closed.map((value) => ({ value, label: messages.discrepancyStates[value] }))}
          />
        ),
        note: {
          name: 'note',
          label: messages.note,
          hint: messages.noteHint,
          charactersMax: noteCharactersMax,
        },
      }}
    />
  );
}
