// One incident: its title and state, whom it concerns, and what was published, the newest first.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useLanguage, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { When } from '../../ui/when.tsx';
import { incidentMessages } from './incident-messages.ts';
import './incident.css';

export type PublicIncident = RouteAnswer<'GET status/history'>['incidents'][number];

export function Incident({ incident }: { incident: PublicIncident }) {
  const messages = useMessages(incidentMessages);
  const { language } = useLanguage();
  const { title, resolvedAt } = incident;
  return (
    <article className="incident" id={`incident-${incident.id}`}>
      <header className="incident-head">
        <h3>{title[language]}</h3>
        <Badge tone={resolvedAt === null ? 'bad' : 'good'}>
          {resolvedAt === null ? messages.present : messages.resolved}
        </Badge>
      </header>
      <IncidentDetails incident={incident} />
    </article>
  );
}

/** Without its title. */
export function IncidentDetails({ incident }: { incident: PublicIncident }) {
  const messages = useMessages(incidentMessages);
  const { language } = useLanguage();
  const { country } = useFormat();
  const { title, providers, countries, startedAt, resolvedAt, updates } = incident;
  return (
    <>
      <p className="soft small">
        {[providers.join(', '), countries.map(country).join(', ')].filter(Boolean).join(' · ')}
        {' · '}
        {resolvedAt === null ? messages.since : messages.from} <When at={startedAt} show="exact" />
        {resolvedAt === null ? null : (
          <>
            {' '}
            {messages.until} <When at={resolvedAt} show="exact" />
          </>
        )}
      </p>
      <ol className="incident-updates" aria-label={messages.texts(title[language])}>
        {updates.map(({ text, at }, index) => (
          <li key={updates.length - index}>
            <p className="incident-text">{text[language]}</p>
            <p className="soft small">
              <When at={at} show="exact" />
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
