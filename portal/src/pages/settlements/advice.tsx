// What is the advice of a settlement? All about it on a sheet that can be printed, with its entries in the books.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { When } from '../../ui/when.tsx';
import { verbTexts, verbWord } from '../statement/verbs.ts';
import { settlementTexts } from './texts.ts';
import { DestinationWords, StateBadge } from './words.tsx';
import './settlements.css';

type Shown = RouteAnswer<'GET settlements/:id'>;

export function Advice({ settlement, back }: { settlement: Shown; back: string }) {
  const words = useTexts(settlementTexts);
  const { day } = useFormat();
  const { id, state, currency, amount, fee, destination, reference, valueDate, reason } = settlement;
  const moment = (at: string | null) => (at === null ? null : <When at={at} show="exact" />);
  return (
    <Page
      title={words.number(String(id))}
      lead={words.advice}
      beside={<StateBadge state={state} />}
      back={{ to: back, label: words.back }}
      actions={
        <Button icon="file" onClick={() => window.print()}>
          {words.print}
        </Button>
      }
      narrow
    >
      <Card>
        <KeyValues
          items={[
            { label: words.account, value: `${settlement.accountName} (${settlement.accountId})` },
            { label: words.amount, value: <Money amount={amount} currency={currency} /> },
            { label: words.fee, value: <Money amount={fee} currency={currency} /> },
            { label: words.destination, value: <DestinationWords destination={destination} /> },
            { label: words.askedBy, value: settlement.askedBy ?? words.bySchedule },
            { label: words.requested, value: moment(settlement.requestedAt) },
            { label: words.approved, value: moment(settlement.approvedAt) },
            { label: words.paid, value: moment(settlement.paidAt) },
            { label: words.reference, value: reference },
            { label: words.valueDate, value: valueDate === null ? null : day(valueDate) },
            { label: words.ended, value: moment(settlement.endedAt) },
            { label: words.reason, value: reason },
          ]}
        />
      </Card>
      <Card title={words.entries} flush>
        <Entries settlement={settlement} />
      </Card>
    </Page>
  );
}

function Entries({ settlement: { entries, currency } }: { settlement: Shown }) {
  const words = useTexts(settlementTexts);
  const verbs = useTexts(verbTexts);
  const change = (amount: string) => (amount === '0' ? null : <Money amount={amount} currency={currency} signed />);
  return (
    <DataTable
      id="settlement-entries"
      caption={words.entries}
      rows={entries}
      rowKey={({ id }) => id}
      empty={null}
      columns={[
        { key: 'date', header: words.date, cell: ({ at }) => <When at={at} show="exact" /> },
        { key: 'kind', header: words.kind, cell: ({ kind }) => verbWord(verbs, kind) },
        { key: 'change', header: words.change, align: 'end', cell: ({ available }) => change(available) },
        { key: 'held', header: words.heldChange, align: 'end', cell: ({ held }) => change(held) },
        { key: 'after', header: words.after, align: 'end', cell: (entry) => <Money amount={entry.availableAfter} currency={currency} /> },
        { key: 'entry', header: words.entry, extra: true, cell: ({ id }) => id },
      ]}
    />
  );
}
