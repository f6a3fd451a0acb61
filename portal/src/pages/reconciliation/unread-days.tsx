// Lists the days whose statement could not be fetched yet, and lets people ask for one again.
// Nothing is shown while there is none.

import type { RouteResult } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { dayMessages } from './day-messages.ts';

type Day = RouteResult<'GET operator/statement-days'>['items'][number];

const everyMs = 30_000;

export function UnreadDays() {
  const messages = useMessages(dayMessages);
  const { number, moment } = useFormat();
  const { answer } = useRead('GET operator/statement-days', {}, { everyMs });
  if (answer === undefined || answer.items.length === 0) return null;
  return (
    <Card title={messages.title} lead={messages.lead} flush>
      <DataTable
        id="statement-days"
        caption={messages.title}
        rows={answer.items}
        rowKey={({ route, day }) => `${route} ${day}`}
        columns={[
          { key: 'day', header: messages.day, cell: ({ day }) => moment(day, 'day') },
          { key: 'route', header: messages.provider, cell: ({ route }) => route },
          { key: 'state', header: messages.state, cell: (day) => <State day={day} /> },
          {
            key: 'tries',
            header: messages.tries,
            align: 'end',
            cell: ({ tries }) => number(tries),
          },
          {
            key: 'problem',
            header: messages.problem,
            cell: ({ problem }) => (problem === null ? '–' : <span lang="en">{problem}</span>),
          },
          {
            key: 'fetch',
            header: messages.action,
            align: 'end',
            cell: (day) => <FetchAgain day={day} />,
          },
        ]}
        empty={null}
        phoneRows={5}
      />
    </Card>
  );
}

function State({ day: { state, isGivenUp } }: { day: Day }) {
  const messages = useMessages(dayMessages);
  if (isGivenUp) return <Badge tone="bad">{messages.givenUp}</Badge>;
  if (state === 'asked') return <Badge tone="info">{messages.asked}</Badge>;
  return state === 'pulling' ? (
    <Badge tone="info">{messages.running}</Badge>
  ) : (
    <Badge tone="warn">{messages.waiting}</Badge>
  );
}

function FetchAgain({ day: { route, day } }: { day: Day }) {
  const messages = useMessages(dayMessages);
  const { moment } = useFormat();
  return (
    <Action
      route="POST operator/statement-days/fetch"
      body={{ route, day }}
      changes={['GET operator/statement-days']}
      label={messages.fetch}
      name={messages.fetchOne(route, moment(day, 'day'))}
      small
      done={messages.done}
    />
  );
}
