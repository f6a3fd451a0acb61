// Which transactions are there? A developer sees those of the account, an operator those of all.

import { addressOf, useLive, useMe, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Link } from '../../router/index.ts';
import { Loaded } from '../../ui/states.tsx';
import { ExportMenu } from '../statement/export-menu.tsx';
import { TransactionFilters } from './filters.tsx';
import { OwnPanel, PanelOfAll } from './panel.tsx';
import { useTransactionSearch } from './search.ts';
import { TransactionTable } from './table.tsx';
import { transactionTexts } from './texts.ts';

export default function Transactions() {
  return useMe().membership?.side === 'operator' ? <OfAll /> : <Own />;
}

function Own() {
  const words = useTexts(transactionTexts);
  const state = useTransactionSearch();
  const { search, change, filters } = state;
  const read = useRead('GET transactions', { query: { ...filters, after: search.after } });
  useLive(['operation'], ['GET transactions']);
  return (
    <Page title={words.title} lead={words.lead}>
      <TransactionFilters {...state} ofAll={false} error={read.error} />
      <Loaded read={read}>
        {(page) => (
          <TransactionTable
            page={page}
            loading={read.loading}
            state={state}
            keyOf={({ id }) => id}
            actions={
              read.error === undefined ? (
                <ExportMenu address={(form) => addressOf('GET transactions/export', { query: { ...filters, form } })} />
              ) : null
            }
          />
        )}
      </Loaded>
      {search.open === '' ? null : <OwnPanel key={search.open} id={search.open} onClose={() => change({ open: '' })} />}
    </Page>
  );
}

function OfAll() {
  const words = useTexts(transactionTexts);
  const state = useTransactionSearch();
  const { search, change, filters } = state;
  const { account } = search;
  const read = useRead('GET operator/transactions', { query: { ...filters, account, after: search.after } });
  const [openAccount = '', openId = ''] = search.open.split('.');
  return (
    <Page title={words.title} lead={words.leadOfAll}>
      <TransactionFilters {...state} ofAll error={read.error} />
      <Loaded read={read}>
        {(page) => (
          <TransactionTable
            page={page}
            loading={read.loading}
            state={state}
            keyOf={({ accountId, id }) => `${accountId}.${id}`}
            account={{
              key: 'account',
              header: words.account,
              cell: (row) => <Link to={`/developers/${row.accountId}`}>{row.accountName}</Link>,
            }}
            actions={
              read.error === undefined ? (
                <ExportMenu address={(form) => addressOf('GET operator/transactions/export', { query: { ...filters, account, form } })} />
              ) : null
            }
          />
        )}
      </Loaded>
      {openId === '' ? null : <PanelOfAll key={search.open} account={openAccount} id={openId} onClose={() => change({ open: '' })} />}
    </Page>
  );
}
