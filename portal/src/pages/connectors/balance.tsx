// What our account at the carrier of an SMS connection holds, when that was read, and why it could
// not be read since.

import { useFormat, useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { When } from '../../ui/when.tsx';
import { connectorsMessages } from './messages.ts';
import type { Connector } from './standing.ts';

type ToldBalance = NonNullable<Connector['balance']>;

export function Balance({ balance: { told, failure, minimum } }: { balance: ToldBalance }) {
  const messages = useMessages(connectorsMessages);
  const { money } = useFormat();
  return (
    <ul className="plain-list">
      <li>
        {told === null ? (
          messages.balanceUnread
        ) : (
          <>
            <Money amount={told.available} currency={told.currency} code /> · {messages.balanceRead}{' '}
            <When at={told.readAt} />
          </>
        )}
      </li>
      {failure === null ? null : (
        <li>
          {messages.balanceFailed} <When at={failure.since} /> · {messages.why[failure.why]}{' '}
          {failure.said}
        </li>
      )}
      <li>
        <Link to="/alerts/settings">
          {minimum === null
            ? messages.balanceNoMinimum
            : messages.balanceMinimum(
                told === null ? String(minimum) : money(minimum, told.currency, { code: true }),
              )}
        </Link>
      </li>
    </ul>
  );
}

/** In a cell of the list; what cannot be read now is marked beside what was read last. */
export function BalanceCell({ balance }: { balance: Connector['balance'] }) {
  const messages = useMessages(connectorsMessages);
  if (balance === null) return '–';
  const { told, failure } = balance;
  return (
    <>
      {told === null ? '–' : <Money amount={told.available} currency={told.currency} code />}
      {failure === null ? null : (
        <>
          {' '}
          <Badge tone="warn">{messages.balanceUnreadable}</Badge>
        </>
      )}
    </>
  );
}
