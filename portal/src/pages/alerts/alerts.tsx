// Page of the alerts: what is wrong now, what was, and who looks after it.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { alertMessages } from './messages.ts';
import { rules } from './rules.ts';

type Alert = RouteAnswer<'GET operator/alerts'>['items'][number];

const states = ['open', 'resolved'] as const;

export default function Alerts() {
  const messages = useMessages(alertMessages);
  const list = useList('GET operator/alerts', {
    filters: [
      {
        name: 'state',
        label: messages.state,
        all: messages.stateAll,
        options: optionsOf(states, messages.states),
      },
      {
        name: 'rule',
        label: messages.rule,
        all: messages.ruleAll,
        options: optionsOf(rules, messages.rules),
      },
    ],
  });
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      actions={<ButtonLink to="/alerts/settings">{messages.settings}</ButtonLink>}
      above={
        (list.read.answer?.mails ?? true) ? null : <Notice tone="warn">{messages.noMail}</Notice>
      }
      list={list}
      id="alerts"
      rowKey={({ id }) => String(id)}
      columns={useColumns()}
      empty={{
        icon: 'bell',
        title: messages.none,
        hint: messages.noneHint,
        noMatch: messages.noMatch,
      }}
    />
  );
}

function useColumns(): Column<Alert>[] {
  const messages = useMessages(alertMessages);
  const { number } = useFormat();
  const may = useMay('POST operator/alerts/acknowledge');
  const action: Column<Alert> = {
    key: 'action',
    header: messages.action,
    align: 'end',
    cell: (alert) => <Acknowledge alert={alert} />,
  };
  return [
    {
      key: 'severity',
      header: messages.severity,
      cell: ({ severity, resolvedAt }) => (
        <Badge tone={resolvedAt !== null ? 'neutral' : severity === 'critical' ? 'bad' : 'warn'}>
          {resolvedAt === null ? messages.severities[severity] : messages.states.resolved}
        </Badge>
      ),
    },
    { key: 'rule', header: messages.rule, cell: ({ rule }) => messages.rules[rule] },
    { key: 'subject', header: messages.subject, cell: ({ subject }) => subject },
    {
      key: 'value',
      header: messages.value,
      align: 'end',
      cell: ({ value }) => (value === null ? '–' : number(value, 0)),
    },
    { key: 'since', header: messages.since, cell: ({ raisedAt }) => <When at={raisedAt} /> },
    {
      key: 'told',
      header: messages.told,
      cell: ({ toldAt }) => (toldAt === null ? '–' : <When at={toldAt} />),
    },
    {
      key: 'by',
      header: messages.handledBy,
      cell: ({ acknowledgedBy }) => acknowledgedBy ?? messages.nobody,
    },
    {
      key: 'until',
      header: messages.until,
      cell: ({ resolvedAt }) => (resolvedAt === null ? '–' : <When at={resolvedAt} />),
    },
    { key: 'times', header: messages.times, align: 'end', cell: ({ times }) => number(times, 0) },
    ...(may ? [action] : []),
  ];
}

function Acknowledge({ alert: { id, subject, acknowledgedAt, resolvedAt } }: { alert: Alert }) {
  const messages = useMessages(alertMessages);
  if (acknowledgedAt !== null || resolvedAt !== null) return null;
  return (
    <Action
      route="POST operator/alerts/acknowledge"
      body={{ id }}
      changes={['GET operator/alerts']}
      label={messages.acknowledge}
      name={messages.acknowledgeOne(subject)}
      small
      variant="quiet"
      done={messages.acknowledged}
    />
  );
}
