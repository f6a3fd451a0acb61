// Search results for users, keys and approval requests. At most one of each, since they are found
// by exact identifiers only.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { layoutMessages } from '../../layout/messages.ts';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { When } from '../../ui/when.tsx';
import { approvalRequestMessages } from '../approval-requests/messages.ts';
import { Part } from './part.tsx';
import { searchMessages } from './messages.ts';
import { approvalPath } from '../approval-requests/approval-path.ts';

type Found = RouteAnswer<'GET operator/search'>;
type Seat = Found['users'][number]['seats'][number];

export function OtherResults({
  found: { users, keys, approvalRequests },
}: {
  found: Pick<Found, 'users' | 'keys' | 'approvalRequests'>;
}) {
  const messages = useMessages(searchMessages);
  return (
    <>
      <Part title={messages.users} rows={users}>
        <DataTable
          id="found-users"
          caption={messages.users}
          rows={users}
          rowKey={({ email }) => email}
          empty={null}
          columns={[
            { key: 'name', header: messages.name, cell: ({ name }) => name },
            { key: 'email', header: messages.email, cell: ({ email }) => email },
            {
              key: 'seats',
              header: messages.memberOf,
              cell: ({ seats }) => <Seats seats={seats} />,
            },
            {
              key: 'state',
              header: messages.state,
              cell: ({ disabled }) => <State good={!disabled} bad={messages.disabled} />,
            },
          ]}
        />
      </Part>
      <Part title={messages.keys} rows={keys}>
        <DataTable
          id="found-keys"
          caption={messages.keys}
          rows={keys}
          rowKey={({ key }) => key}
          empty={null}
          columns={[
            { key: 'key', header: messages.key, cell: ({ key }) => <code>{key}</code> },
            { key: 'name', header: messages.name, cell: ({ name }) => (name === '' ? '–' : name) },
            {
              key: 'account',
              header: messages.account,
              cell: ({ accountId, accountName }) => (
                <Link to={`/developers/${accountId}`}>{accountName}</Link>
              ),
            },
            {
              key: 'state',
              header: messages.state,
              cell: ({ live }) => <State good={live} bad={messages.ended} />,
            },
          ]}
        />
      </Part>
      <ApprovalRequests rows={approvalRequests} />
    </>
  );
}

function State({ good, bad }: { good: boolean; bad: string }) {
  const messages = useMessages(searchMessages);
  return <Badge tone={good ? 'good' : 'bad'}>{good ? messages.usable : bad}</Badge>;
}

function Seats({ seats }: { seats: readonly Seat[] }) {
  const messages = useMessages(searchMessages);
  const { roles } = useMessages(layoutMessages);
  if (seats.length === 0) return <>{messages.noSeats}</>;
  return (
    <div>
      {seats.map(({ role, accountId, accountName }) => (
        <div key={accountId ?? 0}>
          {accountId === null ? (
            messages.operator
          ) : (
            <Link to={`/developers/${accountId}`}>{accountName}</Link>
          )}{' '}
          · {role in roles ? roles[role as keyof typeof roles] : role}
        </div>
      ))}
    </div>
  );
}

function ApprovalRequests({ rows }: { rows: Found['approvalRequests'] }) {
  const messages = useMessages(searchMessages);
  const { kinds, states } = useMessages(approvalRequestMessages);
  return (
    <Part title={messages.approvalRequests} rows={rows}>
      <DataTable
        id="found-approval-requests"
        caption={messages.approvalRequests}
        rows={rows}
        rowKey={({ id }) => String(id)}
        empty={null}
        columns={[
          {
            key: 'id',
            header: messages.number,
            cell: ({ id }) => <Link to={approvalPath(id)}>{id}</Link>,
          },
          {
            key: 'kind',
            header: messages.kind,
            cell: ({ kind }) => (kind in kinds ? kinds[kind as keyof typeof kinds] : kind),
          },
          { key: 'state', header: messages.state, cell: ({ state }) => states[state] },
          { key: 'by', header: messages.askedBy, cell: ({ askedByName }) => askedByName },
          { key: 'at', header: messages.created, cell: ({ askedAt }) => <When at={askedAt} /> },
        ]}
      />
    </Part>
  );
}
