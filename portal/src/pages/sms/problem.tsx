// Why can a message not be sent as it is?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { Money } from '../../ui/money.tsx';
import { smsTexts } from './texts.ts';

type Found = NonNullable<RouteAnswer<'POST sms/send'>['problem']>;

export function Problem({ problem }: { problem: Found }) {
  const { problems: words } = useTexts(smsTexts);
  switch (problem.type) {
    case 'numbers':
      return (
        <>
          <p>{words.numbers(problem.count)}</p>
          <ul className="sms-refused">
            {problem.numbers.map(({ number, problem: why }) => (
              <li key={number}>
                <span className="number">{number}</span> – {words.number[why]}
              </li>
            ))}
            {problem.count > problem.numbers.length ? <li>{words.more(problem.count - problem.numbers.length)}</li> : null}
          </ul>
        </>
      );
    case 'tooManyParts':
      return <p>{words.tooManyParts(problem.parts, problem.partsMax)}</p>;
    case 'balanceTooLow':
      return (
        <p>
          {words.balanceTooLow} {words.needed} <Money amount={problem.needed} currency={problem.currency} /> · {words.available}{' '}
          <Money amount={problem.available} currency={problem.currency} />
        </p>
      );
    default:
      return <p>{words[problem.type]}</p>;
  }
}
