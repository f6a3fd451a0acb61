// Which senders do operators allow, and what does an SMS cost there?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { smsTexts } from './texts.ts';

type Rule = RouteAnswer<'GET sms/senders'>['items'][number];

export function SendersTab() {
  const { senders: words } = useTexts(smsTexts);
  const { country } = useFormat();
  const senders = useRead('GET sms/senders', {});
  const columns: Column<Rule>[] = [
    { key: 'country', header: words.country, cell: (rule) => country(rule.country) },
    { key: 'operator', header: words.operator, cell: ({ operator }) => (operator === 'other' ? words.other : operator) },
    { key: 'allowed', header: words.allowed, cell: ({ allowed }) => (allowed === null ? words.every : allowed.join(', ')) },
    {
      key: 'replacement',
      header: words.replacement,
      cell: ({ allowed, replacement }) => (allowed === null ? '–' : (replacement ?? words.refused)),
    },
    {
      key: 'price',
      header: words.price,
      align: 'end',
      cell: ({ pricePerPart, currency }) => <Money amount={pricePerPart} currency={currency} />,
    },
  ];
  return (
    <div className="stack">
      <p className="soft">{words.lead}</p>
      <Loaded read={senders}>
        {({ items }) => (
          <DataTable
            id="sms-senders"
            caption={words.caption}
            rows={items}
            rowKey={(rule) => `${rule.country} ${rule.operator}`}
            columns={columns}
            empty={<EmptyState icon="route" title={words.none} />}
          />
        )}
      </Loaded>
    </div>
  );
}
