// Page of the gateway's own health: required actions first, then nodes, tasks and the database.

import { defined } from '@jokko/contract/defined';
import { useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card, Stat } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { DoctorCard } from '../operator/doctor-card.tsx';
import { useBytes } from '../../ui/bytes.ts';
import { CarriersCard } from './carriers-card.tsx';
import { TablesCard } from './tables-card.tsx';
import { TasksCard } from './tasks-card.tsx';
import { healthMessages } from './messages.ts';
import '../operator/operator.css';
import type { Health } from './answers.ts';

const everyMs = 15_000;

export default function HealthPage() {
  const messages = useMessages(healthMessages);
  const health = useRead('GET operator/health', {}, { everyMs });
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Loaded read={health} lines={12}>
        {(answer) => (
          <>
            <Advices advice={answer.advice} />
            <Metrics {...answer} />
            <CarriersCard carriers={answer.carriers} />
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
  const messages = useMessages(healthMessages);
  if (advice.length === 0) {
    return (
      <Notice tone="good" title={messages.well}>
        {messages.wellHint}
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title={messages.toDo}>
      <ul className="stack">
        {advice.map(({ code, about }) => (
          <li key={`${code} ${about ?? ''}`}>
            {about === null ? null : <strong>{about}: </strong>}
            {messages.advice[code]}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Metrics({ database, disk }: Pick<Health, 'database' | 'disk'>) {
  const messages = useMessages(healthMessages);
  const { number, share, duration } = useFormat();
  const bytes = useBytes();
  const { longestTransactionSeconds: longest, walBytes, cacheHitShare } = database;
  return (
    <div className="operator-figures">
      {disk === null ? null : (
        <Stat
          label={messages.disk}
          value={bytes(disk.freeBytes)}
          note={messages.diskNote(bytes(disk.totalBytes))}
        />
      )}
      <Stat
        label={messages.size}
        value={bytes(database.sizeBytes)}
        {...defined({ note: walBytes === null ? undefined : messages.sizeNote(bytes(walBytes)) })}
      />
      <Stat
        label={messages.connections}
        value={number(database.connections)}
        note={messages.connectionsNote(number(database.connectionsMax))}
      />
      <Stat
        label={messages.longest}
        value={longest === null ? messages.noTransaction : duration(longest * 1_000)}
        {...defined({
          note:
            database.longestTransaction === null ? undefined : (
              <code lang="en">{database.longestTransaction.slice(0, 80)}</code>
            ),
        })}
      />
      <Stat
        label={messages.cache}
        value={cacheHitShare === null ? '–' : share(cacheHitShare)}
        note={messages.deadlocksNote(number(database.deadlocks))}
      />
      <Stat
        label={messages.archive}
        value={database.archiving ? messages.archiveOn : messages.archiveOff}
        note={messages.replicas(number(database.replicas))}
      />
    </div>
  );
}

function NodesCard({ nodes }: { nodes: Health['nodes'] }) {
  const messages = useMessages(healthMessages);
  return (
    <Card title={messages.nodes} lead={messages.nodesLead} flush>
      <DataTable
        id="nodes"
        caption={messages.nodes}
        rows={nodes}
        rowKey={({ nodeId }) => nodeId}
        empty={<EmptyState icon="database" title={messages.noNodes} />}
        columns={[
          { key: 'node', header: messages.node, cell: ({ nodeId }) => nodeId },
          {
            key: 'state',
            header: messages.state,
            cell: ({ alive }) => (
              <Badge tone={alive ? 'good' : 'bad'}>{alive ? messages.alive : messages.gone}</Badge>
            ),
          },
          {
            key: 'started',
            header: messages.started,
            cell: ({ startedAt }) => <When at={startedAt} />,
          },
          {
            key: 'lease',
            header: messages.lease,
            cell: ({ leaseUntil }) => <When at={leaseUntil} show="exact" />,
          },
        ]}
      />
    </Card>
  );
}
