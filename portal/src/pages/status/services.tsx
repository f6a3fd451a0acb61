// The services on the status page: those in trouble as rows, and SMS; the others folded by country.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { EmptyState } from '../../ui/states.tsx';
import { statusMessages } from './messages.ts';
import './services.css';

type State = RouteAnswer<'GET status'>['services'][number]['state'];
const rank: readonly State[] = ['down', 'failing', 'disturbed', 'off', 'slow', 'works', 'quiet'];

interface Shown {
  code: string;
  name: string;
  country: string | null;
  state: State;
}

export const isWell = ({ state }: { state: State }): boolean =>
  state === 'works' || state === 'quiet';

export function Services({ services }: { services: readonly Shown[] }) {
  const messages = useMessages(statusMessages);
  // SMS are of no country, and always stand with their state.
  const isRow = (service: Shown): boolean => service.code === '' || !isWell(service);
  const well = services.filter((service) => !isRow(service));
  const rows = services.filter(isRow);
  if (services.length === 0) return <EmptyState icon="layers" title={messages.none} />;
  const countries = [...new Set(well.map(({ country }) => country))];
  return (
    <>
      {rows.length === 0 ? null : <Rows services={rows} />}
      {countries.length === 0 ? null : (
        <div className="status-groups">
          {countries.map((country) => (
            <Group
              key={country ?? ''}
              country={country}
              services={well.filter((service) => service.country === country)}
            />
          ))}
        </div>
      )}
    </>
  );
}

function Rows({ services }: { services: readonly Shown[] }) {
  const messages = useMessages(statusMessages);
  const { country } = useFormat();
  return (
    <DataTable
      id="status"
      caption={messages.title}
      rows={services.toSorted((one, other) => rank.indexOf(one.state) - rank.indexOf(other.state))}
      rowKey={({ code }) => code}
      empty={null}
      columns={[
        { key: 'service', header: messages.service, primary: true, cell: ({ name }) => name },
        {
          key: 'country',
          header: messages.country,
          cell: ({ country: code }) => (code === null ? '–' : country(code)),
        },
        { key: 'state', header: messages.state, cell: ({ state }) => <StateBadge state={state} /> },
      ]}
    />
  );
}

function Group({ country: code, services }: { country: string | null; services: Shown[] }) {
  const messages = useMessages(statusMessages);
  const { country } = useFormat();
  return (
    <details className="status-group">
      <summary>
        <span>
          <strong>{code === null ? messages.noCountry : country(code)}</strong>{' '}
          <span className="soft small">{messages.services(services.length)}</span>
        </span>
        <StateBadge state={services.some(({ state }) => state === 'works') ? 'works' : 'quiet'} />
      </summary>
      <ul>
        {services.map(({ code: key, name, state }) => (
          <li key={key}>
            {name}
            <StateBadge state={state} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function StateBadge({ state }: { state: State }) {
  const messages = useMessages(statusMessages);
  return <Badge tone={stateTones.provider[state]}>{messages.states[state]}</Badge>;
}
