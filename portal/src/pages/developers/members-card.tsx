// Who works on this account? Its members; the operator invites the first of them, and helps who has lost a password.

import { useState } from 'react';
import { useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { layoutTexts } from '../../layout/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { Developer } from './developer.tsx';
import { developersTexts } from './texts.ts';
import { Invite, NewPassword } from './way-in.tsx';

type Member = Developer['members'][number];

export function MembersCard({ id, members, alone }: { id: number; members: Member[]; alone: boolean }) {
  const words = useTexts(developersTexts);
  const { roles } = useTexts(layoutTexts);
  const may = useMay('POST operator/developers/invite');
  const mayReset = useMay('POST operator/developers/reset');
  const [inviting, setInviting] = useState(false);
  const [locked, setLocked] = useState<Member | null>(null);
  const invite = (
    <Button icon="plus" onClick={() => setInviting(true)}>
      {words.invite}
    </Button>
  );
  const reset: Column<Member> = {
    key: 'action',
    header: words.action,
    align: 'end',
    cell: (member) => (
      <Button small look="quiet" icon="key" aria-label={words.resetOne(member.name)} onClick={() => setLocked(member)}>
        {words.reset}
      </Button>
    ),
  };
  return (
    <Card title={words.members} actions={may ? invite : null} flush>
      <DataTable
        id="developer-members"
        caption={words.membersCaption}
        rows={members}
        rowKey={(member) => String(member.id)}
        empty={
          <EmptyState icon="people" title={words.noMembers}>
            {words.noMembersHint}
          </EmptyState>
        }
        columns={[
          { key: 'name', header: words.name, cell: ({ name }) => name },
          { key: 'email', header: words.email, cell: ({ email }) => email },
          { key: 'role', header: words.role, cell: ({ role }) => roles[role] },
          { key: 'factor', header: words.secondFactor, cell: ({ secondFactor }) => (secondFactor ? words.yes : words.no) },
          { key: 'seen', header: words.seen, cell: ({ seenAt }) => (seenAt === null ? words.never : <When at={seenAt} />) },
          ...(mayReset ? [reset] : []),
        ]}
      />
      {inviting ? <Invite id={id} alone={alone} onEnd={() => setInviting(false)} /> : null}
      {locked === null ? null : <NewPassword id={id} member={locked} onEnd={() => setLocked(null)} />}
    </Card>
  );
}
