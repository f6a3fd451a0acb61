// Charts of the last 24 hours: volume, success and time to a result, hour by hour.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import { useFirstRows } from '../../ui/first-rows.tsx';
import { overviewMessages } from './overview-messages.ts';
import { successShare } from './success-share.ts';
import { Shares, VolumeCard } from './volume-card.tsx';

export type Hours = RouteAnswer<'GET operator/overview'>['hours'];

/** On a phone the others stand behind a button. */
const phoneCharts = 1;

export function HourCharts({ hours }: { hours: Hours }) {
  const messages = useMessages(overviewMessages);
  const charts = [
    <VolumeCard key="volume" hours={hours} />,
    <ShareCard key="share" hours={hours} />,
    <LatencyCard key="latency" hours={hours} />,
    <Card key="errors" title={messages.errors}>
      <Shares by="error" />
    </Card>,
  ];
  const { first, more } = useFirstRows(charts, phoneCharts);
  return (
    <>
      <div className="operator-hours">{first}</div>
      {more}
    </>
  );
}

function ShareCard({ hours }: { hours: Hours }) {
  const messages = useMessages(overviewMessages);
  const { share } = useFormat();
  return (
    <Card title={messages.share}>
      <Chart
        label={messages.share}
        times={hours.map(({ at }) => at)}
        range={[0, 1]}
        series={[
          {
            label: messages.shareLine,
            tone: 'good',
            area: true,
            values: hours.map(successShare),
            format: share,
          },
        ]}
      />
    </Card>
  );
}

function LatencyCard({ hours }: { hours: Hours }) {
  const messages = useMessages(overviewMessages);
  const { duration } = useFormat();
  return (
    <Card title={messages.latency} lead={messages.latencyLead}>
      <Chart
        label={messages.latency}
        times={hours.map(({ at }) => at)}
        series={[
          {
            label: messages.p50,
            values: hours.map(({ p50Ms }) => p50Ms),
            tone: 'info',
            format: duration,
          },
          {
            label: messages.p95,
            values: hours.map(({ p95Ms }) => p95Ms),
            tone: 'warn',
            format: duration,
          },
        ]}
      />
    </Card>
  );
}
