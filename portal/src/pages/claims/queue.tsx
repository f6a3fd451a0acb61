// Which claims wait for the operator's answer, and since when?

import { useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { choiceParam, navigate, textParam, useSearch } from '../../router/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Select } from '../../ui/field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { Age } from './age.tsx';
import { StatusBadge } from './status-badge.tsx';
import { claimTexts, type ClaimStatus } from './texts.ts';

const states = ['waiting', 'OPENED', 'IN_PROGRESS', 'RESOLVED', 'REJECTED', 'CLOSED'] as const satisfies readonly (
  ClaimStatus | 'waiting'
)[];
const filters = { status: choiceParam(states, 'waiting'), after: textParam() };
const lookEveryMs = 15_000;

export default function ClaimQueue() {
  const words = useTexts(claimTexts);
  const [{ status, after }, change] = useSearch(filters);
  const claims = useRead('GET operator/claims', { query: { status, after } }, { everyMs: lookEveryMs });
  return (
    <Page title={words.title} lead={words.queueLead}>
      <FilterBar active={status !== 'waiting'} onClear={() => change({ status: 'waiting', after: '' })}>
        <div className="filter">
          <Select
            label={words.status}
            value={status}
            options={states.map((value) => ({ value, label: value === 'waiting' ? words.waiting : words.statuses[value] }))}
            onChange={(event) => change({ status: event.target.value as (typeof states)[number], after: '' })}
          />
        </div>
      </FilterBar>
      <Loaded read={claims}>
        {({ items, next }) => (
          <DataTable
            id="operator-claims"
            caption={words.title}
            rows={items}
            rowKey={({ reference }) => reference}
            rowName={({ subject, reference }) => `${subject} (${reference})`}
            onOpen={({ reference }) => navigate(`/claim-queue/${reference}`)}
            columns={[
              { key: 'subject', header: words.subject, cell: ({ subject }) => subject },
              { key: 'account', header: words.account, cell: ({ accountName }) => accountName },
              { key: 'status', header: words.status, cell: (claim) => <StatusBadge status={claim.status} /> },
              {
                key: 'age',
                header: words.age,
                cell: (claim) => <Age claim={claim} />,
              },
              { key: 'opened', header: words.opened, extra: true, cell: ({ openedAt }) => <When at={openedAt} /> },
              { key: 'moved', header: words.moved, cell: ({ movedAt }) => (movedAt === null ? '–' : <When at={movedAt} />) },
              { key: 'service', header: words.service, cell: ({ serviceName }) => serviceName },
              {
                key: 'amount',
                header: words.amount,
                align: 'end',
                cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
              },
              { key: 'transaction', header: words.transaction, extra: true, cell: ({ transactionId }) => transactionId },
              { key: 'reference', header: words.reference, extra: true, cell: ({ reference }) => reference },
            ]}
            empty={
              <EmptyState icon="flag" title={status === 'waiting' ? words.noneQueue : words.none}>
                {words.noneQueueHint}
              </EmptyState>
            }
            pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
          />
        )}
      </Loaded>
    </Page>
  );
}
