// Which refunds of the account wait for a second person, and what became of those before?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { textParam, useSearch } from '../../router/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { wishTexts } from '../wishes/texts.ts';
import { WishState } from '../wishes/wish-words.tsx';
import { RefundPanel } from './refund-panel.tsx';
import { refundTexts } from './texts.ts';

export type AskedRefund = RouteAnswer<'GET refunds'>['items'][number];

const filters = { after: textParam(), open: textParam() };
const everyMs = 15_000;

export default function Refunds() {
  const words = useTexts(refundTexts);
  const wish = useTexts(wishTexts);
  const [{ after, open }, change] = useSearch(filters);
  const refunds = useRead('GET refunds', { query: { ...(after && { after }) } }, { everyMs });
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded read={refunds}>
        {({ items, next }) => {
          const shown = items.find(({ id }) => String(id) === open);
          return (
            <>
              <DataTable
                id="refunds"
                caption={words.title}
                rows={items}
                rowKey={({ id }) => String(id)}
                rowName={({ id, transactionId }) => `${words.number(id)} · ${transactionId}`}
                openKey={open}
                onOpen={({ id }) => change({ open: String(id) })}
                loading={refunds.loading}
                columns={[
                  { key: 'transaction', header: words.transaction, cell: ({ transactionId }) => transactionId },
                  { key: 'state', header: wish.state, cell: ({ state }) => <WishState state={state} /> },
                  {
                    key: 'amount',
                    header: wish.amount,
                    align: 'end',
                    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
                  },
                  { key: 'reason', header: wish.reason, cell: ({ reason }) => reason || '–' },
                  { key: 'askedBy', header: wish.askedBy, cell: ({ askedBy }) => askedBy },
                  { key: 'asked', header: wish.asked, cell: ({ askedAt }) => <When at={askedAt} /> },
                  { key: 'decidedBy', header: wish.decidedBy, cell: ({ decidedBy }) => decidedBy ?? '–' },
                ]}
                empty={
                  <EmptyState icon="undo" title={words.none}>
                    {words.noneHint}
                  </EmptyState>
                }
                pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
              />
              {shown === undefined ? null : <RefundPanel key={open} refund={shown} onClose={() => change({ open: '' })} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
