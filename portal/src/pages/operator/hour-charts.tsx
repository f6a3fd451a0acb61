// Charts of the last 24 hours: volume, success and time to a result, hour by hour.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import { overviewMessages } from './overview-messages.ts';
import { successShare } from './success-share.ts';
import { Shares, VolumeCard } from './volume-card.tsx';

export type Hours = RouteAnswer<'GET operator/overview'>['hours'];

export function HourCharts({ hours }: { hours: Hours }) {
  const messages = useMessages(overviewMessages);
  const { share, duration } = useFormat();
  const times = hours.map(({ at }) => at);
  return (
    <>
      <VolumeCard hours={hours} />
      <div className="operator-charts">
        <Card title={messages.share}>
          <Chart
            label={messages.share}
            times={times}
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
        <Card title={messages.latency} lead={messages.latencyLead}>
          <Chart
            label={messages.latency}
            times={times}
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
      </div>
      <Card title={messages.errors}>
        <Shares by="error" />
      </Card>
    </>
  );
}
