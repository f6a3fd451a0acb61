// What must people decide? Open cases, outcomes that are unknown for now, and what was decided before.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { choiceParam, filterParam, navigate, textParam, useSearch } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Select } from '../../ui/field.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { storyTexts } from '../transactions/texts.ts';
import { caseTexts } from './texts.ts';

type Item = RouteAnswer<'GET operator/cases'>['items'][number];

const lists = ['open', 'unknown', 'closed'] as const;
const kinds = ['unknown_outcome', 'late_success', 'late_failure', 'reversal_without_cover'] as const;
const filters = { of: choiceParam(lists, 'open'), kind: filterParam(kinds), account: textParam(), after: textParam() };
const everyMs = 15_000;

export default function Cases() {
  const words = useTexts(caseTexts);
  const [{ of, kind, account, after }, change] = useSearch(filters);
  const asAccount = /^[1-9]\d{0,8}$/.test(account) ? account : '';
  const query = { of, ...(kind && { kind }), ...(asAccount && { account: asAccount }), ...(after && { after }) };
  const cases = useRead('GET operator/cases', { query }, { everyMs });
  const none = { open: words.none, unknown: words.noneUnknown, closed: words.noneClosed }[of];
  return (
    <Page title={words.title} lead={words.lead}>
      <FilterBar
        active={of !== 'open' || kind !== '' || account !== ''}
        onClear={() => change({ of: 'open', kind: '', account: '', after: '' })}
      >
        <div className="filter">
          <Select
            label={words.which}
            value={of}
            options={lists.map((value) => ({ value, label: words.lists[value] }))}
            onChange={(event) => change({ of: event.target.value as (typeof lists)[number], after: '' })}
          />
        </div>
        <FilterSelect
          label={words.kind}
          all={words.anyKind}
          value={kind}
          options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          onChange={(next) => change({ kind: next, after: '' })}
        />
        <FilterText label={words.accountNumber} value={account} onChange={(next) => change({ account: next, after: '' })} />
      </FilterBar>
      <Loaded read={cases}>
        {({ items, next }) => (
          <DataTable
            id="cases"
            caption={words.lists[of]}
            rows={items}
            rowKey={({ caseId, accountId, transactionId }) => `${accountId} ${transactionId} ${caseId ?? ''}`}
            rowName={({ transactionId }) => words.rowName(transactionId)}
            onOpen={({ accountId, transactionId }) => navigate(`/cases/${accountId}/${transactionId}`)}
            loading={cases.loading}
            columns={useColumns(of)}
            empty={
              <EmptyState icon="scale" title={none}>
                {words.noneHint}
              </EmptyState>
            }
            pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
          />
        )}
      </Loaded>
    </Page>
  );
}

function useColumns(of: (typeof lists)[number]) {
  const words = useTexts(caseTexts);
  const { states } = useTexts(storyTexts);
  const nameOf = (state: string): string => (states as Record<string, string>)[state] ?? state;
  return [
    { key: 'transaction', header: words.transaction, cell: ({ transactionId }: Item) => transactionId },
    { key: 'kind', header: words.kind, cell: ({ kind }: Item) => <Badge tone="warn">{words.kinds[kind]}</Badge> },
    { key: 'since', header: words.since, cell: ({ openedAt }: Item) => <When at={openedAt} /> },
    { key: 'account', header: words.account, cell: ({ accountName }: Item) => accountName },
    { key: 'service', header: words.service, cell: ({ serviceName }: Item) => serviceName },
    {
      key: 'amount',
      header: words.amount,
      align: 'end' as const,
      cell: ({ amount, currency }: Item) => <Money amount={amount} currency={currency} />,
    },
    { key: 'state', header: words.state, cell: ({ state }: Item) => nameOf(state) },
    { key: 'route', header: words.route, extra: true, cell: ({ route }: Item) => route },
    ...(of === 'closed'
      ? [
          {
            key: 'resolution',
            header: words.resolution,
            cell: ({ resolution }: Item) => (resolution === null ? '–' : words.resolutions[resolution]),
          },
          { key: 'closed', header: words.closed, cell: ({ closedAt }: Item) => (closedAt === null ? '–' : <When at={closedAt} />) },
        ]
      : []),
  ];
}
