// Which claims has this account opened, and how far are they?

import { useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { filterParam, navigate, textParam, useSearch } from '../../router/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { StatusBadge } from './status-badge.tsx';
import { claimTexts, type ClaimStatus } from './texts.ts';

export const claimStatuses = ['OPENED', 'IN_PROGRESS', 'RESOLVED', 'REJECTED', 'CLOSED'] as const satisfies readonly ClaimStatus[];
const filters = { status: filterParam(claimStatuses), after: textParam() };
/** No event tells of the operator's answers. */
const lookEveryMs = 30_000;

export default function Claims() {
  const words = useTexts(claimTexts);
  const [{ status, after }, change] = useSearch(filters);
  const claims = useRead('GET claims', { query: { after, ...(status === '' ? {} : { status }) } }, { everyMs: lookEveryMs });
  const may = useMay('POST claims');
  const open = (
    <ButtonLink look="primary" icon="plus" to="/claims/new">
      {words.open}
    </ButtonLink>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={may ? open : null}>
      <FilterBar active={status !== ''} onClear={() => change({ status: '', after: '' })}>
        <FilterSelect
          label={words.status}
          all={words.all}
          value={status}
          options={claimStatuses.map((value) => ({ value, label: words.statuses[value] }))}
          onChange={(next) => change({ status: next, after: '' })}
        />
      </FilterBar>
      <Loaded read={claims}>
        {({ items, next }) => (
          <DataTable
            id="claims"
            caption={words.title}
            rows={items}
            rowKey={({ reference }) => reference}
            rowName={({ subject, reference }) => `${subject} (${reference})`}
            onOpen={({ reference }) => navigate(`/claims/${reference}`)}
            columns={[
              { key: 'subject', header: words.subject, cell: ({ subject }) => subject },
              { key: 'status', header: words.status, cell: (claim) => <StatusBadge status={claim.status} /> },
              { key: 'externalId', header: words.externalId, cell: ({ externalId }) => externalId },
              { key: 'service', header: words.service, cell: ({ serviceName }) => serviceName },
              {
                key: 'amount',
                header: words.amount,
                align: 'end',
                cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
              },
              { key: 'opened', header: words.opened, cell: ({ openedAt }) => <When at={openedAt} /> },
              { key: 'moved', header: words.moved, extra: true, cell: ({ movedAt }) => (movedAt === null ? '–' : <When at={movedAt} />) },
              { key: 'reference', header: words.reference, extra: true, cell: ({ reference }) => reference },
            ]}
            loading={claims.loading && after !== ''}
            empty={
              <EmptyState icon="flag" title={words.none}>
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
