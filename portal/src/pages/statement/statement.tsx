// Page of balances and the statement: how much money there is, and the entries behind it. The
// balance after each entry is the one that was stored with it.

import type { RouteAnswer } from '@jokko/contract/portal';
import { addressOf, useRead, type Read } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Stat } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useList } from '../../ui/use-list.ts';
import { BalanceLimits } from './balance-limits.tsx';
import { useEntryColumns } from './entry-columns.tsx';
import { ExportMenu } from './export-menu.tsx';
import { statementMessages } from './messages.ts';

export default function StatementPage() {
  const messages = useMessages(statementMessages);
  const balance = useRead('GET balance', {});
  const [first, ...others] = balance.answer?.balances.map((each) => each.currency) ?? [];
  const list = useList('GET statement', {
    filters: [
      others.length === 0
        ? { name: 'currency', linked: true }
        : {
            name: 'currency',
            label: messages.currency,
            all: first ?? '',
            offered: () => others.map((value) => ({ value, label: value })),
          },
      { days: true },
    ],
    live: ['operation', 'account'],
    liveReads: ['GET balance'],
  });
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      above={<Balances read={balance} />}
      list={list}
      id="statement"
      caption={messages.statement}
      rowKey={({ id }) => id}
      summary={(page) => <Bounds page={page} />}
      tools={
        <ExportMenu
          forms={['pdf', 'xlsx', 'excel', 'plain']}
          address={(form) => addressOf('GET statement/export', { query: { ...list.query, form } })}
        />
      }
      columns={useEntryColumns(list.read.answer?.currency ?? '')}
      empty={{ icon: 'wallet', title: messages.none, hint: messages.noneHint }}
    />
  );
}

/** What there was before the first day, and after the last one. */
function Bounds({ page: { opening, closing, currency } }: { page: RouteAnswer<'GET statement'> }) {
  const messages = useMessages(statementMessages);
  return (
    <div className="grid">
      <Stat label={messages.opening} value={<Money amount={opening} currency={currency} />} />
      <Stat label={messages.closing} value={<Money amount={closing} currency={currency} />} />
    </div>
  );
}

/** What there is now, by currency. */
function Balances({ read }: { read: Read<RouteAnswer<'GET balance'>> }) {
  const messages = useMessages(statementMessages);
  return (
    <Loaded read={read} lines={2}>
      {({ balances }) => (
        <div className="stack">
          <div className="grid">
            {balances.map(({ currency: of, available, held }) => (
              <Stat
                key={of}
                label={messages.available(of)}
                value={<Money amount={available} currency={of} />}
                note={
                  <>
                    {messages.held} · <Money amount={held} currency={of} />
                  </>
                }
              />
            ))}
          </div>
          <BalanceLimits currencies={balances.map(({ currency: of }) => of)} />
        </div>
      )}
    </Loaded>
  );
}
