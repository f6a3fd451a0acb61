// Lists pending invitations, and withdraws them.

import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { layoutMessages } from '../../layout/messages.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { When } from '../../ui/when.tsx';
import type { Team } from './answers.ts';
import { CountryNames } from './country-names.tsx';
import { teamMessages } from './messages.ts';

type Invitation = Team['invitations'][number];

export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const messages = useMessages(teamMessages);
  const { roles } = useMessages(layoutMessages);
  const may = useMay('POST team/withdraw');
  if (invitations.length === 0) return null;
  const columns: Column<Invitation>[] = [
    {
      key: 'email',
      header: messages.email,
      cell: (invitation) => <Invited invitation={invitation} />,
    },
    { key: 'role', header: messages.role, cell: ({ role }) => roles[role] },
    {
      key: 'countries',
      header: messages.countries,
      cell: ({ countries }) => <CountryNames codes={countries} />,
    },
    {
      key: 'expires',
      header: messages.expires,
      cell: ({ expiresAt }) => <When at={expiresAt} show="exact" />,
    },
  ];
  if (may) {
    columns.push({
      key: 'actions',
      header: messages.actions,
      align: 'end',
      cell: (invitation) => <Withdraw invitation={invitation} />,
    });
  }
  return (
    <Card flush title={messages.invitations}>
      <DataTable
        id="invitations"
        caption={messages.invitations}
        rows={invitations}
        rowKey={({ id }) => String(id)}
        columns={columns}
        empty={null}
      />
    </Card>
  );
}

function Invited({ invitation: { email, waits, byOperator } }: { invitation: Invitation }) {
  const messages = useMessages(teamMessages);
  return (
    <>
      {email} {byOperator ? <Badge tone="warn">{messages.byOperator}</Badge> : null}
      {waits ? <Badge>{messages.waits}</Badge> : null}
    </>
  );
}

function Withdraw({ invitation: { id, email } }: { invitation: Invitation }) {
  const messages = useMessages(teamMessages);
  return (
    <Action
      route="POST team/withdraw"
      body={{ id }}
      changes={['GET team']}
      label={messages.withdraw}
      name={messages.withdrawOf(email)}
      small
      variant="quiet"
      ask={{
        title: messages.withdrawTitle(email),
        children: <p>{messages.withdrawBody}</p>,
        danger: true,
      }}
      done={messages.withdrawn}
    />
  );
}
