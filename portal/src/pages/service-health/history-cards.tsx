// Charts of one route, SMS connection or receiver: its last five minutes and its last day.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import { Select } from '../../ui/field.tsx';
import { Loaded } from '../../ui/states.tsx';
import { serviceHealthMessages } from './messages.ts';
import { useSubjectName } from './subject.tsx';
import '../operator/operator.css';

type Subject = RouteAnswer<'GET operator/service-health'>['subjects'][number];
type Point = RouteAnswer<'GET operator/service-health/history'>['day'][number];

const everyMs = 15_000;

export function HistoryCards({ subjects }: { subjects: readonly Subject[] }) {
  const messages = useMessages(serviceHealthMessages);
  const nameOf = useSubjectName();
  const [chosen, choose] = useState<string | null>(null);
  const keyOf = ({ kind, name }: Subject): string => `${kind} ${name}`;
  const subject = subjects.find((each) => keyOf(each) === chosen) ?? subjects[0];
  if (subject === undefined) return null;
  return (
    <Card
      title={messages.charts(nameOf(subject))}
      actions={
        <Select
          label={messages.choose}
          labelHidden
          value={keyOf(subject)}
          onChange={(event) => choose(event.target.value)}
          options={subjects.map((each) => ({ value: keyOf(each), label: nameOf(each) }))}
        />
      }
    >
      <History subject={subject} />
    </Card>
  );
}

function History({ subject: { kind, name } }: { subject: Subject }) {
  const messages = useMessages(serviceHealthMessages);
  const history = useRead(
    'GET operator/service-health/history',
    { query: { kind, name } },
    { everyMs },
  );
  return (
    <Loaded read={history} lines={6}>
      {({ recent, day }) => (
        <div className="operator-charts">
          <OutcomeChart title={messages.recent} points={recent} />
          <OutcomeChart title={messages.day} points={day} />
          <LatencyChart points={day} />
        </div>
      )}
    </Loaded>
  );
}

function OutcomeChart({ title, points }: { title: string; points: readonly Point[] }) {
  const messages = useMessages(serviceHealthMessages);
  const { number } = useFormat();
  const format = (value: number): string => number(value);
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Chart
        label={title}
        times={points.map(({ at }) => at)}
        series={[
          {
            label: messages.good,
            tone: 'good',
            area: true,
            values: points.map(({ good }) => good),
            format,
          },
          {
            label: messages.trouble,
            tone: 'bad',
            values: points.map(({ trouble }) => trouble),
            format,
          },
        ]}
      />
    </section>
  );
}

function LatencyChart({ points }: { points: readonly Point[] }) {
  const messages = useMessages(serviceHealthMessages);
  const { duration } = useFormat();
  return (
    <section aria-label={messages.dayLatency}>
      <h3>{messages.dayLatency}</h3>
      <Chart
        label={messages.dayLatency}
        times={points.map(({ at }) => at)}
        series={[
          {
            label: messages.p95,
            tone: 'warn',
            values: points.map(({ p95Ms }) => p95Ms),
            format: duration,
          },
        ]}
      />
    </section>
  );
}
