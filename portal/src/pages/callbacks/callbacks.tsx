// What was told to the developer's servers, and did they take it?

import { useState } from 'react';
import { useLive, useMay, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { useSearch } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { fields, queryOf, stateTones, type Callback, type Narrow } from './callback.ts';
import { CallbackPanel } from './callback-panel.tsx';
import { CallbackFilters } from './filters.tsx';
import { ReplayAll } from './replay-all.tsx';
import { Replays } from './replays.tsx';
import { callbackTexts } from './texts.ts';

export default function Callbacks() {
  const words = useTexts(callbackTexts);
  const { timeZone } = useFormat();
  const [search, change] = useSearch(fields);
  const { q, after, open } = search;
  const query = queryOf(search, timeZone);
  // What is no number names no transaction.
  const transaction = q === '' ? {} : { transactionId: /^\d{1,18}$/.test(q) ? q : '0' };
  const callbacks = useRead('GET callbacks', { query: { ...query, ...transaction, after } });
  useLive(['callback', 'operation'], ['GET callbacks', 'GET callbacks/:id', 'GET callback-replays']);
  const may = useMay('POST callbacks/replay-all');
  const [asking, setAsking] = useState(false);
  const narrow: Narrow = (next) => change({ ...next, after: '' });
  const columns = useColumns();
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

function useColumns(): Column<Callback>[] {
  const words = useTexts(callbackTexts);
  const say = (status: string): string => words.statuses[status as keyof typeof words.statuses] ?? status;
  return [
    { key: 'transaction', header: words.transaction, cell: ({ transactionId }) => <span className="number">{transactionId}</span> },
    { key: 'state', header: words.state, cell: ({ state }) => <Badge tone={stateTones[state]}>{words.states[state]}</Badge> },
    { key: 'status', header: words.status, cell: ({ status }) => say(status) },
    {
      key: 'error',
      header: words.errorClass,
      cell: ({ lastErrorClass: error, lastHttpStatus: http }) =>
        error === null ? '–' : error === 'http_status' && http !== null ? `HTTP ${http}` : words.errors[error],
    },
    { key: 'attempts', header: words.attempts, align: 'end', cell: ({ attempts }) => attempts },
    { key: 'lane', header: words.lane, cell: ({ lane }) => lane },
    { key: 'created', header: words.created, cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      key: 'next',
      header: words.next,
      extra: true,
      cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? '–' : <When at={nextAttemptAt} />),
    },
    { key: 'second', header: words.second, extra: true, cell: ({ second }) => (second ? '✓' : '–') },
  ];
}
