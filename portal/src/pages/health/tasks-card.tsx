// Shows how the background tasks of each node are doing.

import { useState } from 'react';
import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { Health } from './answers.ts';
import { taskMessages } from './task-messages.ts';
import { healthMessages } from './messages.ts';

type Task = Health['tasks'][number];
const isNamed = <Names extends object>(
  names: Names,
  task: string,
): task is Extract<keyof Names, string> => Object.hasOwn(names, task);

export function TasksCard({ tasks }: { tasks: Task[] }) {
  const messages = useMessages(healthMessages);
  const { names } = useMessages(taskMessages);
  const { number, duration } = useFormat();
  // A node has sixty tasks that work: what is wrong comes first.
  const [troubled, setTroubled] = useState(true);
  const shown = troubled ? tasks.filter(({ state }) => state !== 'well') : tasks;
  return (
    <Card
      title={messages.tasks}
      lead={messages.tasksLead}
      actions={
        <Switch
          label={messages.onlyTroubled}
          checked={troubled}
          onChange={(event) => setTroubled(event.target.checked)}
        />
      }
      flush
    >
      <DataTable
        id="tasks"
        caption={messages.tasks}
        rows={shown}
        rowKey={({ nodeId, task }) => `${nodeId} ${task}`}
        empty={
          <EmptyState
            icon="clock"
            title={tasks.length === 0 ? messages.noNotes : messages.noTasks}
          />
        }
        columns={[
          {
            key: 'task',
            header: messages.task,
            cell: ({ task }) =>
              isNamed(names, task) ? names[task] : <span lang="en">{task}</span>,
          },
          { key: 'node', header: messages.node, cell: ({ nodeId }) => nodeId },
          {
            key: 'state',
            header: messages.state,
            cell: ({ state }) => (
              <Badge tone={stateTones.task[state]}>{messages.states[state]}</Badge>
            ),
          },
          {
            key: 'run',
            header: messages.lastRun,
            cell: ({ startedAt }) => <When at={startedAt} />,
          },
          {
            key: 'took',
            header: messages.took,
            align: 'end',
            cell: ({ durationMs }) => duration(durationMs),
          },
          {
            key: 'every',
            header: messages.every,
            align: 'end',
            cell: ({ everyMs }) => duration(everyMs),
          },
          {
            key: 'late',
            header: messages.late,
            align: 'end',
            cell: ({ state, lateMs }) => (state === 'late' ? duration(lateMs) : '–'),
          },
          {
            key: 'rounds',
            header: messages.rounds,
            align: 'end',
            extra: true,
            cell: ({ rounds }) => number(rounds),
          },
          {
            key: 'failures',
            header: messages.failures,
            align: 'end',
            cell: ({ failures }) => number(failures),
          },
          { key: 'error', header: messages.error, cell: (task) => <LastError task={task} /> },
        ]}
      />
    </Card>
  );
}

function LastError({ task: { error, failedAt } }: { task: Task }) {
  if (error === null || failedAt === null) return '–';
  return (
    <>
      <span lang="en">{error}</span>{' '}
      <span className="soft small">
        <When at={failedAt} />
      </span>
    </>
  );
}
