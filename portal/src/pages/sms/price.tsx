// What will it cost? By operator and in all, before anything is sent.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useTexts } from '../../language/index.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { smsTexts } from './texts.ts';

export function Price({
  price: { parts, recipients, currency, total, operators },
}: {
  price: NonNullable<RouteAnswer<'POST sms/preview'>['price']>;
}) {
  const { compose: words, batches, senders } = useTexts(smsTexts);
  const { number, country } = useFormat();
  return (
    <Notice live title={words.summary}>
      <dl className="sms-price">
        {operators.map((each) => (
          <div key={`${each.country} ${each.operator}`}>
            <dt>
              {country(each.country)}, {each.operator === 'other' ? senders.other : each.operator} · {number(each.recipients)} ×{' '}
              {number(parts)}
            </dt>
            <dd>
              <Money amount={each.total} currency={currency} />
            </dd>
          </div>
        ))}
        <div className="sms-price-total">
          <dt>
            {words.total} · {batches.recipients} {number(recipients)}
          </dt>
          <dd>
            <Money amount={total} currency={currency} />
          </dd>
        </div>
      </dl>
    </Notice>
  );
}
