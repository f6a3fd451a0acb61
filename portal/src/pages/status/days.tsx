// The last 90 days of each country, joined from its providers, which are seen when it is opened: a
// color for each day, and the same in words for those who do not see colors.

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
          <Country
            key={code ?? ''}
            name={code === null ? messages.noCountry : country(code)}
            groups={groups.filter((group) => group.country === code)}
          />
        ))}
        <Legend />
      </div>
    </Card>
  );
}

/** Worst first: what a country's day shows of its providers. */
const worst: readonly Letter[] = ['x', 'd', 'w', 'n'];

const joined = (groups: readonly Group[]): string =>
  [...(groups[0]?.days ?? '')]
    .map((_day, index) => worst.find((letter) => groups.some(({ days }) => days[index] === letter)))
    .join('');

function Country({ name, groups }: { name: string; groups: readonly Group[] }) {
  return (
    <details className="days-country">
      <summary>
        <Row name={name} days={joined(groups)} />
      </summary>
      {groups.map(({ provider, days }) => (
        <Row key={provider} name={provider} days={days} />
      ))}
    </details>
  );
}

function Row({ name, days }: { name: string; days: string }) {
  const messages = useMessages(statusMessages);
  const { moment, number } = useFormat();
  const letters = [...days] as Letter[];
  const today = useNow();
  const known = letters.filter((letter) => letter !== 'n').length;
  const well = letters.filter((letter) => letter === 'w').length;
  return (
    <div className="days-row">
      <p className="days-provider">{name}</p>
      <div
        className="days-bars"
        role="img"
        aria-label={messages.daysOf(name, number(well), number(known))}
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
