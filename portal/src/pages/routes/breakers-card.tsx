// Table of routes with their breakers: those that need a look, or all of them.

import { useState } from 'react';
import { useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { HangingThere } from '../operator/hanging.tsx';
import { hangingMessages } from '../operator/hanging-messages.ts';
import { serviceHealthMessages } from '../service-health/messages.ts';
import { LevelBadge } from '../service-health/subject.tsx';
import { BreakerActions, type Route } from './breaker-state.tsx';
import { routesMessages } from './messages.ts';
import type { Terms } from './settings-form.tsx';

export function BreakersCard({ routes, terms }: { routes: readonly Route[]; terms: Terms }) {
  const messages = useMessages(routesMessages);
  const { column: hangingMessage } = useMessages(hangingMessages);
  const [all, setAll] = useState(false);
  return (
    <Card
      title={messages.routes}
      actions={
        <Switch
          label={messages.includeWell}
          checked={all}
          onChange={(event) => setAll(event.target.checked)}
        />
      }
      flush
    >
      <DataTable
        id="breakers"
        caption={messages.routes}
        rows={all ? routes : routes.filter((route) => !isWell(route))}
        rowKey={({ name }) => name}
        empty={<EmptyState icon="check-circle" title={messages.allWell} />}
        columns={[
          { key: 'name', header: messages.route, primary: true, cell: ({ name }) => name },
          { key: 'state', header: messages.state, cell: (route) => <State route={route} /> },
          { key: 'why', header: messages.why, cell: (route) => <Why route={route} /> },
          {
            key: 'since',
            header: messages.since,
            cell: ({ state, since, unhealthySince }) => {
              const at = state === 'closed' ? unhealthySince : since;
              return at === null ? '–' : <When at={at} />;
            },
          },
          {
            key: 'waiting',
            header: messages.waiting,
            align: 'end',
            cell: ({ parked }) => <HangingThere hanging={parked} />,
          },
          {
            key: 'hanging',
            header: hangingMessage,
            align: 'end',
            cell: ({ hanging }) => <HangingThere hanging={hanging} />,
          },
          {
            key: 'automatic',
            header: messages.automatic,
            extra: true,
            cell: ({ automatic }) => (automatic ? messages.yes : messages.no),
          },
          {
            key: 'actions',
            header: messages.actions,
            cell: (route) => <BreakerActions route={route} terms={terms} />,
          },
        ]}
      />
    </Card>
  );
}

const isWell = ({ state, off, health, hanging, parked }: Route): boolean =>
  state === 'closed' && !off && health === 'healthy' && hanging.length + parked.length === 0;

/** A breaker that is closed says nothing about a provider: that is said beside it. */
function State({ route: { state, off, health } }: { route: Route }) {
  const messages = useMessages(routesMessages);
  if (off && state === 'closed') return <Badge tone="neutral">{messages.off}</Badge>;
  if (state === 'closed' && health !== 'healthy') return <LevelBadge state={health} />;
  return <Badge tone={stateTones.breaker[state]}>{messages.states[state]}</Badge>;
}

function Why({ route: { state, reason, byHand, triedAt, troubles } }: { route: Route }) {
  const messages = useMessages(routesMessages);
  const { between } = useMessages(serviceHealthMessages);
  if (state === 'closed') return troubles.length === 0 ? '–' : troubles.join(between);
  return (
    <>
      {reason}{' '}
      <span className="soft small">
        {byHand ? `(${messages.byHand})` : null}
        {triedAt === null ? null : (
          <>
            ({messages.tried} <When at={triedAt} />)
          </>
        )}
      </span>
    </>
  );
}
