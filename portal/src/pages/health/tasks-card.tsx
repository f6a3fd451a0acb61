// How do the background tasks of each node do?

import { useState } from 'react';
import { useFormat, useTexts } from '../../language/index.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { Health } from './health.tsx';
import { taskWords } from './task-words.ts';
import { healthTexts } from './texts.ts';

type Task = Health['tasks'][number];
const tones: Record<Task['state'], Tone> = { well: 'good', late: 'warn', failing: 'bad' };

const isNamed = <Names extends object>(names: Names, task: string): task is Extract<keyof Names, string> => Object.hasOwn(names, task);

export function TasksCard({ tasks }: { tasks: Task[] }) {
  const words = useTexts(healthTexts);
  const { names } = useTexts(taskWords);
  const { number } = useFormat();
  const [troubled, setTroubled] = useState(false);
  const took = (ms: number): string => (ms < 1_000 ? words.ms(number(ms, 0)) : words.seconds(number(ms / 1_000, 1)));
  const shown = troubled ? tasks.filter(({ state }) => state !== 'well') : tasks;
  return (
    <Card
      title={words.tasks}
      lead={words.tasksLead}
      actions={<Switch label={words.onlyTroubled} checked={troubled} onChange={(event) => setTroubled(event.target.checked)} />}
      flush
    >
      <DataTable
        id="tasks"
        caption={words.tasks}
        rows={shown}
        rowKey={({ nodeId, task }) => `${nodeId} ${task}`}
        empty={<EmptyState icon="clock" title={tasks.length === 0 ? words.noNotes : words.noTasks} />}
        columns={[
          { key: 'task', header: words.task, cell: ({ task }) => (isNamed(names, task) ? names[task] : <span lang="en">{task}</span>) },
          { key: 'node', header: words.node, cell: ({ nodeId }) => nodeId },
          { key: 'state', header: words.state, cell: ({ state }) => <Badge tone={tones[state]}>{words.states[state]}</Badge> },
          { key: 'run', header: words.lastRun, cell: ({ startedAt }) => <When at={startedAt} /> },
          { key: 'took', header: words.took, align: 'end', cell: ({ durationMs }) => took(durationMs) },
          { key: 'every', header: words.every, align: 'end', cell: ({ everyMs }) => took(everyMs) },
          { key: 'late', header: words.late, align: 'end', cell: ({ state, lateMs }) => (state === 'late' ? took(lateMs) : '–') },
          { key: 'rounds', header: words.rounds, align: 'end', extra: true, cell: ({ rounds }) => number(rounds) },
          { key: 'failures', header: words.failures, align: 'end', cell: ({ failures }) => number(failures) },
          { key: 'error', header: words.error, cell: (task) => <LastError task={task} /> },
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
