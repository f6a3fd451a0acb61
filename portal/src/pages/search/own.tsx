// A developer's search: the account's transactions by any of their ids or the phone, its services,
// the portal's pages and those of the documentation.

import { useMe, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { navigation, navigationMessages } from '../../layout/navigation.ts';
import { Page } from '../../layout/page.tsx';
import { Link, textParam, useSearch } from '../../router/index.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar, FilterText } from '../../ui/filter-bar.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { useFoundDocs, type FoundPage } from './use-found-docs.ts';
import { searchMessages } from './messages.ts';
import { Part } from './part.tsx';
import { FoundTransactions } from './transactions.tsx';

const filters = { q: textParam() };
const shownMax = 10;

export default function OwnSearch() {
  const messages = useMessages(searchMessages);
  const [{ q }, change] = useSearch(filters);
  return (
    <Page title={messages.title} lead={messages.ownLead}>
      <FilterBar active={q !== ''} onClear={() => change({ q: '' })}>
        <FilterText label={messages.q} value={q} onChange={(next) => change({ q: next })} />
      </FilterBar>
      {q.trim() === '' ? (
        <EmptyState icon="search" title={messages.begin}>
          {messages.ownBeginHint}
        </EmptyState>
      ) : (
        <Results q={q.trim()} />
      )}
    </Page>
  );
}

function Results({ q }: { q: string }) {
  const messages = useMessages(searchMessages);
  const { abilities } = useMe();
  const all = encodeURIComponent(q);
  const found = useRead('GET transactions', { query: { q } });
  const services = useRead('GET services', abilities.includes('GET services') ? {} : null);
  const serviceRows = (services.answer?.services ?? []).filter(({ code, name, provider }) =>
    [code, name, provider].some(holds(q)),
  );
  const others = [...usePages(q), ...useFoundDocs(q)];
  return (
    <>
      <Loaded read={found}>
        {({ items, next }) =>
          items.length === 0 && serviceRows.length === 0 && others.length === 0 ? (
            <EmptyState icon="search" title={messages.none}>
              {messages.noneHint}
            </EmptyState>
          ) : (
            <Part
              title={messages.transactions}
              rows={items.slice(0, shownMax)}
              all={next === null && items.length <= shownMax ? null : `/transactions?q=${all}`}
            >
              <FoundTransactions
                rows={items.slice(0, shownMax)}
                pathOf={({ id }) => `/transactions/${id}`}
              />
            </Part>
          )
        }
      </Loaded>
      <Part
        title={messages.services}
        rows={serviceRows.slice(0, shownMax)}
        all={serviceRows.length > shownMax ? `/services?q=${all}` : null}
      >
        <DataTable
          id="found-services"
          caption={messages.services}
          rows={serviceRows.slice(0, shownMax)}
          rowKey={({ code }) => code}
          empty={null}
          columns={[
            {
              key: 'name',
              header: messages.name,
              cell: ({ code, name }) => <Link to={`/services?open=${code}`}>{name}</Link>,
            },
            { key: 'code', header: messages.serviceCode, cell: ({ code }) => <code>{code}</code> },
          ]}
        />
      </Part>
      {others.length === 0 ? null : (
        <Card title={messages.pages}>
          <ul className="stack stack-s">
            {others.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

/** Without accents and capitals: "reclamation" finds "Réclamations". */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const holds = (q: string) => {
  const wanted = folded(q);
  return (text: string): boolean => folded(text).includes(wanted);
};

/** The pages of the portal that the user may see. */
function usePages(q: string): FoundPage[] {
  const { abilities } = useMe();
  const labels = useMessages(navigationMessages);
  return navigation.developer
    .flatMap(({ items }) => items)
    .filter(({ needs }) => needs === null || abilities.includes(needs))
    .map(({ to, label }) => ({ to, label: labels[label] }))
    .filter(({ label }) => holds(q)(label));
}
