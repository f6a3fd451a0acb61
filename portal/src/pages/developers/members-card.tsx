// Members of this account. The operator invites the first of them, and helps a member who has lost
// a password.

import { useState } from 'react';
import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { layoutMessages } from '../../layout/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { Developer } from './answers.ts';
import { developersMessages } from './messages.ts';
import { Invite, NewPassword } from './account-access.tsx';

type Member = Developer['members'][number];

export function MembersCard({
  id,
  members,
  alone,
}: {
  id: number;
  members: Member[];
  alone: boolean;
}) {
  const messages = useMessages(developersMessages);
  const { roles } = useMessages(layoutMessages);
  const may = useMay('POST operator/developers/invite');
  const mayReset = useMay('POST operator/developers/reset');
  const [inviting, setInviting] = useState(false);
  const [locked, setLocked] = useState<Member | null>(null);
  const invite = (
    <Button icon="plus" onClick={() => setInviting(true)}>
      {messages.invite}
    </Button>
  );
  const reset: Column<Member> = {
    key: 'action',
    header: messages.action,
    align: 'end',
    cell: (member) => (
      <Button
        small
        variant="quiet"
        icon="key"
        aria-label={messages.resetOne(member.name)}
        onClick={() => setLocked(member)}
      >
        {messages.reset}
      </Button>
    ),
  };
  return (
    <Card title={messages.members} actions={may ? invite : null} flush>
      <DataTable
        id="developer-members"
        caption={messages.membersCaption}
        rows={members}
        rowKey={(member) => String(member.id)}
        empty={
          <EmptyState icon="users" title={messages.noMembers}>
            {messages.noMembersHint}
          </EmptyState>
        }
        columns={[
          { key: 'name', header: messages.name, cell: ({ name }) => name },
          { key: 'email', header: messages.email, cell: ({ email }) => email },
          { key: 'role', header: messages.role, cell: ({ role }) => roles[role] },
          {
            key: 'factor',
            header: messages.secondFactor,
            cell: ({ secondFactor }) => (secondFactor ? messages.yes : messages.no),
          },
          {
            key: 'seen',
            header: messages.seen,
            cell: ({ seenAt }) => (seenAt === null ? messages.never : <When at={seenAt} />),
          },
          ...(mayReset ? [reset] : []),
        ]}
      />
      {inviting ? <Invite id={id} alone={alone} onEnd={() => setInviting(false)} /> : null}
      {locked === null ? null : (
        <NewPassword id={id} member={locked} onEnd={() => setLocked(null)} />
      )}
    </Card>
  );
}
