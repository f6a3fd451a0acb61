// Which callbacks of one account were delivered, wait, or were given up? The developers' list in the operator's hands.

import { useState } from 'react';
import { useMay, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { useSearch } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { fields, queryOf, type Narrow } from '../callbacks/callback.ts';
import { CallbackPanel } from '../callbacks/callback-panel.tsx';
import { useCallbackColumns } from '../callbacks/columns.tsx';
import { CallbackFilters } from '../callbacks/filters.tsx';
import { ReplayAll } from '../callbacks/replay-all.tsx';
import { callbackTexts } from '../callbacks/texts.ts';
import { laneTexts } from './texts.ts';

export default function Deliveries({ params: { account = '' } }: { params: Record<string, string> }) {
  const words = useTexts(laneTexts);
  const { none, noneHint, replayAll } = useTexts(callbackTexts);
  const { timeZone } = useFormat();
  const [search, change] = useSearch(fields);
  const { q, after, open } = search;
  const query = queryOf(search, timeZone);
  // What is no number names no transaction.
  const transaction = q === '' ? {} : { transactionId: /^\d{1,18}$/.test(q) ? q : '0' };
  const callbacks = useRead('GET operator/callbacks/:account', { params: { account }, query: { ...query, ...transaction, after } });
  const may = useMay('POST operator/callbacks/replay-all');
  const [asking, setAsking] = useState(false);
  const narrow: Narrow = (next) => change({ ...next, after: '' });
  const columns = useCallbackColumns();
  const again = (
    <Button small icon="refresh" onClick={() => setAsking(true)}>
      {replayAll}
    </Button>
  );
  return (
    <Page title={words.oneTitle(account)} lead={words.oneLead} back={{ to: '/callback-lanes', label: words.title }}>
      <CallbackFilters search={search} onChange={narrow} />
      <Loaded read={callbacks}>
        {({ items, next }) => (
          <DataTable
            id="operator-callbacks"
            caption={words.oneTitle(account)}
            rows={items}
            rowKey={({ id }) => id}
            rowName={({ transactionId }) => transactionId}
            columns={columns}
            openKey={open}
            onOpen={({ id }) => change({ open: id })}
            loading={callbacks.loading}
            actions={may && q === '' ? again : null}
            empty={
              <EmptyState icon="send" title={none}>
                {noneHint}
              </EmptyState>
            }
            pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
          />
        )}
      </Loaded>
      {open === '' ? null : <CallbackPanel key={open} id={open} account={account} onClose={() => change({ open: '' })} />}
      {asking ? <ReplayAll filter={query} account={account} onEnd={() => setAsking(false)} /> : null}
    </Page>
  );
}
