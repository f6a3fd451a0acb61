// Panel of one audit entry: all its details, and links to similar entries.

import { useLanguage, useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { When } from '../../ui/when.tsx';
import { nameOfField } from './change-words.ts';
import { changesOf } from './changes.ts';
import { auditMessages } from './messages.ts';
import { sentenceMessages, subjectMessages } from './sentence-messages.ts';
import { Sentence, type Entry } from './sentence.tsx';
import { nameOfSubject } from './subject.ts';
import { Value } from './value.tsx';
import './audit.css';

export function EntryPanel({
  entry,
  onNarrow,
  onClose,
}: {
  entry: Entry;
  onNarrow(filters: { action?: string; user?: string; subject?: string }): void;
  onClose(): void;
}) {
  const messages = useMessages(auditMessages);
  const sentences: Partial<Record<string, string>> = useMessages(sentenceMessages);
  const words = useMessages(subjectMessages);
  const { userId, subject, action } = entry;
  return (
    <SidePanel title={messages.entry(String(entry.number))} onClose={onClose}>
      <div className="stack">
        <p>
          <Sentence entry={entry} />
        </p>
        <KeyValues
          items={[
            { label: messages.at, value: <When at={entry.at} show="both" /> },
            { label: messages.who, value: messages.kinds[entry.who] },
            { label: messages.email, value: entry.email },
            { label: messages.user, value: userId },
            { label: messages.address, value: entry.address },
            { label: messages.agent, value: entry.agent },
            { label: messages.action, value: sentences[action] ?? <code>{action}</code> },
            {
              label: messages.subject,
              value: subject === null ? null : nameOfSubject(subject, words),
            },
            { label: messages.account, value: entry.accountId },
          ]}
        />
        <Changes entry={entry} />
        <div className="buttons">
          <Button small icon="filter" onClick={() => onNarrow({ action })}>
            {messages.sameAction}
          </Button>
          {userId === null ? null : (
            <Button small icon="filter" onClick={() => onNarrow({ user: String(userId) })}>
              {messages.sameUser}
            </Button>
          )}
          {subject === null ? null : (
            <Button small icon="filter" onClick={() => onNarrow({ subject })}>
              {messages.sameSubject}
            </Button>
          )}
        </div>
      </div>
    </SidePanel>
  );
}

function Changes({ entry }: { entry: Entry }) {
  const messages = useMessages(auditMessages);
  const { language } = useLanguage();
  const changes = changesOf(entry.old, entry.new);
  if (changes.length === 0) return null;
  return (
    <DataTable
      id="audit-changes"
      caption={messages.changes}
      rows={changes}
      rowKey={({ field }) => field}
      columns={[
        {
          key: 'field',
          header: messages.field,
          cell: ({ field }) => <span className="audit-value">{nameOfField(field, language)}</span>,
        },
        { key: 'old', header: messages.old, cell: ({ before }) => <Shown text={before} /> },
        { key: 'now', header: messages.now, cell: ({ after }) => <Shown text={after} /> },
      ]}
      empty={null}
    />
  );
}

const Shown = ({ text }: { text: string | null }) =>
  text === null ? (
    '–'
  ) : (
    <span className="audit-value">
      <Value text={text} />
    </span>
  );
