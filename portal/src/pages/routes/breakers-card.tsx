// Table of routes with their breakers: those that need a look, or all of them.

import { useState } from 'react';
import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { BreakerActions, type Route } from './breaker-state.tsx';
import { routesMessages } from './messages.ts';
import type { Terms } from './settings-form.tsx';

export function BreakersCard({ routes, terms }: { routes: readonly Route[]; terms: Terms }) {
  const messages = useMessages(routesMessages);
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
            cell: ({ state, since }) =>
              state === 'closed' || since === null ? '–' : <When at={since} />,
          },
          {
            key: 'waiting',
            header: messages.waiting,
            align: 'end',
            cell: (route) => <Waiting route={route} />,
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

const isWell = ({ state, off, parked }: Route): boolean =>
  state === 'closed' && !off && parked.length === 0;

function State({ route: { state, off } }: { route: Route }) {
  const messages = useMessages(routesMessages);
  return off && state === 'closed' ? (
    <Badge tone="neutral">{messages.off}</Badge>
  ) : (
    <Badge tone={stateTones.breaker[state]}>{messages.states[state]}</Badge>
  );
}

function Why({ route: { state, reason, byHand, triedAt } }: { route: Route }) {
  const messages = useMessages(routesMessages);
  if (state === 'closed') return '–';
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

function Waiting({ route: { parked } }: { route: Route }) {
  const { number } = useFormat();
  if (parked.length === 0) return '–';
  return parked.map(({ currency, count, amount }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} /> <span className="soft">({number(count)})</span>
    </div>
  ));
}
