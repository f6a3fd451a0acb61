// How did the last 24 hours go? Volume, success and time to a result, hour by hour.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useTexts } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import { overviewTexts } from './overview-texts.ts';

export type Hours = RouteAnswer<'GET operator/overview'>['hours'];

export function HourCharts({ hours }: { hours: Hours }) {
  const words = useTexts(overviewTexts);
  const { number, share } = useFormat();
  const times = hours.map(({ at }) => at);
  const count = (value: number): string => number(value);
  const seconds = (value: number): string => words.seconds(number(value, 1));
  const took = (ms: number | null): number | null => (ms === null ? null : ms / 1_000);
  return (
    <div className="operator-charts">
      <Card title={words.volume}>
        <Chart
          label={words.volume}
          times={times}
          series={[
            { label: words.openedLine, values: hours.map(({ opened }) => opened), area: true, format: count },
            { label: words.succeededLine, values: hours.map(({ succeeded }) => succeeded), tone: 'good', format: count },
            { label: words.failedLine, values: hours.map(({ failed }) => failed), tone: 'bad', format: count },
          ]}
        />
      </Card>
      <Card title={words.share}>
        <Chart
          label={words.share}
          times={times}
          range={[0, 1]}
          series={[
            {
              label: words.shareLine,
              tone: 'good',
              area: true,
              values: hours.map(({ succeeded, failed }) => (succeeded + failed === 0 ? null : succeeded / (succeeded + failed))),
              format: share,
            },
          ]}
        />
      </Card>
      <Card title={words.latency} lead={words.latencyLead}>
        <Chart
          label={words.latency}
          times={times}
          series={[
            { label: words.p50, values: hours.map(({ p50Ms }) => took(p50Ms)), tone: 'info', format: seconds },
            { label: words.p95, values: hours.map(({ p95Ms }) => took(p95Ms)), tone: 'warn', format: seconds },
          ]}
        />
      </Card>
    </div>
  );
}
