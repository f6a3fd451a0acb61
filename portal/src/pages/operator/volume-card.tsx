// Chart of the volume by hour: of all together beside the week before, or shared out by route or
// developer.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Chart, type ChartSeries } from '../../ui/chart.tsx';
import { Select } from '../../ui/field.tsx';
import { Loaded } from '../../ui/states.tsx';
import { overviewMessages } from './overview-messages.ts';

type Hours = RouteAnswer<'GET operator/overview'>['hours'];
const choices = ['all', 'route', 'account'] as const;
type Choice = (typeof choices)[number];
const everyMs = 20_000;

export function VolumeCard({ hours }: { hours: Hours }) {
  const messages = useMessages(overviewMessages);
  const [choice, choose] = useState<Choice>('all');
  return (
    <Card
      title={messages.volume}
      actions={
        <Select
          label={messages.shareOut}
          labelHidden
          value={choice}
          onChange={(event) => choose(choices.find((each) => each === event.target.value) ?? 'all')}
          options={choices.map((value) => ({ value, label: messages.shareOutBy[value] }))}
        />
      }
    >
      {choice === 'all' ? <Together hours={hours} /> : <Shares by={choice} />}
    </Card>
  );
}

function Together({ hours }: { hours: Hours }) {
  const messages = useMessages(overviewMessages);
  const { number } = useFormat();
  const line = (
    label: string,
    key: 'opened' | 'succeeded' | 'failed' | 'openedWeekBefore',
    tone?: ChartSeries['tone'],
  ): ChartSeries => ({
    label,
    values: hours.map((hour) => hour[key]),
    format: (value) => number(value),
    ...(tone === undefined ? { area: true } : { tone }),
  });
  return (
    <Chart
      label={messages.volume}
      times={hours.map(({ at }) => at)}
      series={[
        line(messages.openedLine, 'opened'),
        line(messages.succeededLine, 'succeeded', 'good'),
        line(messages.failedLine, 'failed', 'bad'),
        line(messages.weekBeforeLine, 'openedWeekBefore', 'info'),
      ]}
    />
  );
}

/** Green and red are for results. With the four strokes of lines, twelve of these differ. */
const tones = ['brand', 'info', 'warn'] as const;

export function Shares({ by }: { by: 'route' | 'account' | 'error' }) {
  const messages = useMessages(overviewMessages);
  const { number } = useFormat();
  const read = useRead('GET operator/overview/shares', { query: { by } }, { everyMs });
  return (
    <Loaded read={read} lines={6}>
      {({ times, lines, others }) => (
        <Chart
          label={
            by === 'error' ? messages.errors : `${messages.volume} · ${messages.shareOutBy[by]}`
          }
          times={times}
          series={[
            ...lines.map(({ name, opened }) => ({ label: name, values: opened })),
            ...(others === null ? [] : [{ label: messages.others, values: others }]),
          ].map((line, place) => ({
            ...line,
            tone: tones[place % tones.length]!,
            format: (value: number) => number(value),
          }))}
        />
      )}
    </Loaded>
  );
}
