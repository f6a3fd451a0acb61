// How the state of a breaker is shown: the buttons that change it with a reason.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { routesMessages } from './messages.ts';
import { BreakerSettings, type Terms } from './settings-form.tsx';

export type Route = RouteAnswer<'GET operator/breakers'>['routes'][number];
type State = Route['state'];

/** What a user may make of each state. */
const next: Record<State, readonly State[]> = {
  closed: ['open'],
  open: ['closed', 'half_open'],
  half_open: ['closed', 'open'],
};

export function BreakerActions({ route, terms }: { route: Route; terms: Terms }) {
  return (
    <div className="buttons">
      {next[route.state].map((state) => (
        <SetBreaker key={state} name={route.name} state={state} />
      ))}
      {route.settings === null ? null : (
        <BreakerSettings name={route.name} settings={route.settings} terms={terms} />
      )}
    </div>
  );
}

function SetBreaker({ name, state }: { name: string; state: State }) {
  const messages = useMessages(routesMessages);
  const { interrupt, restore, tryIt } = messages;
  const words = {
    open: {
      label: interrupt,
      title: messages.interruptTitle(name),
      body: messages.interruptBody,
      done: messages.interrupted,
    },
    closed: {
      label: restore,
      title: messages.restoreTitle(name),
      body: messages.restoreBody,
      done: messages.restored,
    },
    half_open: {
      label: tryIt,
      title: messages.tryTitle(name),
      body: messages.tryBody,
      done: messages.triedDone,
    },
  }[state];
  return (
    <Action
      route="POST operator/breakers/set"
      body={({ reason = '' }) => ({ name, state, reason: reason.trim() })}
      changes={['GET operator/breakers', 'GET operator/parked']}
      label={words.label}
      name={messages.of(words.label, name)}
      small
      {...(state === 'closed' && { variant: 'primary' })}
      ask={{
        title: words.title,
        children: <p>{words.body}</p>,
        note: { name: 'reason', label: messages.reason, hint: messages.reasonHint },
        danger: state === 'open',
      }}
      done={words.done}
    />
  );
}
