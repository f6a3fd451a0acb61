// Shows on the first pages of an operator what is disturbed right now; nothing where nothing is.

import { useFormat, useMessages } from '../../language/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { When } from '../../ui/when.tsx';
import { serviceHealthMessages } from './messages.ts';
import { useSubjectName, type Troubled } from './subject.tsx';

const shownMax = 5;

export function TroubleNotice({ troubled }: { troubled: readonly Troubled[] }) {
  const messages = useMessages(serviceHealthMessages);
  const nameOf = useSubjectName();
  const { number } = useFormat();
  if (troubled.length === 0) return null;
  // A receiver is its merchant's: it is shown, and is no outage of ours.
  const isOutage = troubled.some(({ kind, state }) => state === 'down' && kind !== 'receiver');
  const left = troubled.length - shownMax;
  return (
    <Notice
      tone={isOutage ? 'bad' : 'warn'}
      title={isOutage ? messages.downTitle : messages.troubleTitle}
      live
      actions={
        <ButtonLink to="/service-health" small icon="pulse">
          {messages.open}
        </ButtonLink>
      }
    >
      <ul className="stack">
        {troubled.slice(0, shownMax).map((each) => (
          <li key={`${each.kind} ${each.name}`}>
            <strong>{nameOf(each)}</strong> ({messages.kinds[each.kind]},{' '}
            {messages.states[each.state].toLowerCase()}, <When at={each.since} />)
            {each.reasons.length === 0
              ? null
              : messages.because(each.reasons.join(messages.between))}
          </li>
        ))}
        {left > 0 ? <li>{messages.more(number(left))}</li> : null}
      </ul>
    </Notice>
  );
}
