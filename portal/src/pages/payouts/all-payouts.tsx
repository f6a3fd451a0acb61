// Lists all developers' payouts for the operator's users, read-only.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Link } from '../../router/index.ts';
import type { Column } from '../../ui/data-table.tsx';
import { useList } from '../../ui/use-list.ts';
import { useBatchFilters } from './batch-filters.ts';
import { payoutMessages } from './messages.ts';
import { useBatchColumns } from './payouts.tsx';
import './payouts.css';

type Batch = RouteAnswer<'GET operator/payouts'>['items'][number];
const everyMs = 15_000;

export default function AllPayouts() {
  const messages = useMessages(payoutMessages);
  const list = useList('GET operator/payouts', {
    filters: [...useBatchFilters(), { name: 'account', linked: true }],
    everyMs,
  });
  const [first, ...others] = useBatchColumns<Batch>('/all-payouts');
  const developer: Column<Batch> = {
    key: 'account',
    header: messages.account,
    cell: ({ accountId, accountName }) => (
      <Link to={`/developers/${accountId}`}>{accountName}</Link>
    ),
  };
  return (
    <ListPage
      title={messages.title}
      lead={messages.operatorLead}
      list={list}
      id="all-payouts"
      rowKey={({ id }) => String(id)}
      columns={[first!, developer, ...others]}
      empty={{ icon: 'users', title: messages.none, noMatch: messages.noMatch }}
    />
  );
}
