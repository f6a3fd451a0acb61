// Who works on this account, or on the operator's side, and who is invited?

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useMay, useMe, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { textParam, useSearch } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { ChangeMember } from './change-member.tsx';
import { Invite } from './invite.tsx';
import { Invitations } from './invitations.tsx';
import { Members } from './members.tsx';
import { teamTexts } from './texts.ts';
import './team.css';

export type Team = RouteAnswer<'GET team'>;
export type Member = Team['members'][number];

const filters = { after: textParam() };

/** What is asked or shown above the page. */
type Asked = { what: 'invite' } | { what: 'change' | 'remove'; member: Member } | null;

export default function TeamPage() {
  const words = useTexts(teamTexts);
  const { membership } = useMe();
  const [{ after }, change] = useSearch(filters);
  const team = useRead('GET team', { query: { after } });
  const mayInvite = useMay('POST team/invite');
  const [asked, setAsked] = useState<Asked>(null);
  const end = (): void => setAsked(null);
  return (
    <Page
      title={words.title}
      lead={membership?.side === 'operator' ? words.leadOperator : words.lead}
      actions={
        mayInvite ? (
          <Button look="primary" icon="plus" onClick={() => setAsked({ what: 'invite' })}>
            {words.invite}
          </Button>
        ) : null
      }
    >
      <Loaded read={team} lines={5}>
        {({ members, next, invitations, countries }) => (
          <>
            <Members
              members={members}
              loading={team.loading}
              pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
              onChange={(member) => setAsked({ what: 'change', member })}
              onRemove={(member) => setAsked({ what: 'remove', member })}
            />
            <Invitations invitations={invitations} />
            {asked?.what === 'invite' ? <Invite countries={countries} onEnd={end} /> : null}
            {asked?.what === 'change' ? <ChangeMember member={asked.member} countries={countries} onEnd={end} /> : null}
            {asked?.what === 'remove' ? <RemoveMember member={asked.member} onEnd={end} /> : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function RemoveMember({ member: { id, name }, onEnd }: { member: Member; onEnd(): void }) {
  const words = useTexts(teamTexts);
  const { run, pending, error } = useChange('POST team/remove', { changes: ['GET team'] });
  const remove = async (): Promise<void> => {
    if ((await run({ body: { id } })) === null) return;
    onEnd();
    toast(words.removed);
  };
  return (
    <Confirm
      open
      title={words.removeTitle(name)}
      yes={words.remove}
      danger
      pending={pending}
      error={error}
      onYes={() => void remove()}
      onClose={onEnd}
    >
      <p>{words.removeWords}</p>
    </Confirm>
  );
}
