// Which settlements were there? Newest first; one that nobody has approved can be withdrawn.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { settlementTexts } from './texts.ts';
import { shortName, StateBadge, type Settlement } from './words.tsx';

interface Props {
  page: RouteAnswer<'GET settlements'>;
  loading: boolean;
  after: string;
  onPage(after: string): void;
}

export function History({ page: { items, next }, loading, after, onPage }: Props) {
  const words = useTexts(settlementTexts);
  const may = useMay('POST settlements/withdraw');
  const [leaving, setLeaving] = useState<Settlement | null>(null);
  const columns: Column<Settlement>[] = [
    {
      key: 'number',
      header: words.settlement,
      primary: true,
      cell: ({ id }) => (
        <Link to={`/settlements/${id}`} className="settlement-name">
          {words.number(String(id))}
        </Link>
      ),
    },
    { key: 'state', header: words.state, cell: ({ state }) => <StateBadge state={state} /> },
    { key: 'amount', header: words.amount, align: 'end', cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    { key: 'destination', header: words.destination, cell: ({ destination }) => shortName(destination) },
    { key: 'requested', header: words.requested, cell: ({ requestedAt }) => <When at={requestedAt} /> },
    { key: 'askedBy', header: words.askedBy, extra: true, cell: ({ askedBy }) => askedBy ?? words.bySchedule },
    { key: 'fee', header: words.fee, extra: true, align: 'end', cell: ({ fee, currency }) => <Money amount={fee} currency={currency} /> },
    { key: 'reference', header: words.reference, cell: ({ reference, reason }) => reference ?? reason ?? '–' },
  ];
  if (may && items.some(({ state }) => state === 'REQUESTED')) {
    columns.push({
      key: 'actions',
      header: words.actions,
      align: 'end',
      cell: (settlement) =>
        settlement.state === 'REQUESTED' ? (
          <Button small look="quiet" aria-label={words.withdrawOf(String(settlement.id))} onClick={() => setLeaving(settlement)}>
            {words.withdraw}
          </Button>
        ) : null,
    });
  }
  return (
    <Card title={words.history} flush>
      <DataTable
        id="settlements"
        caption={words.history}
        rows={items}
        rowKey={({ id }) => String(id)}
        columns={columns}
        loading={loading}
        empty={
          <EmptyState icon="wallet" title={words.none}>
            {words.noneHint}
          </EmptyState>
        }
        pager={<Pager after={after} next={next} onChange={onPage} />}
      />
      {leaving === null ? null : <Withdraw id={leaving.id} onEnd={() => setLeaving(null)} />}
    </Card>
  );
}

function Withdraw({ id, onEnd }: { id: number; onEnd(): void }) {
  const words = useTexts(settlementTexts);
  const { run, pending, error } = useChange('POST settlements/withdraw', { changes: ['GET settlements', 'GET settlements/terms'] });
  const withdraw = async (): Promise<void> => {
    if ((await run({ body: { id } })) === null) return;
    onEnd();
    toast(words.withdrawn);
  };
  return (
    <Confirm
      open
      danger
      title={words.withdrawOf(String(id))}
      yes={words.withdraw}
      pending={pending}
      error={error}
      onYes={() => void withdraw()}
      onClose={onEnd}
    >
      <p>{words.withdrawWords}</p>
    </Confirm>
  );
}
