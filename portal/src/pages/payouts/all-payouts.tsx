// Which payouts do the developers have under way? For the operator's people, who look on.

import { useRead } from '../../api/index.ts';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Link } from '../../router/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { BatchFilters, isNarrowed, useBatchSearch } from './batch-filters.tsx';
import { useBatchColumns } from './payouts.tsx';
import { payoutTexts } from './texts.ts';
import './payouts.css';

type Batch = RouteAnswer<'GET operator/payouts'>['items'][number];
const everyMs = 15_000;

export default function AllPayouts() {
  const words = useTexts(payoutTexts);
  const { search, query, change } = useBatchSearch();
  const batches = useRead('GET operator/payouts', { query: { ...query, account: search.account } }, { everyMs });
  const [first, ...others] = useBatchColumns<Batch>('/all-payouts');
  const developer = {
    key: 'account',
    header: words.account,
    cell: ({ accountId, accountName }: Batch) => <Link to={`/developers/${accountId}`}>{accountName}</Link>,
  };
  return (
    <Page title={words.title} lead={words.operatorLead}>
      <BatchFilters search={search} onChange={change} />
      <Loaded read={batches}>
        {({ items, next }) => (
          <DataTable
            id="all-payouts"
            caption={words.title}
            rows={items}
            rowKey={({ id }) => String(id)}
            columns={[first!, developer, ...others]}
            empty={<EmptyState icon="people" title={isNarrowed(search) ? words.noMatch : words.none} />}
            pager={<Pager after={search.after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
          />
        )}
      </Loaded>
    </Page>
  );
}
