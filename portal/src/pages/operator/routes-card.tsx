// Shows how well each provider works: the last hour of each route, and what waits for it on the
// node that answers.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { LevelBadge } from '../service-health/subject.tsx';
import { overviewMessages } from './overview-messages.ts';
import { successShare } from './success-share.ts';

type Route = RouteAnswer<'GET operator/overview'>['routes'][number];

export function RoutesCard({ routes }: { routes: Route[] }) {
  const messages = useMessages(overviewMessages);
  const { number, share, duration } = useFormat();
  const [all, setAll] = useState(false);
  const shown = all
    ? routes
    : routes.filter(
        ({ opened, queued, active, health }) =>
          opened + queued + active > 0 || health !== 'healthy',
      );
  const stateOf = (route: Route) => {
    // A payer's failures are no trouble of the provider, and an unknown outcome is: health tells
    // them apart.
    if (route.health !== 'healthy') return <LevelBadge state={route.health} />;
    return route.opened === 0 ? (
      <Badge tone="neutral">{messages.idle}</Badge>
    ) : (
      <Badge tone="good">{messages.well}</Badge>
    );
  };
  const goodShare = (route: Route): string => {
    const good = successShare(route);
    return good === null ? '–' : share(good);
  };
  return (
    <Card
      title={messages.routes}
      lead={messages.routesLead}
      actions={
        <Switch
          label={messages.allRoutes}
          checked={all}
          onChange={(event) => setAll(event.target.checked)}
        />
      }
      flush
    >
      <DataTable
        id="routes"
        phoneRows={5}
        caption={messages.routesCaption}
        rows={shown}
        rowKey={({ route }) => route}
        empty={<EmptyState icon="plug" title={messages.noRoutes} />}
        columns={[
          { key: 'route', header: messages.route, cell: ({ route }) => route },
          { key: 'state', header: messages.state, cell: stateOf },
          {
            key: 'connector',
            header: messages.connector,
            extra: true,
            cell: ({ connector }) => connector,
          },
          {
            key: 'queued',
            header: messages.queued,
            align: 'end',
            cell: ({ queued }) => number(queued),
          },
          {
            key: 'active',
            header: messages.active,
            align: 'end',
            cell: ({ active }) => number(active),
          },
          {
            key: 'opened',
            header: messages.openedColumn,
            align: 'end',
            cell: ({ opened }) => number(opened),
          },
          { key: 'share', header: messages.shareColumn, align: 'end', cell: goodShare },
          {
            key: 'p95',
            header: messages.p95Column,
            align: 'end',
            cell: ({ p95Ms }) => (p95Ms === null ? '–' : duration(p95Ms)),
          },
          {
            key: 'error',
            header: messages.lastError,
            cell: ({ lastError, lastErrorAt }) =>
              lastErrorAt === null ? '–' : <LastError error={lastError} at={lastErrorAt} />,
          },
        ]}
      />
    </Card>
  );
}

function LastError({ error, at }: { error: Route['lastError']; at: string }) {
  return (
    <>
      {error}{' '}
      <span className="soft small">
        <When at={at} />
      </span>
    </>
  );
}
