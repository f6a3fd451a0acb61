// Who works on this account? Its members; the operator invites the first of them.

import { useState } from 'react';
import { useChange, useErrorWords, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { layoutTexts } from '../../layout/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { Developer } from './developer.tsx';
import { developersTexts } from './texts.ts';

export function MembersCard({ id, members }: { id: number; members: Developer['members'] }) {
  const words = useTexts(developersTexts);
  const { roles } = useTexts(layoutTexts);
  const may = useMay('POST operator/developers/invite');
  const [inviting, setInviting] = useState(false);
  const invite = (
    <Button icon="plus" onClick={() => setInviting(true)}>
      {words.invite}
    </Button>
  );
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
        ]}
      />
      {inviting ? <Invite id={id} onEnd={() => setInviting(false)} /> : null}
    </Card>
  );
}

const offered = ['owner', 'admin', 'developer', 'finance', 'viewer'] as const;

function Invite({ id, onEnd }: { id: number; onEnd(): void }) {
  const words = useTexts(developersTexts);
  const { roles } = useTexts(layoutTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/developers/invite');
  const [link, setLink] = useState<string | null>(null);
  const send = async ({ email = '', role }: Record<string, string>): Promise<void> => {
    const answer = await run({ body: { id, email: email.trim(), role: offered.find((each) => each === role) ?? 'owner' } });
    if (answer !== null) setLink(answer.link);
  };
  return (
    <Dialog open title={words.inviteTitle} onClose={onEnd} firm={link !== null}>
      {link === null ? (
        <Form error={error} onSend={(values) => void send(values)}>
          <Field name="email" type="email" label={words.inviteEmail} error={sayField(error, 'email')} autoComplete="off" autoFocus />
          <Select name="role" label={words.role} options={offered.map((role) => ({ value: role, label: roles[role] }))} />
          <Button type="submit" look="primary" pending={pending}>
            {words.invite}
          </Button>
        </Form>
      ) : (
        <div className="stack">
          <p>{words.inviteHint}</p>
          <SecretOnce label={words.inviteLink} secret={link} />
          <Button look="primary" onClick={onEnd}>
            {words.finish}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
