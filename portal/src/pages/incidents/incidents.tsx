// Page of incidents: those that last, those that were, and what interrupted routes propose.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useLanguage, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { IncidentDetails } from '../status/incident.tsx';
import { incidentsMessages } from './messages.ts';
import { OpenIncident, UpdateIncident } from './write-incident.tsx';

type Answer = RouteAnswer<'GET operator/incidents'>;

const everyMs = 20_000;

export default function Incidents() {
  const messages = useMessages(incidentsMessages);
  const { language } = useLanguage();
  const { country } = useFormat();
  const list = useList('GET operator/incidents', { everyMs });
  const { groups = [], proposals = [] } = list.read.answer ?? {};
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      actions={<OpenIncident groups={groups} proposal={null} />}
      above={<Proposals groups={groups} proposals={proposals} />}
      list={list}
      id="incidents"
      rowKey={({ id }) => String(id)}
      rowName={({ title }) => title[language]}
      panel={({ row, onClose }) =>
        row && (
          <SidePanel title={row.title[language]} onClose={onClose}>
            <IncidentDetails incident={row} />
          </SidePanel>
        )
      }
      columns={[
        {
          key: 'title',
          header: messages.name,
          primary: true,
          cell: ({ title }) => title[language],
        },
        {
          key: 'state',
          header: messages.state,
          cell: ({ resolvedAt }) => (
            <Badge tone={resolvedAt === null ? 'bad' : 'good'}>
              {resolvedAt === null ? messages.present : messages.resolved}
            </Badge>
          ),
        },
        {
          key: 'concerned',
          header: messages.concerned,
          cell: ({ providers, countries }) =>
            [providers.join(', '), countries.map(country).join(', ')].filter(Boolean).join(' · '),
        },
        { key: 'since', header: messages.since, cell: ({ startedAt }) => <When at={startedAt} /> },
        {
          key: 'until',
          header: messages.until,
          cell: ({ resolvedAt }) => (resolvedAt === null ? '–' : <When at={resolvedAt} />),
        },
        {
          key: 'actions',
          header: messages.actions,
          cell: (incident) =>
            incident.resolvedAt === null ? (
              <div className="buttons">
                <UpdateIncident incident={incident} resolve={false} />
                <UpdateIncident incident={incident} resolve />
              </div>
            ) : (
              '–'
            ),
        },
      ]}
      empty={{ icon: 'check-circle', title: messages.none, hint: messages.noneHint }}
    />
  );
}

function Proposals({ groups, proposals }: Pick<Answer, 'groups' | 'proposals'>) {
  const messages = useMessages(incidentsMessages);
  return proposals.map((proposal) => (
    <Notice
      key={proposal.route}
      tone="warn"
      actions={<OpenIncident groups={groups} proposal={proposal} />}
    >
      {messages.proposed(proposal.route)} · {messages.since} <When at={proposal.since} />
    </Notice>
  ));
}
