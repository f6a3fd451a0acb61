// Which entries of the audit log are wanted? By days, action, subject, account and person.

import { useTexts } from '../../language/index.ts';
import { FilterBar, FilterDays, FilterSelect, FilterText } from '../../ui/filter-bar.tsx';
import type { Filters } from './audit.tsx';
import { auditTexts } from './texts.ts';

const none = { action: '', subject: '', account: '', person: '', from: '', until: '' };

/** `actions`: all that the log has. */
export function AuditFilters({
  chosen,
  actions,
  onNarrow,
}: {
  chosen: typeof none;
  actions: readonly string[];
  onNarrow(next: Filters): void;
}) {
  const words = useTexts(auditTexts);
  const { action, subject, account, person, from, until } = chosen;
  // The one of the address stands there, too, while the log is being read or when it has no such entry.
  const options = [...new Set([...actions, ...(action === '' ? [] : [action])])].toSorted();
  return (
    <FilterBar active={Object.values(chosen).some((value) => value !== '')} onClear={() => onNarrow(none)}>
      <FilterDays from={from} until={until} onChange={onNarrow} />
      <FilterSelect
        label={words.action}
        all={words.allActions}
        value={action}
        options={options.map((value) => ({ value, label: value }))}
        onChange={(next) => onNarrow({ action: next })}
      />
      <FilterText label={words.subject} value={subject} placeholder="account/7" onChange={(next) => onNarrow({ subject: next })} />
      <FilterText label={words.account} value={account} onChange={(next) => onNarrow({ account: next })} />
      <FilterText label={words.person} value={person} onChange={(next) => onNarrow({ person: next })} />
    </FilterBar>
  );
}
