// Chart of what settlements paid out week by week.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import { queueMessages } from './messages.ts';

type Weeks = RouteAnswer<'GET operator/settlements'>['weeks'];

export function WeeksCard({ weeks }: { weeks: Weeks }) {
  const messages = useMessages(queueMessages);
  const { money } = useFormat();
  const [first] = weeks;
  // One point is no line: the list says it.
  if (first === undefined || weeks.length < 2) return null;
  const title = messages.byWeek(first.currency);
  return (
    <Card title={title}>
      <Chart
        label={title}
        precision="day"
        times={weeks.map(({ at }) => at)}
        series={[
          {
            label: messages.paidOut,
            values: weeks.map(({ amount }) => Number(amount)),
            area: true,
            format: (amount) => money(amount, first.currency),
          },
        ]}
      />
    </Card>
  );
}
