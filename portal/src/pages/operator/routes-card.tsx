// How well does each provider work? The last hour of each route, and what waits for it on the node that answers.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { overviewTexts } from './overview-texts.ts';

type Route = RouteAnswer<'GET operator/overview'>['routes'][number];

/** Fewer successes than this among the decided ones, and the provider is said to fail. */
const wellFrom = 0.5;

export function RoutesCard({ routes }: { routes: Route[] }) {
  const words = useTexts(overviewTexts);
  const { number, share } = useFormat();
  const [all, setAll] = useState(false);
  const shown = all ? routes : routes.filter(({ opened, queued, active }) => opened + queued + active > 0);
  const shareOf = ({ succeeded, failed }: Route): number | null => (succeeded + failed === 0 ? null : succeeded / (succeeded + failed));
  const stateOf = (route: Route) => {
    const good = shareOf(route);
    if (good === null) return <Badge tone="neutral">{words.idle}</Badge>;
    return good >= wellFrom ? <Badge tone="good">{words.well}</Badge> : <Badge tone="bad">{words.failing}</Badge>;
  };
  const goodShare = (route: Route): string => {
    const good = shareOf(route);
    return good === null ? '–' : share(good);
  };
  return (
    <Card
      title={words.routes}
      lead={words.routesLead}
      actions={<Switch label={words.allRoutes} checked={all} onChange={(event) => setAll(event.target.checked)} />}
      flush
    >
      <DataTable
        id="routes"
        caption={words.routesCaption}
        rows={shown}
        rowKey={({ route }) => route}
        empty={<EmptyState icon="plug" title={words.noRoutes} />}
        columns={[
          { key: 'route', header: words.route, cell: ({ route }) => route },
          { key: 'state', header: words.state, cell: stateOf },
          { key: 'connector', header: words.connector, extra: true, cell: ({ connector }) => connector },
          { key: 'queued', header: words.queued, align: 'end', cell: ({ queued }) => number(queued) },
          { key: 'active', header: words.active, align: 'end', cell: ({ active }) => number(active) },
          { key: 'opened', header: words.openedColumn, align: 'end', cell: ({ opened }) => number(opened) },
          { key: 'share', header: words.shareColumn, align: 'end', cell: goodShare },
          {
            key: 'p95',
            header: words.p95Column,
            align: 'end',
            cell: ({ p95Ms }) => (p95Ms === null ? '–' : words.seconds(number(p95Ms / 1_000, 1))),
          },
          { key: 'error', header: words.lastError, cell: (route) => <LastError route={route} /> },
        ]}
      />
    </Card>
  );
}

function LastError({ route: { lastError, lastErrorAt } }: { route: Route }) {
  if (lastErrorAt === null) return '–';
  return (
    <>
      {lastError}{' '}
      <span className="soft small">
        <When at={lastErrorAt} />
      </span>
    </>
  );
}
