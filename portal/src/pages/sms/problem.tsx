// Explains why a message cannot be sent as it is.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Money } from '../../ui/money.tsx';
import { smsMessages } from './messages.ts';

type Found = NonNullable<RouteAnswer<'POST sms/send'>['problem']>;

export function Problem({ problem }: { problem: Found }) {
  const messages = useMessages(smsMessages.problems);
  switch (problem.type) {
    case 'numbers':
      return (
        <>
          <p>{messages.numbers(problem.count)}</p>
          <ul className="sms-refused">
            {problem.numbers.map(({ number, problem: why, meant, lengths }) => (
              <li key={number}>
                <span className="number">{number}</span> – {messages.number[why]}
                {lengths.length === 0 ? null : ` · ${messages.lengths(lengths.join(', '))}`}
                {meant.length === 0 ? null : ` · ${messages.meant(meant.join(', '))}`}
              </li>
            ))}
            {problem.count > problem.numbers.length ? (
              <li>{messages.more(problem.count - problem.numbers.length)}</li>
            ) : null}
          </ul>
        </>
      );
    case 'scheduleAt':
      return <p>{messages.scheduleAt[problem.problem]}</p>;
    case 'tooManyParts':
      return <p>{messages.tooManyParts(problem.parts, problem.partsMax)}</p>;
    case 'balanceTooLow':
      return (
        <>
          <p>{messages.balanceTooLow}</p>
          {problem.short.map(({ currency, needed, available }) => (
            <p key={currency}>
              {messages.needed} <Money amount={needed} currency={currency} /> · {messages.available}{' '}
              <Money amount={available} currency={currency} />
            </p>
          ))}
        </>
      );
    default:
      return <p>{messages[problem.type]}</p>;
  }
}
