// Which developers are there? A list with search; each opens as a page of its own.

import { useState } from 'react';
import { useMay, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Link, textParam, useSearch } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar, FilterText } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { OpenAccount } from './open-account.tsx';
import { developersTexts } from './texts.ts';

const filters = { q: textParam(), after: textParam() };

export default function Developers() {
  const words = useTexts(developersTexts);
  const { number } = useFormat();
  const [{ q, after }, change] = useSearch(filters);
  const developers = useRead('GET operator/developers', { query: { ...(q && { q }), ...(after && { after }) } });
  const mayOpen = useMay('POST operator/developers');
  const [opening, setOpening] = useState(false);
  const open = (
    <Button look="primary" icon="plus" onClick={() => setOpening(true)}>
      {words.open}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={mayOpen ? open : null}>
      <FilterBar active={q !== ''} onClear={() => change({ q: '', after: '' })}>
        <FilterText label={words.search} value={q} onChange={(next) => change({ q: next, after: '' })} />
      </FilterBar>
      <Loaded read={developers}>
        {({ items, next }) => (
          <DataTable
            id="developers"
            caption={words.title}
            rows={items}
            rowKey={({ id }) => String(id)}
            loading={developers.loading}
            columns={[
              { key: 'name', header: words.name, cell: ({ id, name }) => <Link to={`/developers/${id}`}>{name}</Link> },
              { key: 'number', header: words.number, align: 'end', cell: ({ id }) => id },
              { key: 'state', header: words.state, cell: ({ suspended }) => <StateBadge suspended={suspended} /> },
              {
                key: 'balance',
                header: words.balance,
                align: 'end',
                cell: ({ balances }) => amountsOf(balances, 'available'),
              },
              {
                key: 'held',
                header: words.held,
                align: 'end',
                extra: true,
                cell: ({ balances }) => amountsOf(balances, 'held'),
              },
              { key: 'services', header: words.services, align: 'end', cell: ({ services }) => number(services) },
              { key: 'members', header: words.members, align: 'end', cell: ({ members }) => number(members) },
              { key: 'created', header: words.created, cell: ({ createdAt }) => <When at={createdAt} /> },
            ]}
            empty={
              <EmptyState icon="building" title={words.none}>
                {words.noneHint}
              </EmptyState>
            }
            pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
          />
        )}
      </Loaded>
      {opening ? <OpenAccount onEnd={() => setOpening(false)} /> : null}
    </Page>
  );
}

export function StateBadge({ suspended }: { suspended: boolean }) {
  const words = useTexts(developersTexts);
  return suspended ? <Badge tone="bad">{words.suspended}</Badge> : <Badge tone="good">{words.active}</Badge>;
}

type Balances = { currency: string; available: string; held: string }[];

function amountsOf(balances: Balances, of: 'available' | 'held') {
  return balances.map((balance) => (
    <div key={balance.currency}>
      <Money amount={balance[of]} currency={balance.currency} code={balances.length > 1} />
    </div>
  ));
}
