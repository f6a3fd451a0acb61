// Which people, keys and wishes fit what was typed? At most one of each: they are found by what names them alone.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { layoutTexts } from '../../layout/texts.ts';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { When } from '../../ui/when.tsx';
import { wishTexts } from '../wishes/texts.ts';
import { Part } from './part.tsx';
import { searchTexts } from './texts.ts';

type Found = RouteAnswer<'GET operator/search'>;
type Seat = Found['people'][number]['seats'][number];

export function OtherResults({ found: { people, keys, wishes } }: { found: Pick<Found, 'people' | 'keys' | 'wishes'> }) {
  const words = useTexts(searchTexts);
  return (
    <>
      <Part title={words.people} rows={people}>
        <DataTable
          id="found-people"
          caption={words.people}
          rows={people}
          rowKey={({ email }) => email}
          empty={null}
          columns={[
            { key: 'name', header: words.name, cell: ({ name }) => name },
            { key: 'email', header: words.email, cell: ({ email }) => email },
            { key: 'seats', header: words.memberOf, cell: ({ seats }) => <Seats seats={seats} /> },
            { key: 'state', header: words.state, cell: ({ disabled }) => <State good={!disabled} bad={words.disabled} /> },
          ]}
        />
      </Part>
      <Part title={words.keys} rows={keys}>
        <DataTable
          id="found-keys"
          caption={words.keys}
          rows={keys}
          rowKey={({ key }) => key}
          empty={null}
          columns={[
            { key: 'key', header: words.key, cell: ({ key }) => <code>{key}</code> },
            { key: 'name', header: words.name, cell: ({ name }) => (name === '' ? '–' : name) },
            {
              key: 'account',
              header: words.account,
              cell: ({ accountId, accountName }) => <Link to={`/developers/${accountId}`}>{accountName}</Link>,
            },
            { key: 'state', header: words.state, cell: ({ live }) => <State good={live} bad={words.ended} /> },
          ]}
        />
      </Part>
      <Wishes rows={wishes} />
    </>
  );
}

function State({ good, bad }: { good: boolean; bad: string }) {
  const words = useTexts(searchTexts);
  return <Badge tone={good ? 'good' : 'bad'}>{good ? words.usable : bad}</Badge>;
}

function Seats({ seats }: { seats: readonly Seat[] }) {
  const words = useTexts(searchTexts);
  const { roles } = useTexts(layoutTexts);
  if (seats.length === 0) return <>{words.noSeats}</>;
  return (
    <div>
      {seats.map(({ role, accountId, accountName }) => (
        <div key={accountId ?? 0}>
          {accountId === null ? words.operator : <Link to={`/developers/${accountId}`}>{accountName}</Link>} ·{' '}
          {role in roles ? roles[role as keyof typeof roles] : role}
        </div>
      ))}
    </div>
  );
}

function Wishes({ rows }: { rows: Found['wishes'] }) {
  const words = useTexts(searchTexts);
  const { kinds, states } = useTexts(wishTexts);
  return (
    <Part title={words.wishes} rows={rows}>
      <DataTable
        id="found-wishes"
        caption={words.wishes}
        rows={rows}
        rowKey={({ id }) => String(id)}
        empty={null}
        columns={[
          { key: 'id', header: words.number, cell: ({ id }) => <Link to={`/approvals?open=${id}`}>{id}</Link> },
          { key: 'kind', header: words.kind, cell: ({ kind }) => (kind in kinds ? kinds[kind as keyof typeof kinds] : kind) },
          { key: 'state', header: words.state, cell: ({ state }) => states[state] },
          { key: 'by', header: words.askedBy, cell: ({ askedByName }) => askedByName },
          { key: 'at', header: words.created, cell: ({ askedAt }) => <When at={askedAt} /> },
        ]}
      />
    </Part>
  );
}
