// Lists the price plans. Each opens as a page of its own.

import { useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { pricePlanMessages } from './messages.ts';

export default function PricePlans() {
  const messages = useMessages(pricePlanMessages);
  const { number } = useFormat();
  const list = useList('GET operator/price-plans');
  const may = useMay('POST operator/price-plans');
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      actions={
        may ? (
          <ButtonLink to="/price-plans/new" variant="primary" icon="plus">
            {messages.create}
          </ButtonLink>
        ) : null
      }
      list={list}
      id="price-plans"
      rowKey={({ id }) => String(id)}
      columns={[
        {
          key: 'name',
          header: messages.name,
          cell: ({ id, name }) => <Link to={`/price-plans/${id}`}>{name}</Link>,
        },
        {
          key: 'services',
          header: messages.services,
          align: 'end',
          cell: ({ services }) => number(services),
        },
        {
          key: 'developers',
          header: messages.developers,
          align: 'end',
          cell: ({ developers }) => number(developers),
        },
        {
          key: 'behind',
          header: messages.behind,
          align: 'end',
          cell: ({ behind }) => (behind === 0 ? '–' : <Badge tone="warn">{number(behind)}</Badge>),
        },
        { key: 'changedBy', header: messages.changedBy, cell: ({ changedBy }) => changedBy },
        {
          key: 'changed',
          header: messages.changed,
          cell: ({ changedAt }) => <When at={changedAt} />,
        },
      ]}
      empty={{ icon: 'layers', title: messages.none, hint: messages.noneHint }}
    />
  );
}
