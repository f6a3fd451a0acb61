// Remittance advice of a settlement: all about it on a sheet that can be printed, with its ledger
// entries.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { When } from '../../ui/when.tsx';
import { verbMessages, verbLabel } from '../statement/verb-messages.ts';
import { settlementMessages } from './messages.ts';
import { DestinationMessages, StateBadge } from './labels.tsx';
import './settlements.css';

type Shown = RouteAnswer<'GET settlements/:id'>;

export function Advice({ settlement, back }: { settlement: Shown; back: string }) {
  const messages = useMessages(settlementMessages);
  const { day } = useFormat();
  const { id, state, currency, amount, fee, destination, reference, valueDate, reason } =
    settlement;
  const moment = (at: string | null) => (at === null ? null : <When at={at} show="exact" />);
  return (
    <Page
      title={messages.number(String(id))}
      lead={messages.advice}
      beside={<StateBadge state={state} />}
      back={{ to: back, label: messages.back }}
      actions={
        <Button icon="file" onClick={() => window.print()}>
          {messages.print}
        </Button>
      }
      narrow
    >
      <Card>
        <KeyValues
          items={[
            {
              label: messages.account,
              value: `${settlement.accountName} (${settlement.accountId})`,
            },
            { label: messages.amount, value: <Money amount={amount} currency={currency} /> },
            { label: messages.fee, value: <Money amount={fee} currency={currency} /> },
            {
              label: messages.destination,
              value: <DestinationMessages destination={destination} />,
            },
            { label: messages.askedBy, value: settlement.askedBy ?? messages.bySchedule },
            { label: messages.requested, value: moment(settlement.requestedAt) },
            { label: messages.approved, value: moment(settlement.approvedAt) },
            { label: messages.paid, value: moment(settlement.paidAt) },
            { label: messages.reference, value: reference },
            { label: messages.valueDate, value: valueDate === null ? null : day(valueDate) },
            { label: messages.ended, value: moment(settlement.endedAt) },
            { label: messages.reason, value: reason },
          ]}
        />
      </Card>
      <Card title={messages.entries} flush>
        <Entries settlement={settlement} />
      </Card>
    </Page>
  );
}

function Entries({ settlement: { entries, currency } }: { settlement: Shown }) {
  const messages = useMessages(settlementMessages);
  const verbs = useMessages(verbMessages);
  const change = (amount: string) =>
    amount === '0' ? null : <Money amount={amount} currency={currency} signed />;
  return (
    <DataTable
      id="settlement-entries"
      caption={messages.entries}
      rows={entries}
      rowKey={({ id }) => id}
      empty={null}
      columns={[
        { key: 'date', header: messages.date, cell: ({ at }) => <When at={at} show="exact" /> },
        { key: 'kind', header: messages.kind, cell: ({ kind }) => verbLabel(verbs, kind) },
        {
          key: 'change',
          header: messages.change,
          align: 'end',
          cell: ({ available }) => change(available),
        },
        {
          key: 'held',
          header: messages.heldChange,
          align: 'end',
          cell: ({ held }) => change(held),
        },
        {
          key: 'after',
          header: messages.after,
          align: 'end',
          cell: (entry) => <Money amount={entry.availableAfter} currency={currency} />,
        },
        { key: 'entry', header: messages.entry, extra: true, cell: ({ id }) => id },
      ]}
    />
  );
}
