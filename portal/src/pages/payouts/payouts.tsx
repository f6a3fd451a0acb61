// Which batches of payouts does this account have?

import { useLive, useMay, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Link } from '../../router/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { BatchFilters, isNarrowed, useBatchSearch } from './batch-filters.tsx';
import { BatchBadge, LineCounts, type Batch } from './state-badge.tsx';
import { payoutTexts } from './texts.ts';
import './payouts.css';

export default function Payouts() {
  const words = useTexts(payoutTexts);
  const { search, query, change } = useBatchSearch();
  const batches = useRead('GET payouts', { query });
  useLive(['payout'], ['GET payouts']);
  const may = useMay('POST payouts/upload');
  const columns = useBatchColumns<Batch>();
  const make = may ? (
    <ButtonLink look="primary" icon="upload" to="/payouts/new">
      {words.new}
    </ButtonLink>
  ) : null;
  return (
    <Page title={words.title} lead={words.lead} actions={make}>
      <BatchFilters search={search} onChange={change} />
      <Loaded read={batches}>
        {({ items, next }) => (
          <DataTable
            id="payouts"
            caption={words.title}
            rows={items}
            rowKey={({ id }) => String(id)}
            columns={columns}
            loading={batches.loading && batches.answer === undefined}
            empty={
              isNarrowed(search) ? (
                <EmptyState icon="search" title={words.noMatch} />
              ) : (
                <EmptyState icon="people" title={words.none} action={make}>
                  {words.noneHint}
                </EmptyState>
              )
            }
            pager={<Pager after={search.after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
          />
        )}
      </Loaded>
    </Page>
  );
}

/** What a list tells of each batch; the first column leads to it. */
export function useBatchColumns<Row extends Batch>(base = '/payouts'): Column<Row>[] {
  const words = useTexts(payoutTexts);
  const { number } = useFormat();
  const money = (amount: string, currency: string | null) => (currency === null ? '–' : <Money amount={amount} currency={currency} />);
  return [
    { key: 'name', header: words.name, cell: ({ id, name }) => <Link to={`${base}/${id}`}>{name}</Link> },
    { key: 'state', header: words.state, cell: ({ state }) => <BatchBadge state={state} /> },
    { key: 'lines', header: words.lines, align: 'end', cell: ({ lines }) => number(lines) },
    { key: 'amount', header: words.amount, align: 'end', cell: ({ amount, currency }) => money(amount, currency) },
    { key: 'paid', header: words.paid, align: 'end', cell: ({ paid, currency }) => money(paid, currency) },
    { key: 'progress', header: words.progress, cell: ({ counts }) => <LineCounts counts={counts} /> },
    { key: 'fees', header: words.fees, align: 'end', extra: true, cell: ({ fees, currency }) => money(fees, currency) },
    { key: 'madeBy', header: words.madeBy, cell: ({ madeBy }) => madeBy },
    { key: 'created', header: words.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  ];
}
