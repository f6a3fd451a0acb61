// Checklist of the steps to a working integration. Steps turn green automatically.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useLanguage, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { homeMessages } from './messages.ts';

type Answer = RouteAnswer<'GET home'>['steps'];
type Name = 'key' | 'call' | 'callback' | 'hash' | 'factor' | 'services';

export interface Step {
  name: Name;
  /** `advice`: nobody but the developer can see whether it is done. */
  state: 'done' | 'open' | 'advice';
}

export function stepsOf(answer: Answer, factor: boolean): Step[] {
  const state = (done: boolean): Step['state'] => (done ? 'done' : 'open');
  return [
    { name: 'key', state: state(answer.key) },
    { name: 'services', state: state(answer.services > 0) },
    { name: 'call', state: state(answer.call) },
    { name: 'callback', state: state(answer.callback) },
    { name: 'hash', state: answer.hmac ? 'done' : 'advice' },
    { name: 'factor', state: state(factor) },
  ];
}

export function Steps({
  steps,
  answer,
  folded,
}: {
  steps: readonly Step[];
  answer: Answer;
  /** Behind a line that opens. */
  folded: boolean;
}) {
  const messages = useMessages(homeMessages.steps);
  const counted = steps.filter(({ state }) => state !== 'advice');
  const done = counted.filter(({ state }) => state === 'done').length;
  const ready = done === counted.length;
  const advice = steps.filter(({ state }) => state === 'advice');
  const linesOf = (some: readonly Step[]) =>
    some.map((step) => <StepLine key={step.name} step={step} services={answer.services} />);
  // Advice is no step: nobody waits for it to turn green.
  const list = (
    <>
      <ol className="steps">{linesOf(counted)}</ol>
      {advice.length === 0 ? null : <ul className="steps steps-advice">{linesOf(advice)}</ul>}
    </>
  );
  return (
    <Card title={messages.title} lead={messages.lead}>
      <p className="steps-count" role="status">
        <progress value={done} max={counted.length} aria-label={messages.title} />
        <span className="number">{messages.count(done, counted.length)}</span>
      </p>
      {ready ? <Notice tone="good">{messages.complete}</Notice> : null}
      {folded ? (
        <details className="steps-details">
          <summary>{messages.show}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </Card>
  );
}

const tones = { done: 'good', open: 'neutral', advice: 'info' } as const;

function StepLine({ step: { name, state }, services }: { step: Step; services: number }) {
  const messages = useMessages(homeMessages.steps);
  const { language } = useLanguage();
  const done = state === 'done';
  const hints: Record<Name, string> = {
    key: done ? messages.keyHint : messages.keyOpen,
    services: done ? messages.servicesDone(services) : messages.servicesOpen,
    call: done ? messages.callDone : messages.callHint,
    callback: done ? messages.callbackDone : messages.callbackHint,
    hash: done ? messages.hashDone : messages.hashHint,
    factor: done ? messages.factorDone : messages.factorHint,
  };
  return (
    <li className={`step step-${state}`} data-step={name} data-state={state}>
      <span className="step-mark">
        <Icon name={done ? 'check' : state === 'advice' ? 'info' : 'dot'} size={16} />
      </span>
      <div className="step-words">
        <p className="step-title">{messages[name]}</p>
        <p className="soft small">{hints[name]}</p>
      </div>
      <div className="step-side">
        {name === 'factor' && !done ? (
          <ButtonLink to="/security" small>
            {messages.factorLink}
          </ButtonLink>
        ) : null}
        {name === 'key' && !done ? (
          <ButtonLink to="/keys" small>
            {messages.keyLink}
          </ButtonLink>
        ) : null}
        {name === 'services' && !done ? (
          <ButtonLink to="/services" small>
            {messages.servicesLink}
          </ButtonLink>
        ) : null}
        {name === 'hash' && !done ? (
          <a
            className="button button-plain button-small"
            href={`/docs/${language}/callbacks#verify`}
            target="_blank"
            rel="noopener"
          >
            {messages.docs}
          </a>
        ) : null}
        <Badge tone={tones[state]}>{messages[state]}</Badge>
      </div>
    </li>
  );
}
