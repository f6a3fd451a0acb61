// How many rows are in each class, and how much?

import { useFormat, useTexts } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { reconciliationTexts, type WholeFile } from './texts.ts';

export function Sums({ file: { sums } }: { file: WholeFile }) {
  const words = useTexts(reconciliationTexts);
  const { number } = useFormat();
  const ordered = sums.toSorted((one, other) => Number(other.class === 'matched') - Number(one.class === 'matched'));
  return (
    <Card title={words.sums} flush>
      <DataTable
        id="reconciliation-sums"
        caption={words.sums}
        rows={ordered}
        rowKey={(sum) => `${sum.currency} ${sum.class}`}
        columns={[
          { key: 'class', header: words.class, cell: (sum) => words.classes[sum.class] },
          { key: 'lines', header: words.lines, align: 'end', cell: ({ lines }) => number(lines) },
          { key: 'theirs', header: words.theirs, align: 'end', cell: (sum) => <Sum amount={sum.theirs} currency={sum.currency} /> },
          { key: 'ours', header: words.ours, align: 'end', cell: (sum) => <Sum amount={sum.ours} currency={sum.currency} /> },
          { key: 'fees', header: words.fees, align: 'end', cell: (sum) => <Sum amount={sum.fees} currency={sum.currency} /> },
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
