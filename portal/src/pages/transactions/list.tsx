// Lists transactions. A developer sees those of the account, an operator those of all.

import { addressOf, useMe } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Link } from '../../router/index.ts';
import { useList } from '../../ui/use-list.ts';
import { ExportMenu } from '../statement/export-menu.tsx';
import { useFiltersOfAll, useTransactionFilters } from './filters.ts';
import { transactionMessages } from './messages.ts';
import { SavedFilterAction, SavedFilters } from './saved-filters.tsx';
import { SummedOfAll, SummedOwn } from './summed.tsx';
import { OwnPanel, PanelOfAll } from './panel.tsx';
import { useTransactionTable } from './table.tsx';

export default function Transactions() {
  return useMe().membership?.side === 'operator' ? <OfAll /> : <Own />;
}

function Own() {
  const messages = useMessages(transactionMessages);
  const list = useList('GET transactions', {
    filters: [...useTransactionFilters(), { days: true }],
    live: ['operation'],
    liveReads: ['GET transactions/sums'],
  });
  const { columns, ...table } = useTransactionTable(list);
  return (
    <ListPage
      {...table}
      title={messages.title}
      lead={messages.lead}
      list={list}
      above={
        <>
          <SavedFilters of="transactions" list={list} />
          <SummedOwn list={list} />
        </>
      }
      filterActions={<SavedFilterAction of="transactions" list={list} />}
      id="transactions"
      rowKey={({ id }) => id}
      rowName={({ id }) => id}
      panel={({ id, onClose }) => <OwnPanel id={id} onClose={onClose} />}
      columns={columns}
      tools={
        list.read.error === undefined ? (
          <ExportMenu
            address={(form) =>
              addressOf('GET transactions/export', { query: { ...list.query, form } })
            }
          />
        ) : null
      }
    />
  );
}

function OfAll() {
  const messages = useMessages(transactionMessages);
  const list = useList('GET operator/transactions', {
    filters: [...useTransactionFilters(), ...useFiltersOfAll(), { days: true }],
  });
  const { columns, ...table } = useTransactionTable(list);
  const [id, ...others] = columns;
  return (
    <ListPage
      {...table}
      title={messages.title}
      lead={messages.leadOfAll}
      list={list}
      above={
        <>
          <SavedFilters of="operator-transactions" list={list} />
          <SummedOfAll list={list} />
        </>
      }
      filterActions={<SavedFilterAction of="operator-transactions" list={list} />}
      id="operator-transactions"
      rowKey={({ accountId, id: transaction }) => `${accountId}.${transaction}`}
      rowName={({ id: transaction }) => transaction}
      panel={({ id: opened, onClose }) => <Opened opened={opened} onClose={onClose} />}
      columns={[
        id!,
        {
          key: 'account',
          header: messages.account,
          cell: (row) => <Link to={`/developers/${row.accountId}`}>{row.accountName}</Link>,
        },
        ...others,
      ]}
      tools={
        list.read.error === undefined ? (
          <ExportMenu
            address={(form) =>
              addressOf('GET operator/transactions/export', { query: { ...list.query, form } })
            }
          />
        ) : null
      }
    />
  );
}

/** The key of a row names the account, too: its transactions' numbers are not unique. */
function Opened({ opened, onClose }: { opened: string; onClose(): void }) {
  const [account = '', id = ''] = opened.split('.');
  return id === '' ? null : <PanelOfAll account={account} id={id} onClose={onClose} />;
}
