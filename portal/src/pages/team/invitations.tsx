// Who is invited and has not come yet, and how is an invitation withdrawn?

import { useState } from 'react';
import { useChange, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { layoutTexts } from '../../layout/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { CountryNames } from './country-names.tsx';
import type { Team } from './team.tsx';
import { teamTexts } from './texts.ts';

type Invitation = Team['invitations'][number];

export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const words = useTexts(teamTexts);
  const { roles } = useTexts(layoutTexts);
  const may = useMay('POST team/withdraw');
  const [going, setGoing] = useState<Invitation | null>(null);
  if (invitations.length === 0) return null;
  const columns: Column<Invitation>[] = [
    { key: 'email', header: words.email, cell: (invitation) => <Invited invitation={invitation} /> },
    { key: 'role', header: words.role, cell: ({ role }) => roles[role] },
    { key: 'countries', header: words.countries, cell: ({ countries }) => <CountryNames codes={countries} /> },
    { key: 'expires', header: words.expires, cell: ({ expiresAt }) => <When at={expiresAt} show="exact" /> },
  ];
  if (may) {
    columns.push({
      key: 'actions',
      header: words.actions,
      align: 'end',
      cell: (invitation) => (
        <Button small look="quiet" aria-label={words.withdrawOf(invitation.email)} onClick={() => setGoing(invitation)}>
          {words.withdraw}
        </Button>
      ),
    });
  }
  return (
    <Card flush title={words.invitations}>
      <DataTable
        id="invitations"
        caption={words.invitations}
        rows={invitations}
        rowKey={({ id }) => String(id)}
        columns={columns}
        empty={null}
      />
      {going === null ? null : <Withdraw invitation={going} onEnd={() => setGoing(null)} />}
    </Card>
  );
}

function Invited({ invitation: { email, waits, byOperator } }: { invitation: Invitation }) {
  const words = useTexts(teamTexts);
  return (
    <>
      {email} {byOperator ? <Badge tone="warn">{words.byOperator}</Badge> : null}
      {waits ? <Badge>{words.waits}</Badge> : null}
    </>
  );
}

function Withdraw({ invitation: { id, email }, onEnd }: { invitation: Invitation; onEnd(): void }) {
  const words = useTexts(teamTexts);
  const { run, pending, error } = useChange('POST team/withdraw', { changes: ['GET team'] });
  const withdraw = async (): Promise<void> => {
    if ((await run({ body: { id } })) === null) return;
    onEnd();
    toast(words.withdrawn);
  };
  return (
    <Confirm
      open
      title={words.withdrawTitle(email)}
      yes={words.withdraw}
      danger
      pending={pending}
      error={error}
      onYes={() => void withdraw()}
      onClose={onEnd}
    >
      <p>{words.withdrawWords}</p>
    </Confirm>
  );
}
