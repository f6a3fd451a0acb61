// What exactly was done? All that an entry says, and ways to the entries like it.

import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { When } from '../../ui/when.tsx';
import type { Entry, Filters } from './audit.tsx';
import { auditTexts } from './texts.ts';
import './audit.css';

export function EntryPanel({ entry, onNarrow, onClose }: { entry: Entry; onNarrow(filters: Filters): void; onClose(): void }) {
  const words = useTexts(auditTexts);
  const { personId, subject, action } = entry;
  return (
    <SidePanel title={words.entry(String(entry.number))} onClose={onClose}>
      <div className="stack">
        <KeyValues
          items={[
            { label: words.at, value: <When at={entry.at} show="both" /> },
            { label: words.who, value: words.kinds[entry.who] },
            { label: words.email, value: entry.email },
            { label: words.person, value: personId },
            { label: words.address, value: entry.address },
            { label: words.agent, value: entry.agent },
            { label: words.action, value: <code>{action}</code> },
            { label: words.subject, value: subject },
            { label: words.account, value: entry.accountId },
          ]}
        />
        <Values label={words.old} json={entry.old} />
        <Values label={words.now} json={entry.new} />
        <div className="buttons">
          <Button small icon="filter" onClick={() => onNarrow({ action })}>
            {words.sameAction}
          </Button>
          {personId === null ? null : (
            <Button small icon="filter" onClick={() => onNarrow({ person: String(personId) })}>
              {words.samePerson}
            </Button>
          )}
          {subject === null ? null : (
            <Button small icon="filter" onClick={() => onNarrow({ subject })}>
              {words.sameSubject}
            </Button>
          )}
        </div>
      </div>
    </SidePanel>
  );
}

function Values({ label, json }: { label: string; json: string | null }) {
  if (json === null) return null;
  return (
    <div>
      <h3>{label}</h3>
      <pre className="audit-values" tabIndex={0} aria-label={label}>
        {JSON.stringify(JSON.parse(json), null, 2)}
      </pre>
    </div>
  );
}
