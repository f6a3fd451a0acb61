// Chart of what is left of a float in the next seven days by the forecast: of the one that ends
// first, or of the one that is chosen.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import { Select } from '../../ui/field.tsx';
import { floatMessages } from './messages.ts';

type Float = RouteAnswer<'GET operator/floats'>['floats'][number];

const keyOf = ({ route, currency }: Float): string => `${route} ${currency}`;
const hoursOf = ({ forecast }: Float): number => forecast?.hoursLeft ?? Infinity;

export function CourseCard({ floats }: { floats: readonly Float[] }) {
  const messages = useMessages(floatMessages);
  const { money } = useFormat();
  const [chosen, choose] = useState<string | null>(null);
  const known = floats
    .filter(({ course }) => course.length > 0)
    .toSorted((one, other) => (hoursOf(one) < hoursOf(other) ? -1 : 1));
  const float = known.find((each) => keyOf(each) === chosen) ?? known[0];
  // The table says of each that too little is known.
  if (float === undefined) return null;
  return (
    <Card
      title={messages.course}
      actions={
        <Select
          label={messages.route}
          labelHidden
          value={keyOf(float)}
          onChange={(event) => choose(event.target.value)}
          options={known.map((each) => ({ value: keyOf(each), label: keyOf(each) }))}
        />
      }
    >
      <Chart
        label={`${messages.course} · ${keyOf(float)}`}
        precision="day"
        times={float.course.map(({ at }) => at)}
        series={[
          {
            label: messages.left,
            values: float.course.map(({ amount }) => Number(amount)),
            area: true,
            format: (value) => money(Math.round(value), float.currency),
          },
        ]}
      />
    </Card>
  );
}
