// Shows the number of rows in each class, and their amounts.

import { useFormat, useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import type { WholeFile } from './messages.ts';
import { messagesOfParty } from './party-messages.ts';

export function Sums({ file }: { file: WholeFile }) {
  const messages = useMessages(messagesOfParty(file));
  const { number } = useFormat();
  const ordered = file.sums.toSorted(
    (one, other) => Number(other.class === 'matched') - Number(one.class === 'matched'),
  );
  return (
    <Card title={messages.sums} flush>
      <DataTable
        id="reconciliation-sums"
        caption={messages.sums}
        rows={ordered}
        rowKey={(sum) => `${sum.currency} ${sum.class}`}
        columns={[
          { key: 'class', header: messages.class, cell: (sum) => messages.classes[sum.class] },
          {
            key: 'lines',
            header: messages.lines,
            align: 'end',
            cell: ({ lines }) => number(lines),
          },
          {
            key: 'theirs',
            header: messages.theirs,
            align: 'end',
            cell: (sum) => <Sum amount={sum.theirs} currency={sum.currency} />,
          },
          {
            key: 'ours',
            header: messages.ours,
            align: 'end',
            cell: (sum) => <Sum amount={sum.ours} currency={sum.currency} />,
          },
          {
            key: 'fees',
            header: messages.fees,
            align: 'end',
            cell: (sum) => <Sum amount={sum.fees} currency={sum.currency} />,
          },
          {
            key: 'expected',
            header: messages.feesExpected,
            align: 'end',
            cell: (sum) => <Sum amount={sum.feesExpected} currency={sum.currency} />,
          },
        ]}
        empty={null}
      />
    </Card>
  );
}

/** What could not be read has no currency. */
function Sum({ amount, currency }: { amount: string; currency: string }) {
  return currency === '' ? <>–</> : <Money amount={amount} currency={currency} />;
}
