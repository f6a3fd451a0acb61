// Page of routes to providers: which take operations and which are interrupted, why and since when,
// what waits for each, and how that has changed.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { BreakersCard } from './breakers-card.tsx';
import { ParkedCard } from './parked-card.tsx';
import { routesMessages } from './messages.ts';

type Answer = RouteAnswer<'GET operator/breakers'>;

const everyMs = 10_000;

export default function Routes() {
  const messages = useMessages(routesMessages);
  const breakers = useRead('GET operator/breakers', {}, { everyMs });
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Loaded read={breakers} lines={12}>
        {({ routes, events, ...terms }) => (
          <>
            <BreakersCard routes={routes} terms={terms} />
            <ParkedCard
              routes={routes.filter(({ parked }) => parked.length > 0).map(({ name }) => name)}
            />
            <EventsCard events={events} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function EventsCard({ events }: Pick<Answer, 'events'>) {
  const messages = useMessages(routesMessages);
  return (
    <Card title={messages.events} flush>
      <DataTable
        id="breaker-events"
        caption={messages.events}
        rows={events}
        rowKey={({ id }) => id}
        empty={<EmptyState icon="clock" title={messages.noEvents} />}
        columns={[
          { key: 'at', header: messages.when, cell: ({ at }) => <When at={at} show="exact" /> },
          { key: 'route', header: messages.route, primary: true, cell: ({ route }) => route },
          {
            key: 'state',
            header: messages.state,
            cell: ({ state }) => (
              <Badge tone={stateTones.breaker[state]}>{messages.states[state]}</Badge>
            ),
          },
          { key: 'why', header: messages.why, cell: ({ reason }) => reason },
          { key: 'who', header: messages.who, cell: ({ who }) => who ?? messages.itself },
        ]}
      />
    </Card>
  );
}
