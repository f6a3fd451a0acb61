// Shows the price by operator and in total, before anything is sent.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Amounts } from './amounts.tsx';
import { smsMessages } from './messages.ts';

export function Price({
  price: { parts, recipients, totals, operators },
}: {
  price: NonNullable<RouteAnswer<'POST sms/preview'>['price']>;
}) {
  const { compose: messages, batches, senders } = useMessages(smsMessages);
  const { number, country } = useFormat();
  return (
    <Notice live title={messages.summary}>
      <dl className="sms-price">
        {operators.map((each) => (
          <div key={`${each.country} ${each.operator}`}>
            <dt>
              {country(each.country)}, {each.operator === 'other' ? senders.other : each.operator} ·{' '}
              {number(each.recipients)} × {number(parts)}
            </dt>
            <dd>
              <Money amount={each.total} currency={each.currency} />
            </dd>
          </div>
        ))}
        <div className="sms-price-total">
          <dt>
            {messages.total} · {batches.recipients} {number(recipients)}
          </dt>
          <dd>
            <Amounts amounts={totals.map(({ currency, total }) => ({ currency, amount: total }))} />
          </dd>
        </div>
      </dl>
    </Notice>
  );
}
