// How does the gateway itself do? What is to be done first, then nodes, tasks and the database.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card, Stat } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { DoctorCard } from '../operator/doctor-card.tsx';
import { useBytes } from './bytes.ts';
import { TablesCard } from './tables-card.tsx';
import { TasksCard } from './tasks-card.tsx';
import { healthTexts } from './texts.ts';
import '../operator/operator.css';

export type Health = RouteAnswer<'GET operator/health'>;

const everyMs = 15_000;

export default function HealthPage() {
  const words = useTexts(healthTexts);
  const health = useRead('GET operator/health', {}, { everyMs });
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded read={health} lines={12}>
        {(answer) => (
          <>
            <Advices advice={answer.advice} />
            <Figures {...answer} />
            <NodesCard nodes={answer.nodes} />
            <TasksCard tasks={answer.tasks} />
            <TablesCard tables={answer.database.tables} />
          </>
        )}
      </Loaded>
      <DoctorCard />
    </Page>
  );
}

function Advices({ advice }: { advice: Health['advice'] }) {
  const words = useTexts(healthTexts);
  if (advice.length === 0) {
    return (
      <Notice tone="good" title={words.well}>
        {words.wellHint}
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title={words.toDo}>
      <ul className="stack">
        {advice.map(({ code, about }) => (
          <li key={`${code} ${about ?? ''}`}>
            {about === null ? null : <strong>{about}: </strong>}
            {words.advice[code]}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Figures({ database, disk }: Pick<Health, 'database' | 'disk'>) {
  const words = useTexts(healthTexts);
  const { number, share } = useFormat();
  const bytes = useBytes();
  const { longestTransactionSeconds: longest, walBytes, cacheHitShare } = database;
  return (
    <div className="operator-figures">
      {disk === null ? null : <Stat label={words.disk} value={bytes(disk.freeBytes)} note={words.diskNote(bytes(disk.totalBytes))} />}
      <Stat
        label={words.size}
        value={bytes(database.sizeBytes)}
        {...(walBytes === null ? {} : { note: words.sizeNote(bytes(walBytes)) })}
      />
      <Stat label={words.connections} value={number(database.connections)} note={words.connectionsNote(number(database.connectionsMax))} />
      <Stat
        label={words.longest}
        value={longest === null ? words.noTransaction : words.seconds(number(longest, 1))}
        {...(database.longestTransaction === null ? {} : { note: <code lang="en">{database.longestTransaction.slice(0, 80)}</code> })}
      />
      <Stat
        label={words.cache}
        value={cacheHitShare === null ? '–' : share(cacheHitShare)}
        note={words.deadlocksNote(number(database.deadlocks))}
      />
      <Stat
        label={words.archive}
        value={database.archiving ? words.archiveOn : words.archiveOff}
        note={words.replicas(number(database.replicas))}
      />
    </div>
  );
}

function NodesCard({ nodes }: { nodes: Health['nodes'] }) {
  const words = useTexts(healthTexts);
  return (
    <Card title={words.nodes} lead={words.nodesLead} flush>
      <DataTable
        id="nodes"
        caption={words.nodes}
        rows={nodes}
        rowKey={({ nodeId }) => nodeId}
        empty={<EmptyState icon="database" title={words.noNodes} />}
        columns={[
          { key: 'node', header: words.node, cell: ({ nodeId }) => nodeId },
          {
            key: 'state',
            header: words.state,
            cell: ({ alive }) => <Badge tone={alive ? 'good' : 'bad'}>{alive ? words.alive : words.gone}</Badge>,
          },
          { key: 'started', header: words.started, cell: ({ startedAt }) => <When at={startedAt} /> },
          { key: 'lease', header: words.lease, cell: ({ leaseUntil }) => <When at={leaseUntil} show="exact" /> },
        ]}
      />
    </Card>
  );
}
