// Compares any two versions.

import { useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { textParam, useSearch } from '../../router/index.ts';
import { FilterBar, FilterText } from '../../ui/filter-bar.tsx';
import { Loaded } from '../../ui/states.tsx';
import { ChangeList } from './change-list.tsx';
import { catalogueMessages } from './messages.ts';

const filters = { from: textParam(), to: textParam() };
const isVersion = (text: string): boolean => /^\d{1,9}$/.test(text);

export default function Compare({ params }: { params: Record<string, string> }) {
  const messages = useMessages(catalogueMessages);
  const { number } = useFormat();
  const kind = params['kind'] === 'sms-routing' ? 'sms-routing' : 'catalogue';
  const [{ from, to }, change] = useSearch(filters);
  const changes = useRead(
    'GET operator/documents/:kind/changes',
    isVersion(from) && isVersion(to) ? { params: { kind }, query: { from, to } } : null,
  );
  const said = (text: string): string => (isVersion(text) ? number(Number(text)) : '–');
  return (
    <Page
      title={messages.compareTitle(said(from), said(to))}
      back={{
        to: kind === 'catalogue' ? '/catalogue?tab=versions' : '/sms-routing?tab=versions',
        label: messages.titles[kind],
      }}
    >
      <FilterBar active={false} onClear={() => undefined} folds={false}>
        <FilterText
          label={messages.compareFrom}
          value={from}
          onChange={(next) => change({ from: next })}
        />
        <FilterText
          label={messages.compareTo}
          value={to}
          onChange={(next) => change({ to: next })}
        />
      </FilterBar>
      <Loaded read={changes} lines={6}>
        {(answer) => <ChangeList changes={answer.changes} none={messages.sameHint} />}
      </Loaded>
    </Page>
  );
}
