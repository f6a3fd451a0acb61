// Internal notes about a transaction, and the button that adds one. The card serves other pages
// that have such notes, too.

import type { ReactNode } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Card } from '../../ui/card.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { noteMessages } from './note-messages.ts';

type Transaction = RouteAnswer<'GET operator/transactions/:account/:id'>;

export function Notes({ transaction: { accountId, id, notes } }: { transaction: Transaction }) {
  const messages = useMessages(noteMessages);
  return (
    <NotesCard notes={notes}>
      <Action
        route="POST operator/transactions/note"
        body={({ text = '' }) => ({ accountId, id, text })}
        changes={['GET operator/transactions/:account/:id']}
        label={messages.add}
        icon="plus"
        ask={{ title: messages.add, note: { name: 'text', label: messages.note } }}
        done={messages.added}
      />
    </NotesCard>
  );
}

/** `children`: what adds a note. */
export function NotesCard({
  notes,
  children,
}: {
  notes: Transaction['notes'];
  children: ReactNode;
}) {
  const messages = useMessages(noteMessages);
  return (
    <Card title={messages.title} lead={messages.lead} actions={children}>
      {notes.length === 0 ? (
        <p className="soft">{messages.none}</p>
      ) : (
        <Timeline
          label={messages.title}
          steps={notes.map(({ author, text, at }, index) => ({
            key: index,
            title: author,
            at,
            body: text,
          }))}
        />
      )}
    </Card>
  );
}
