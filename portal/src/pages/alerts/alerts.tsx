// Page of the alerts: what is wrong now, what was, and who owns it. A message leads to its alert
// (`open`), which one press acknowledges.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay } from '../../api/index.ts';
import { alertSubjectName, alertUnits } from '../../../../contract/src/portal/alert-names.ts';
import { useFormat, useLanguage, useMessages } from '../../language/index.ts';
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
        <>
          {(list.read.answer?.mails ?? true) ? null : (
            <Notice tone="warn">{messages.noMail}</Notice>
          )}
          <Told alert={list.read.answer?.items.find(({ id }) => String(id) === list.open)} />
        </>
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

/** The alert that a message told of. */
function Told({ alert }: { alert: Alert | undefined }) {
  const messages = useMessages(alertMessages);
  const subjectOf = useSubject();
  const valueOf = useValue();
  if (alert === undefined) return null;
  const { rule, resolvedAt, acknowledgedBy } = alert;
  const title = [messages.rules[rule], subjectOf(alert), valueOf(alert)].filter(Boolean);
  return (
    <Notice
      tone={resolvedAt === null ? 'warn' : 'good'}
      title={[...new Set(title)].join(' · ')}
      actions={<Acknowledge alert={alert} first />}
    >
      {resolvedAt !== null
        ? messages.ended
        : acknowledgedBy === null
          ? undefined
          : messages.ownedBy(acknowledgedBy)}
    </Notice>
  );
}

function useSubject(): (alert: Pick<Alert, 'subject'>) => string {
  const { language } = useLanguage();
  return ({ subject }) => alertSubjectName(subject)[language === 'fr' ? 0 : 1];
}

const unitMs = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** With its unit; '' where there is none. */
function useValue(): (alert: Pick<Alert, 'rule' | 'subject' | 'value' | 'threshold'>) => string {
  const { duration, money, share } = useFormat();
  const { operations, below } = useMessages(alertMessages);
  return ({ rule, subject, value, threshold }) => {
    const unit = alertUnits[rule];
    if (value === null || unit === null) return '';
    if (unit === 'money') {
      const currency = subject.slice(-'XOF'.length);
      const shown = money(value, currency);
      return threshold === null ? shown : below(shown, money(threshold, currency));
    }
    if (unit === 'percent') return share(value / 100);
    return unit === 'operations' ? operations(value) : duration(value * unitMs[unit]);
  };
}

function useColumns(): Column<Alert>[] {
  const messages = useMessages(alertMessages);
  const { number } = useFormat();
  const subjectOf = useSubject();
  const valueOf = useValue();
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
    { key: 'subject', header: messages.subject, cell: subjectOf },
    {
      key: 'value',
      header: messages.value,
      align: 'end',
      cell: (alert) => valueOf(alert) || '–',
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

/** `first`: what the page was opened for. */
function Acknowledge({
  alert: { id, subject, acknowledgedAt, resolvedAt },
  first = false,
}: {
  alert: Alert;
  first?: boolean;
}) {
  const messages = useMessages(alertMessages);
  const subjectOf = useSubject();
  if (acknowledgedAt !== null || resolvedAt !== null) return null;
  return (
    <Action
      route="POST operator/alerts/acknowledge"
      body={{ id }}
      changes={['GET operator/alerts']}
      label={messages.acknowledge}
      name={messages.acknowledgeOne(subjectOf({ subject }))}
      {...(first ? { variant: 'primary' } : { small: true, variant: 'quiet' })}
      done={messages.acknowledged}
    />
  );
}
