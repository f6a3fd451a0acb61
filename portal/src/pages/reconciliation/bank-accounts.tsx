// Lists our own accounts at banks, and opens or closes one.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay, useRead } from '../../api/index.ts';
import { useMessages, type InLanguage } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Action } from '../../ui/action.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { currencies } from '../developers/open-account.tsx';
import { bankAccountMessages } from './bank-account-messages.ts';
import { reconciliationMessages } from './messages.ts';

type Account = RouteAnswer<'GET operator/bank-accounts'>['items'][number];
type Messages = InLanguage<typeof bankAccountMessages>;

export default function BankAccounts() {
  const messages = useMessages(bankAccountMessages);
  const { back } = useMessages(reconciliationMessages);
  const read = useRead('GET operator/bank-accounts', {});
  const may = useMay('POST operator/bank-accounts');
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      back={{ to: '/reconciliation', label: back }}
      actions={
        may ? (
          <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
            {messages.add}
          </Button>
        ) : null
      }
    >
      <Loaded read={read}>
        {({ items }) => (
          <>
            <DataTable
              id="bank-accounts"
              caption={messages.title}
              rows={items}
              rowKey={({ id }) => String(id)}
              columns={columnsOf(messages)}
              empty={
                <EmptyState icon="wallet" title={messages.none}>
                  {messages.noneHint}
                </EmptyState>
              }
            />
            {may && adding ? <NewAccount onEnd={() => setAdding(false)} /> : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const columnsOf = (messages: Messages): Column<Account>[] => [
  { key: 'name', header: messages.name, cell: ({ name }) => name },
  { key: 'bank', header: messages.bank, cell: ({ bank }) => bank },
  { key: 'number', header: messages.number, cell: ({ number }) => number },
  { key: 'currency', header: messages.currency, cell: ({ currency }) => currency },
  {
    key: 'opened',
    header: messages.opened,
    cell: ({ openedBy, openedAt }) => (
      <>
        {openedBy ?? messages.byCommand} · <When at={openedAt} />
      </>
    ),
  },
  { key: 'state', header: messages.state, cell: (account) => <State account={account} /> },
];

function State({ account: { id, name, closedAt } }: { account: Account }) {
  const messages = useMessages(bankAccountMessages);
  if (closedAt !== null) return <Badge tone="neutral">{messages.closed}</Badge>;
  return (
    <span className="buttons">
      <Badge tone="good">{messages.active}</Badge>
      <Action
        route="POST operator/bank-accounts/close"
        body={{ id }}
        changes={['GET operator/bank-accounts']}
        label={messages.close}
        small
        ask={{ title: `${messages.close} · ${name}`, children: <p>{messages.closeQuestion}</p> }}
        done={messages.closeDone}
      />
    </span>
  );
}

function NewAccount({ onEnd }: { onEnd(): void }) {
  const messages = useMessages(bankAccountMessages);
  return (
    <ActionDialog
      route="POST operator/bank-accounts"
      title={messages.add}
      yes={messages.save}
      body={({ name = '', bank = '', number = '', currency = '' }) => ({
        name,
        bank,
        number,
        currency,
      })}
      changes={['GET operator/bank-accounts']}
      done={messages.added}
      onEnd={onEnd}
      fields={(wrong) => (
        <>
          <Field
            name="name"
            label={messages.name}
            hint={messages.nameHint}
            maxLength={100}
            error={wrong('name')}
          />
          <Field name="bank" label={messages.bank} maxLength={100} error={wrong('bank')} />
          <Field
            name="number"
            label={messages.number}
            hint={messages.numberHint}
            maxLength={60}
            autoComplete="off"
            error={wrong('number')}
          />
          <Select
            name="currency"
            label={messages.currency}
            options={currencies}
            error={wrong('currency')}
          />
        </>
      )}
    />
  );
}
