// Search page: accounts, transactions, claims, users, keys and approval requests that match an id,
// phone, name or reference.

import { phoneText } from '@jokko/contract/number-text';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Link, textParam, useSearch } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar, FilterText } from '../../ui/filter-bar.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { CustomerAnswer } from '../transactions/customer-answer.tsx';
import { smsMessages } from '../sms/messages.ts';
import { OtherResults } from './others.tsx';
import { Part } from './part.tsx';
import { searchMessages } from './messages.ts';
import { FoundTransactions } from './transactions.tsx';

type Found = RouteAnswer<'GET operator/search'>;

const filters = { q: textParam() };

export default function Search() {
  const messages = useMessages(searchMessages);
  const [{ q }, change] = useSearch(filters);
  const found = useRead('GET operator/search', q === '' ? null : { query: { q } });
  return (
    <Page title={messages.title} lead={messages.lead}>
      <FilterBar active={q !== ''} onClear={() => change({ q: '' })}>
        <FilterText label={messages.q} value={q} onChange={(next) => change({ q: next })} />
      </FilterBar>
      {q === '' ? (
        <EmptyState icon="search" title={messages.begin}>
          {messages.beginHint}
        </EmptyState>
      ) : (
        <Loaded read={found}>{(answer) => <Results found={answer} q={q} />}</Loaded>
      )}
    </Page>
  );
}

function Results({ found, q }: { found: Found; q: string }) {
  const messages = useMessages(searchMessages);
  const { accounts, transactions, sms, claims, users, keys, approvalRequests, more } = found;
  if (
    [accounts, transactions, sms, claims, users, keys, approvalRequests].every(
      ({ length }) => length === 0,
    )
  ) {
    return (
      <EmptyState icon="search" title={messages.none}>
        {messages.noneHint}
      </EmptyState>
    );
  }
  return (
    <>
      <Part
        title={messages.accounts}
        rows={accounts}
        all={more.accounts ? `/developers?q=${encodeURIComponent(q)}` : null}
      >
        <DataTable
          id="found-accounts"
          caption={messages.accounts}
          rows={accounts}
          rowKey={({ id }) => String(id)}
          empty={null}
          columns={[
            {
              key: 'name',
              header: messages.account,
              cell: ({ id, name }) => <Link to={`/developers/${id}`}>{name}</Link>,
            },
            { key: 'number', header: messages.number, align: 'end', cell: ({ id }) => id },
            {
              key: 'state',
              header: messages.state,
              cell: ({ suspended }) => (
                <Badge tone={suspended ? 'bad' : 'good'}>
                  {suspended ? messages.suspended : messages.active}
                </Badge>
              ),
            },
          ]}
        />
      </Part>
      <Part
        title={messages.transactions}
        rows={transactions}
        all={more.transactions ? `/transactions?q=${encodeURIComponent(q)}` : null}
      >
        <FoundTransactions
          rows={transactions}
          pathOf={({ accountId, id }) => `/transactions/${accountId}/${id}`}
          more={[
            {
              key: 'account',
              header: messages.account,
              cell: ({ accountName }) => accountName,
            },
          ]}
        />
      </Part>
      {transactions[0] !== undefined && isPhoneOf(q, transactions[0].phone) ? (
        <NewestAnswer account={String(transactions[0].accountId)} id={transactions[0].id} />
      ) : null}
      <Part title={messages.sms} rows={sms} all={`/all-sms?number=${encodeURIComponent(q)}`}>
        <Sms rows={sms} />
      </Part>
      <OtherResults found={found} />
      <Claims rows={claims} />
    </>
  );
}

function Claims({ rows }: { rows: Found['claims'] }) {
  const messages = useMessages(searchMessages);
  return (
    <Part title={messages.claims} rows={rows}>
      <DataTable
        id="found-claims"
        caption={messages.claims}
        rows={rows}
        rowKey={({ reference }) => reference}
        empty={null}
        columns={[
          {
            key: 'reference',
            header: messages.reference,
            cell: ({ reference }) => <Link to={`/claim-queue/${reference}`}>{reference}</Link>,
          },
          { key: 'account', header: messages.account, cell: ({ accountName }) => accountName },
          { key: 'subject', header: messages.subject, cell: ({ subject }) => subject },
          {
            key: 'opened',
            header: messages.created,
            cell: ({ openedAt }) => <When at={openedAt} />,
          },
        ]}
      />
    </Part>
  );
}

const nationalDigits = 7;

/** Somebody calls: what was typed is the number of the newest transaction that was found. */
function isPhoneOf(typed: string, phone: string): boolean {
  const number = phoneText(typed);
  return number.length >= nationalDigits && phone.endsWith(number.slice(-nationalDigits));
}

function NewestAnswer({ account, id }: { account: string; id: string }) {
  const read = useRead('GET operator/transactions/:account/:id', { params: { account, id } });
  return (
    <Loaded read={read} lines={4}>
      {({ accountId, customerAnswer }) => (
        <CustomerAnswer accountId={accountId} id={id} answer={customerAnswer} />
      )}
    </Loaded>
  );
}

function Sms({ rows }: { rows: Found['sms'] }) {
  const messages = useMessages(searchMessages);
  const { states } = useMessages(smsMessages);
  return (
    <DataTable
      id="found-sms"
      caption={messages.sms}
      rows={rows}
      rowKey={({ batchId, position }) => `${batchId}.${position}`}
      empty={null}
      columns={[
        { key: 'number', header: messages.phone, cell: ({ msisdn }) => msisdn },
        {
          key: 'state',
          header: messages.status,
          cell: ({ state }) => <Badge tone={stateTones.sms[state]}>{states[state]}</Badge>,
        },
        { key: 'account', header: messages.account, cell: ({ accountName }) => accountName },
        { key: 'sender', header: messages.sender, cell: ({ sender }) => sender },
        {
          key: 'created',
          header: messages.created,
          cell: ({ acceptedAt }) => <When at={acceptedAt} />,
        },
      ]}
    />
  );
}
