// What is known of this id, phone, name or reference? Accounts, transactions, claims, people, keys and wishes that fit.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Link, textParam, useSearch } from '../../router/index.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar, FilterText } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { OtherResults } from './others.tsx';
import { Part } from './part.tsx';
import { searchTexts } from './texts.ts';

type Found = RouteAnswer<'GET operator/search'>;

const filters = { q: textParam() };

export default function Search() {
  const words = useTexts(searchTexts);
  const [{ q }, change] = useSearch(filters);
  const found = useRead('GET operator/search', q === '' ? null : { query: { q } });
  return (
    <Page title={words.title} lead={words.lead}>
      <FilterBar active={q !== ''} onClear={() => change({ q: '' })}>
        <FilterText label={words.q} value={q} onChange={(next) => change({ q: next })} />
      </FilterBar>
      {q === '' ? (
        <EmptyState icon="search" title={words.begin}>
          {words.beginHint}
        </EmptyState>
      ) : (
        <Loaded read={found}>{(answer) => <Results found={answer} q={q} />}</Loaded>
      )}
    </Page>
  );
}

function Results({ found, q }: { found: Found; q: string }) {
  const words = useTexts(searchTexts);
  const { accounts, transactions, claims, people, keys, wishes, more } = found;
  if ([accounts, transactions, claims, people, keys, wishes].every(({ length }) => length === 0)) {
    return (
      <EmptyState icon="search" title={words.none}>
        {words.noneHint}
      </EmptyState>
    );
  }
  return (
    <>
      <Part title={words.accounts} rows={accounts} all={more.accounts ? `/developers?q=${encodeURIComponent(q)}` : null}>
        <DataTable
          id="found-accounts"
          caption={words.accounts}
          rows={accounts}
          rowKey={({ id }) => String(id)}
          empty={null}
          columns={[
            { key: 'name', header: words.account, cell: ({ id, name }) => <Link to={`/developers/${id}`}>{name}</Link> },
            { key: 'number', header: words.number, align: 'end', cell: ({ id }) => id },
            {
              key: 'state',
              header: words.state,
              cell: ({ suspended }) => <Badge tone={suspended ? 'bad' : 'good'}>{suspended ? words.suspended : words.active}</Badge>,
            },
          ]}
        />
      </Part>
      <Part title={words.transactions} rows={transactions} all={more.transactions ? `/transactions?q=${encodeURIComponent(q)}` : null}>
        <Transactions rows={transactions} />
      </Part>
      <OtherResults found={found} />
      <Part title={words.claims} rows={claims}>
        <DataTable
          id="found-claims"
          caption={words.claims}
          rows={claims}
          rowKey={({ reference }) => reference}
          empty={null}
          columns={[
            {
              key: 'reference',
              header: words.reference,
              cell: ({ reference }) => <Link to={`/claim-queue/${reference}`}>{reference}</Link>,
            },
            { key: 'account', header: words.account, cell: ({ accountName }) => accountName },
            { key: 'subject', header: words.subject, cell: ({ subject }) => subject },
            { key: 'opened', header: words.created, cell: ({ openedAt }) => <When at={openedAt} /> },
          ]}
        />
      </Part>
    </>
  );
}

const tones: Record<Found['transactions'][number]['status'], Tone> = {
  waiting: 'warn',
  success: 'good',
  failed: 'bad',
  canceled: 'neutral',
  refunding: 'info',
  refunded: 'info',
};

function Transactions({ rows }: { rows: Found['transactions'] }) {
  const words = useTexts(searchTexts);
  return (
    <DataTable
      id="found-transactions"
      caption={words.transactions}
      rows={rows}
      rowKey={({ id }) => id}
      empty={null}
      columns={[
        { key: 'id', header: words.id, cell: ({ accountId, id }) => <Link to={`/transactions/${accountId}/${id}`}>{id}</Link> },
        { key: 'status', header: words.status, cell: ({ status }) => <Badge tone={tones[status]}>{words.statuses[status]}</Badge> },
        { key: 'account', header: words.account, cell: ({ accountName }) => accountName },
        { key: 'external', header: words.externalId, cell: ({ externalId }) => <code>{externalId}</code> },
        { key: 'phone', header: words.phone, cell: ({ phone }) => phone },
        {
          key: 'amount',
          header: words.amount,
          align: 'end',
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        { key: 'created', header: words.created, cell: ({ createdAt }) => <When at={createdAt} /> },
      ]}
    />
  );
}
