// Shows on the first pages of an operator what is disturbed right now; nothing where nothing is.
// Routes and connections have a line each; receivers, which are their merchants', one together.

import { useFormat, useMessages } from '../../language/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { When } from '../../ui/when.tsx';
import { serviceHealthMessages } from './messages.ts';
import { useSubjectName, type Troubled } from './subject.tsx';

const shownMax = 5;
const receiversNamed = 3;

export function TroubleNotice({
  troubled,
  isThere = false,
}: {
  troubled: readonly Troubled[];
  /** On the page that the notice leads to. */
  isThere?: boolean;
}) {
  const messages = useMessages(serviceHealthMessages);
  const nameOf = useSubjectName();
  const { number } = useFormat();
  if (troubled.length === 0) return null;
  const ours = troubled.filter(({ kind }) => kind !== 'receiver');
  const isOutage = ours.some(({ state }) => state === 'down');
  const left = ours.length - shownMax;
  return (
    <Notice
      tone={isOutage ? 'bad' : 'warn'}
      title={isOutage ? messages.downTitle : messages.troubleTitle}
      live
      actions={
        isThere ? null : (
          <ButtonLink to="/service-health" small icon="pulse">
            {messages.open}
          </ButtonLink>
        )
      }
    >
      <ul className="stack">
        {ours.slice(0, shownMax).map((each) => (
          <li key={`${each.kind} ${each.name}`}>
            <strong>{nameOf(each)}</strong> ({messages.kinds[each.kind]},{' '}
            {messages.states[each.state].toLowerCase()}, <When at={each.since} />)
            {each.reasons.length === 0
              ? null
              : messages.because(each.reasons.join(messages.between))}
          </li>
        ))}
        {left > 0 ? <li>{messages.more(number(left))}</li> : null}
        <Receivers receivers={troubled.filter(({ kind }) => kind === 'receiver')} />
      </ul>
    </Notice>
  );
}

function Receivers({ receivers }: { receivers: readonly Troubled[] }) {
  const messages = useMessages(serviceHealthMessages);
  const nameOf = useSubjectName();
  const { number } = useFormat();
  if (receivers.length === 0) return null;
  const left = receivers.length - receiversNamed;
  return (
    <li className="soft">
      {messages.receivers(receivers.length)}{' '}
      {receivers.slice(0, receiversNamed).map(nameOf).join(', ')}
      {left > 0 ? ` ${messages.more(number(left))}` : null}
    </li>
  );
}
