// Page of the members of this account, or of the operator, and of pending invitations.

import { useState } from 'react';
import { useMay, useMe, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { textParam, useSearch } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { Member } from './answers.ts';
import { ChangeMember } from './change-member.tsx';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';
import { Members } from './members.tsx';
import { teamMessages } from './messages.ts';
import './team.css';

const filters = { after: textParam() };

/** What is asked or shown above the page. */
type Asked = { what: 'invite' } | { what: 'change'; member: Member } | null;

export default function TeamPage() {
  const messages = useMessages(teamMessages);
  const { membership } = useMe();
  const [{ after }, change] = useSearch(filters);
  const team = useRead('GET team', { query: { after } });
  const mayInvite = useMay('POST team/invite');
  const [asked, setAsked] = useState<Asked>(null);
  const end = (): void => setAsked(null);
  return (
    <Page
      title={messages.title}
      lead={membership?.side === 'operator' ? messages.leadOperator : messages.lead}
      actions={
        mayInvite ? (
          <Button variant="primary" icon="plus" onClick={() => setAsked({ what: 'invite' })}>
            {messages.invite}
          </Button>
        ) : null
      }
    >
      <Loaded read={team} lines={5}>
        {({ members, next, invitations, countries, mails }) => (
          <>
            <Members
              members={members}
              loading={team.loading}
              pager={
                <Pager
                  after={after}
                  next={next}
                  onChange={(to) => change({ after: to }, { push: true })}
                />
              }
              onChange={(member) => setAsked({ what: 'change', member })}
            />
            <Invitations invitations={invitations} />
            {asked?.what === 'invite' ? (
              <Invite countries={countries} mails={mails} onEnd={end} />
            ) : null}
            {asked?.what === 'change' ? (
              <ChangeMember member={asked.member} countries={countries} onEnd={end} />
            ) : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}
