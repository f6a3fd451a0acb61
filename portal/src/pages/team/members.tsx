// Lists the members, with role, protection of their sign-in, and last visit.

import type { ReactNode } from 'react';
import { useMay, useMe } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { layoutMessages } from '../../layout/messages.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { When } from '../../ui/when.tsx';
import type { Member } from './answers.ts';
import { CountryNames } from './country-names.tsx';
import { teamMessages } from './messages.ts';

interface Props {
  members: readonly Member[];
  loading: boolean;
  pager: ReactNode;
  onChange(member: Member): void;
}

export function Members({ members, loading, pager, onChange }: Props) {
  const messages = useMessages(teamMessages);
  const { roles } = useMessages(layoutMessages);
  const { membership } = useMe();
  const may = useMay('POST team/change');
  const mayAttest = useMay('POST team/attest');
  /** Only owners touch owners. */
  const isMine = ({ role }: Member): boolean => role !== 'owner' || membership?.role === 'owner';
  const mayChange = (member: Member): boolean => isMine(member) && !member.self;
  const columns: Column<Member>[] = [
    { key: 'name', header: messages.name, cell: (member) => <MemberName member={member} /> },
    { key: 'role', header: messages.role, cell: ({ role }) => roles[role] },
    {
      key: 'countries',
      header: messages.countries,
      cell: ({ countries }) => <CountryNames codes={countries} />,
    },
    { key: 'factor', header: messages.secondFactor, cell: (member) => <Factor member={member} /> },
    {
      key: 'seen',
      header: messages.seen,
      cell: ({ seenAt }) => (seenAt === null ? messages.never : <When at={seenAt} />),
    },
    {
      key: 'since',
      header: messages.since,
      extra: true,
      cell: ({ since }) => <When at={since} show="day" />,
    },
  ];
  if (may) {
    columns.push({
      key: 'actions',
      header: messages.actions,
      align: 'end',
      cell: (member) =>
        isMine(member) ? (
          <span className="row team-actions">
            {mayChange(member) ? (
              <Button
                small
                variant="quiet"
                aria-label={messages.changeOf(member.name)}
                onClick={() => onChange(member)}
              >
                {messages.change}
              </Button>
            ) : null}
            {mayAttest && member.mayAttest ? <AttestMember member={member} /> : null}
            <RemoveMember member={member} />
          </span>
        ) : null,
    });
  }
  return (
    <DataTable
      id="team"
      caption={messages.members}
      rows={members}
      rowKey={({ id }) => String(id)}
      columns={columns}
      loading={loading}
      empty={null}
      pager={pager}
    />
  );
}

function MemberName({ member: { name, email, self, disabled, countsFrom } }: { member: Member }) {
  const messages = useMessages(teamMessages);
  const format = useFormat();
  return (
    <>
      <span className="team-name">
        {name}
        {self ? <span className="soft"> ({messages.self})</span> : null}
      </span>{' '}
      {disabled ? <Badge tone="bad">{messages.disabled}</Badge> : null}
      {countsFrom === null ? null : (
        <Badge tone="warn">{messages.countsFrom(format.moment(countsFrom, 'minute'))}</Badge>
      )}
      <span className="team-email soft">{email}</span>
    </>
  );
}

function Factor({ member: { secondFactor } }: { member: Member }) {
  const messages = useMessages(teamMessages);
  return secondFactor ? (
    <Badge tone="good">{messages.protected}</Badge>
  ) : (
    <Badge tone="warn">{messages.unprotected}</Badge>
  );
}

function AttestMember({ member: { id, name } }: { member: Member }) {
  const messages = useMessages(teamMessages);
  return (
    <Action
      route="POST team/attest"
      body={{ id }}
      changes={['GET team']}
      label={messages.attest}
      name={messages.attestOf(name)}
      small
      variant="quiet"
      ask={{
        title: messages.attestTitle(name),
        children: <p>{messages.attestBody}</p>,
      }}
      done={messages.attested}
    />
  );
}

function RemoveMember({ member: { id, name } }: { member: Member }) {
  const messages = useMessages(teamMessages);
  return (
    <Action
      route="POST team/remove"
      body={{ id }}
      changes={['GET team']}
      label={messages.remove}
      name={messages.removeOf(name)}
      small
      variant="quiet"
      ask={{
        title: messages.removeTitle(name),
        children: <p>{messages.removeBody}</p>,
        danger: true,
      }}
      done={messages.removed}
    />
  );
}
