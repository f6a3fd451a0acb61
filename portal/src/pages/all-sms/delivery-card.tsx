// What became of the messages of the last 30 days: of all mobile operators, or of the one that is
// chosen, in figures and day by day.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Card, Stat } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import { Select } from '../../ui/field.tsx';
import { smsMessages } from '../sms/messages.ts';
import { allSmsMessages } from './messages.ts';

type Day = RouteAnswer<'GET operator/sms/delivery'>['days'][number];
type Sums = Pick<Day, 'delivered' | 'failed' | 'unreported'>;

const outcomes = ['delivered', 'failed', 'unreported'] as const;
const tones = { delivered: 'good', failed: 'bad', unreported: 'warn' } as const;

const keyOf = ({ country, operator }: Day): string => `${country} ${operator}`;
const sentOf = (sums: Sums): number => outcomes.reduce((sum, outcome) => sum + sums[outcome], 0);

function sumOf(days: readonly Day[]): Sums {
  const sum = (outcome: keyof Sums): number => days.reduce((total, day) => total + day[outcome], 0);
  return {
    delivered: sum('delivered'),
    failed: sum('failed'),
    unreported: sum('unreported'),
  };
}

export function DeliveryCard() {
  const messages = useMessages(allSmsMessages).delivery;
  const { senders } = useMessages(smsMessages);
  const { share, number, country } = useFormat();
  const { answer } = useRead('GET operator/sms/delivery', {});
  const [chosen, choose] = useState('');
  const all = answer?.days ?? [];
  const operators = new Map(all.map((day) => [keyOf(day), day]));
  if (operators.size === 0) return null;
  const days = all.filter((day) => chosen === '' || keyOf(day) === chosen);
  const times = [...new Set(days.map(({ at }) => at))].toSorted((one, other) => one - other);
  const byDay = times.map((time) => sumOf(days.filter(({ at }) => at === time)));
  const total = sumOf(days);
  const nameOf = (day: Day): string =>
    `${day.operator === 'other' ? senders.other : day.operator} · ${country(day.country)}`;
  return (
    <Card
      title={messages.title}
      lead={messages.lead}
      actions={
        <Select
          label={messages.operator}
          labelHidden
          value={chosen}
          onChange={(event) => choose(event.target.value)}
          options={[
            { value: '', label: messages.all },
            ...[...operators].map(([value, day]) => ({ value, label: nameOf(day) })),
          ]}
        />
      }
    >
      <div className="sms-delivery">
        {outcomes.map((outcome) => (
          <Stat
            key={outcome}
            label={messages[outcome]}
            value={sentOf(total) === 0 ? '–' : share(total[outcome] / sentOf(total))}
            note={number(total[outcome])}
          />
        ))}
      </div>
      {/* One point is no line: the figures say it. */}
      {times.length < 2 ? null : (
        <Chart
          label={messages.title}
          precision="day"
          times={times}
          range={[0, 1]}
          series={outcomes.map((outcome) => ({
            label: messages[outcome],
            tone: tones[outcome],
            values: byDay.map((sums) => (sentOf(sums) === 0 ? null : sums[outcome] / sentOf(sums))),
            format: share,
          }))}
        />
      )}
    </Card>
  );
}
