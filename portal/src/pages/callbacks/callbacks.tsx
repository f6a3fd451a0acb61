// What was told to the developer's servers, and did they take it?

import { useState } from 'react';
import { useLive, useMay, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { useSearch } from '../../router/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { fields, queryOf, type Narrow } from './callback.ts';
import { CallbackPanel } from './callback-panel.tsx';
import { useCallbackColumns } from './columns.tsx';
import { CallbackFilters } from './filters.tsx';
import { ReplayAll } from './replay-all.tsx';
import { Replays } from './replays.tsx';
import { callbackTexts } from './texts.ts';

/** What is no number names no transaction; in a file for Excel it has an apostrophe in front. */
function transactionOf(q: string): { transactionId?: string } {
  const id = q.replace(/^'/, '');
  return q === '' ? {} : { transactionId: /^\d{1,18}$/.test(id) ? id : '0' };
}

export default function Callbacks() {
  const words = useTexts(callbackTexts);
  const { timeZone } = useFormat();
  const [search, change] = useSearch(fields);
  const { q, after, open } = search;
  const query = queryOf(search, timeZone);
  const callbacks = useRead('GET callbacks', { query: { ...query, ...transactionOf(q), after } });
  useLive(['callback', 'operation'], ['GET callbacks', 'GET callbacks/:id', 'GET callback-replays']);
  const may = useMay('POST callbacks/replay-all');
  const [asking, setAsking] = useState(false);
  const narrow: Narrow = (next) => change({ ...next, after: '' });
  const columns = useCallbackColumns();
  const replayAll = (
    <Button small icon="refresh" onClick={() => setAsking(true)}>
      {words.replayAll}
    </Button>
  );
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        may ? (
          <ButtonLink icon="flask" to="/callbacks/test">
            {words.tester}
          </ButtonLink>
        ) : null
      }
    >
      <CallbackFilters search={search} onChange={narrow} />
      <Loaded read={callbacks}>
        {({ items, next }) => (
          <DataTable
            id="callbacks"
            caption={words.title}
            rows={items}
            rowKey={({ id }) => id}
            rowName={({ transactionId }) => transactionId}
            columns={columns}
            openKey={open}
            onOpen={({ id }) => change({ open: id })}
            loading={callbacks.loading}
            actions={may && q === '' ? replayAll : null}
            empty={
              <EmptyState icon="send" title={words.none}>
                {words.noneHint}
              </EmptyState>
            }
            pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
          />
        )}
      </Loaded>
      <Replays />
      <Notice icon="pulse">{words.feed}</Notice>
      {open === '' ? null : <CallbackPanel key={open} id={open} onClose={() => change({ open: '' })} />}
      {asking ? <ReplayAll filter={query} onEnd={() => setAsking(false)} /> : null}
    </Page>
  );
}
