// Chart of the statements of the last days: how many of their rows were matched, and how many
// differ.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import { reconciliationMessages } from './messages.ts';

type Days = RouteAnswer<'GET operator/reconciliation'>['days'];

export function DaysCard({ days }: { days: Days }) {
  const messages = useMessages(reconciliationMessages);
  const { number } = useFormat();
  // One point is no line: the list says it.
  if (days.length < 2) return null;
  const format = (value: number): string => number(value);
  return (
    <Card title={messages.byDay}>
      <Chart
        label={messages.byDay}
        precision="day"
        times={days.map(({ at }) => at)}
        series={[
          {
            label: messages.matchedLines,
            values: days.map(({ matched }) => matched),
            tone: 'good',
            area: true,
            format,
          },
          {
            label: messages.differentLines,
            values: days.map(({ different }) => different),
            tone: 'bad',
            format,
          },
        ]}
      />
    </Card>
  );
}
