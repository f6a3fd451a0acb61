// The last 90 days of each provider in a country, as bars: a color for each day, and the same in
// words for those who do not see colors.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { useNow } from '../../ui/now.ts';
import { statusMessages } from './messages.ts';
import './days.css';

type Group = RouteAnswer<'GET status/history'>['groups'][number];
type Letter = keyof typeof statusMessages.days;

const dayMs = 86_400_000;

export function Days({ groups }: { groups: readonly Group[] }) {
  const messages = useMessages(statusMessages);
  const { country } = useFormat();
  const countries = [...new Set(groups.map((group) => group.country))];
  return (
    <Card title={messages.history} lead={messages.historyLead}>
      <div className="stack">
        {countries.map((code) => (
          <section key={code ?? ''} className="days-country">
            <h3>{code === null ? messages.noCountry : country(code)}</h3>
            {groups
              .filter((group) => group.country === code)
              .map((group) => (
                <Row key={group.provider} group={group} />
              ))}
          </section>
        ))}
        <Legend />
      </div>
    </Card>
  );
}

function Row({ group: { provider, days } }: { group: Group }) {
  const messages = useMessages(statusMessages);
  const { moment, number } = useFormat();
  const letters = [...days] as Letter[];
  const today = useNow();
  const known = letters.filter((letter) => letter !== 'n').length;
  const well = letters.filter((letter) => letter === 'w').length;
  return (
    <div className="days-row">
      <p className="days-provider">{provider}</p>
      <div
        className="days-bars"
        role="img"
        aria-label={messages.daysOf(provider, number(well), number(known))}
      >
        {letters.map((letter, index) => (
          <span
            key={index}
            className={`day day-${letter}`}
            title={`${moment(today - (letters.length - 1 - index) * dayMs, 'day')} · ${messages.days[letter]}`}
          />
        ))}
      </div>
    </div>
  );
}

function Legend() {
  const messages = useMessages(statusMessages);
  return (
    <ul className="days-legend small">
      {(['w', 'd', 'x', 'n'] as const).map((letter) => (
        <li key={letter}>
          <span className={`day day-${letter}`} /> {messages.days[letter]}
        </li>
      ))}
    </ul>
  );
}
