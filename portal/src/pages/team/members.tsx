// Who is a member, with which role, how well protected, and when were they last here?

import type { ReactNode } from 'react';
import { useMay, useMe } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { layoutTexts } from '../../layout/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { When } from '../../ui/when.tsx';
import { CountryNames } from './country-names.tsx';
import type { Member } from './team.tsx';
import { teamTexts } from './texts.ts';

interface Props {
  members: readonly Member[];
  loading: boolean;
  pager: ReactNode;
  onChange(member: Member): void;
  onRemove(member: Member): void;
}

export function Members({ members, loading, pager, onChange, onRemove }: Props) {
  const words = useTexts(teamTexts);
  const { roles } = useTexts(layoutTexts);
  const { membership } = useMe();
  const may = useMay('POST team/change');
  /** Only owners touch owners. */
  const isMine = ({ role }: Member): boolean => role !== 'owner' || membership?.role === 'owner';
  const mayChange = (member: Member): boolean => isMine(member) && !member.self;
  const columns: Column<Member>[] = [
    { key: 'name', header: words.name, cell: (member) => <MemberName member={member} /> },
    { key: 'role', header: words.role, cell: ({ role }) => roles[role] },
    { key: 'countries', header: words.countries, cell: ({ countries }) => <CountryNames codes={countries} /> },
    { key: 'factor', header: words.secondFactor, cell: (member) => <Factor member={member} /> },
    { key: 'seen', header: words.seen, cell: ({ seenAt }) => (seenAt === null ? words.never : <When at={seenAt} />) },
    { key: 'since', header: words.since, extra: true, cell: ({ since }) => <When at={since} show="day" /> },
  ];
  if (may) {
    columns.push({
      key: 'actions',
      header: words.actions,
      align: 'end',
      cell: (member) =>
        isMine(member) ? (
          <span className="row team-actions">
            {mayChange(member) ? (
              <Button small look="quiet" aria-label={words.changeOf(member.name)} onClick={() => onChange(member)}>
                {words.change}
              </Button>
            ) : null}
            <Button small look="quiet" aria-label={words.removeOf(member.name)} onClick={() => onRemove(member)}>
              {words.remove}
            </Button>
          </span>
        ) : null,
    });
  }
  return (
    <DataTable
      id="team"
      caption={words.members}
      rows={members}
      rowKey={({ id }) => String(id)}
      columns={columns}
      loading={loading}
      empty={null}
      pager={pager}
    />
  );
}

function MemberName({ member: { name, email, self, disabled } }: { member: Member }) {
  const words = useTexts(teamTexts);
  return (
    <>
      <span className="team-name">
        {name}
        {self ? <span className="soft"> ({words.self})</span> : null}
      </span>{' '}
      {disabled ? <Badge tone="bad">{words.disabled}</Badge> : null}
      <span className="team-email soft">{email}</span>
    </>
  );
}

function Factor({ member: { secondFactor } }: { member: Member }) {
  const words = useTexts(teamTexts);
  return secondFactor ? <Badge tone="good">{words.protected}</Badge> : <Badge tone="warn">{words.unprotected}</Badge>;
}
