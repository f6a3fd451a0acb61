// The revenue of a period day by day, drawn from the rows that the page has read.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import { daysOf } from './days-of.ts';
import { revenueMessages } from './messages.ts';

type Sum = RouteAnswer<'GET operator/revenue'>['items'][number];

/** In the currency of the first row: others are in the table. */
export function DaysChart({ sums }: { sums: readonly Sum[] }) {
  const messages = useMessages(revenueMessages);
  const { money } = useFormat();
  const currency = sums[0]?.currency;
  if (currency === undefined) return null;
  const days = daysOf(sums.filter((sum) => sum.currency === currency));
  // One point is no line: the table says it.
  if (days.length < 2) return null;
  const format = (amount: number): string => money(amount, currency);
  return (
    <Card title={messages.byDay(currency)}>
      <Chart
        label={messages.byDay(currency)}
        precision="day"
        times={days.map(({ at }) => at)}
        series={[
          { label: messages.margin, values: days.map(({ margin }) => margin), area: true, format },
          {
            label: messages.charged,
            values: days.map(({ charged }) => charged),
            tone: 'info',
            format,
          },
        ]}
      />
    </Card>
  );
}
