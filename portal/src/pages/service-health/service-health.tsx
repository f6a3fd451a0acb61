// Page of the health of routes, SMS connections and callback receivers: what is disturbed and why,
// figures of the last five minutes, charts of a chosen one, and the latest changes.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { choiceParam, useSearch } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choice.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { When } from '../../ui/when.tsx';
import { HangingThere } from '../operator/hanging.tsx';
import { hangingMessages } from '../operator/hanging-messages.ts';
import { HistoryCards } from './history-cards.tsx';
import { serviceHealthMessages } from './messages.ts';
import { LevelBadge, useSubjectName } from './subject.tsx';
import { TroubleNotice } from './trouble-notice.tsx';

type Answer = RouteAnswer<'GET operator/service-health'>;
type Subject = Answer['subjects'][number];

/** The gateway judges every ten seconds. */
const everyMs = 10_000;

export default function ServiceHealth() {
  const messages = useMessages(serviceHealthMessages);
  const health = useRead('GET operator/service-health', {}, { everyMs });
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Loaded read={health} lines={12}>
        {({ subjects, changes }) => {
          const troubled = subjects.filter(({ state }) => state !== 'healthy');
          return (
            <>
              {troubled.length === 0 ? (
                <Notice tone="good" title={messages.well}>
                  {messages.wellHint}
                </Notice>
              ) : (
                <TroubleNotice troubled={troubled} isThere />
              )}
              <Parts subjects={subjects} />
              <ChangesCard changes={changes} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

const filters = { tab: choiceParam(['providers', 'receivers'], 'providers') };

/** Receivers are the developers' servers: beside providers they would hide them. */
function Parts({ subjects }: { subjects: readonly Subject[] }) {
  const messages = useMessages(serviceHealthMessages);
  const [{ tab }, change] = useSearch(filters);
  const part = (of: readonly Subject[]) => () => (
    <div className="stack">
      <SubjectsCard subjects={of} />
      <HistoryCards subjects={of.filter(hasTraffic)} />
    </div>
  );
  const isReceiver = ({ kind }: Subject): boolean => kind === 'receiver';
  return (
    <Tabs
      label={messages.parts}
      value={tab}
      onChange={(next) => change({ tab: next }, { push: true })}
      tabs={[
        {
          value: 'providers',
          label: messages.tabs.providers,
          content: part(subjects.filter((subject) => !isReceiver(subject))),
        },
        {
          value: 'receivers',
          label: messages.tabs.receivers,
          content: part(subjects.filter(isReceiver)),
        },
      ]}
    />
  );
}

const goodOf = ({ succeeded, accepted, refused }: Subject): number =>
  succeeded + accepted + refused;
const troubleOf = ({ faulted, unknown, unsent }: Subject): number => faulted + unknown + unsent;
const hasTraffic = (subject: Subject): boolean =>
  subject.state !== 'healthy' ||
  goodOf(subject) + troubleOf(subject) + subject.queued + subject.hanging.length > 0;

const took = (ms: number | null, duration: (ms: number) => string): string =>
  ms === null ? '–' : duration(ms);

/** A float that lasts less is to be seen. */
const soonHours = 12;
const hourMs = 3_600_000;

/** The card of a part of the subjects; those without traffic are folded away. */
function SubjectsCard({ subjects }: { subjects: readonly Subject[] }) {
  const messages = useMessages(serviceHealthMessages);
  const [all, setAll] = useState(false);
  const columns = useSubjectColumns();
  return (
    <Card
      title={messages.subjects}
      lead={messages.counts}
      actions={
        <Switch
          label={messages.all}
          checked={all}
          onChange={(event) => setAll(event.target.checked)}
        />
      }
      flush
    >
      <DataTable
        id="service-health"
        caption={messages.subjects}
        rows={all ? [...subjects] : subjects.filter(hasTraffic)}
        rowKey={({ kind, name }) => `${kind} ${name}`}
        empty={<EmptyState icon="pulse" title={messages.none} />}
        columns={columns}
      />
    </Card>
  );
}

function useSubjectColumns(): Column<Subject>[] {
  const messages = useMessages(serviceHealthMessages);
  const { column: hangingMessage } = useMessages(hangingMessages);
  const nameOf = useSubjectName();
  const { number, duration } = useFormat();
  const counted = (
    key: 'good' | 'trouble' | 'queued',
    of: (subject: Subject) => number,
  ): Column<Subject> => ({
    key,
    header: messages[key],
    align: 'end',
    cell: (subject) => number(of(subject)),
  });
  return [
    {
      key: 'name',
      header: messages.subject,
      primary: true,
      cell: (subject) => (
        <>
          {nameOf(subject)} <span className="soft small">{messages.kinds[subject.kind]}</span>
        </>
      ),
    },
    {
      key: 'state',
      header: messages.state,
      cell: ({ state }) => <LevelBadge state={state} />,
    },
    {
      key: 'since',
      header: messages.since,
      cell: ({ state, since }) => (state === 'healthy' ? '–' : <When at={since} />),
    },
    counted('good', goodOf),
    counted('trouble', troubleOf),
    {
      key: 'refused',
      header: messages.refused,
      align: 'end',
      extra: true,
      cell: ({ refused }) => number(refused),
    },
    {
      key: 'p95',
      header: messages.p95,
      align: 'end',
      cell: ({ p95Ms }) => took(p95Ms, duration),
    },
    {
      key: 'usual',
      header: messages.usual,
      align: 'end',
      extra: true,
      cell: ({ usualP95Ms }) => took(usualP95Ms, duration),
    },
    counted('queued', ({ queued }) => queued),
    {
      key: 'hanging',
      header: hangingMessage,
      align: 'end',
      cell: ({ hanging }) => <HangingThere hanging={hanging} />,
    },
    {
      key: 'float',
      header: messages.float,
      align: 'end',
      cell: ({ floats }) => <Lasts floats={floats} />,
    },
  ];
}

/** The time of the float that ends first. */
function Lasts({ floats }: Pick<Subject, 'floats'>) {
  const { duration } = useFormat();
  const hours = floats.flatMap(({ hoursLeft }) => hoursLeft ?? []);
  if (hours.length === 0) return '–';
  const least = Math.min(...hours);
  return <Badge tone={least < soonHours ? 'bad' : 'neutral'}>{duration(least * hourMs)}</Badge>;
}

function ChangesCard({ changes }: { changes: Answer['changes'] }) {
  const messages = useMessages(serviceHealthMessages);
  const nameOf = useSubjectName();
  return (
    <Card title={messages.changes} flush>
      <DataTable
        id="health-changes"
        caption={messages.changes}
        rows={[...changes]}
        rowKey={({ id }) => id}
        empty={<EmptyState icon="clock" title={messages.noChanges} />}
        columns={[
          { key: 'at', header: messages.when, cell: ({ at }) => <When at={at} show="exact" /> },
          {
            key: 'name',
            header: messages.subject,
            primary: true,
            cell: (change) => nameOf(change),
          },
          {
            key: 'change',
            header: messages.change,
            cell: ({ from, state }) => (
              <Badge tone={stateTones.health[state]}>
                {messages.became(messages.states[from], messages.states[state])}
              </Badge>
            ),
          },
        ]}
      />
    </Card>
  );
}
