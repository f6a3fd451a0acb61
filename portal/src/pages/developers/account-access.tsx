// Form with which the operator grants access to an account, by an invitation or by a link for a
// new password. Where the account has members or money, another user approves before the link
// works.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { layoutMessages } from '../../layout/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Developer } from './answers.ts';
import { developersMessages } from './messages.ts';

type Handed = RouteAnswer<'POST operator/developers/invite'>;

const offered = ['owner', 'admin', 'developer', 'finance', 'viewer'] as const;

export function Invite({ id, alone, onEnd }: { id: number; alone: boolean; onEnd(): void }) {
  const messages = useMessages(developersMessages);
  const { roles } = useMessages(layoutMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/developers/invite', {
    changes: ['GET operator/developers/:id', 'GET operator/approval-requests'],
  });
  const [handed, setHanded] = useState<Handed | null>(null);
  const send = async ({ email = '', role, reason = '' }: Record<string, string>): Promise<void> => {
    const answer = await run({
      body: {
        id,
        email: email.trim(),
        role: offered.find((each) => each === role) ?? 'owner',
        reason,
      },
    });
    if (answer !== null) setHanded(answer);
  };
  if (handed !== null)
    return (
      <HandOver
        title={messages.inviteTitle}
        label={messages.inviteLink}
        handed={handed}
        onEnd={onEnd}
      />
    );
  return (
    <Dialog open title={messages.inviteTitle} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <Field
          name="email"
          type="email"
          label={messages.inviteEmail}
          error={fieldMessageOf(error, 'email')}
          autoComplete="off"
          autoFocus
        />
        <Select
          name="role"
          label={messages.role}
          options={offered.map((role) => ({ value: role, label: roles[role] }))}
        />
        {alone ? null : (
          <>
            <p>{messages.secondInvites}</p>
            <Field
              name="reason"
              label={messages.reason}
              hint={messages.reasonHint}
              maxLength={500}
              error={fieldMessageOf(error, 'reason')}
            />
          </>
        )}
        <Button type="submit" variant="primary" pending={pending}>
          {alone ? messages.invite : messages.ask}
        </Button>
      </Form>
    </Dialog>
  );
}

export function NewPassword({
  id,
  member,
  onEnd,
}: {
  id: number;
  member: Developer['members'][number];
  onEnd(): void;
}) {
  const messages = useMessages(developersMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/developers/reset', {
    changes: ['GET operator/approval-requests'],
  });
  const [factors, setFactors] = useState(false);
  const [handed, setHanded] = useState<Handed | null>(null);
  const send = async ({ reason = '' }: Record<string, string>): Promise<void> => {
    const answer = await run({
      body: { id, member: member.id, secondFactors: factors, reason: reason.trim() },
    });
    if (answer !== null) setHanded(answer);
  };
  const title = messages.resetTitle(member.name);
  if (handed !== null)
    return <HandOver title={title} label={messages.resetLink} handed={handed} onEnd={onEnd} />;
  return (
    <Dialog open title={title} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{messages.resetBody}</p>
        <Checkbox
          label={messages.withoutFactors}
          hint={messages.withoutFactorsHint}
          checked={factors}
          onChange={(event) => setFactors(event.target.checked)}
        />
        <Field
          name="reason"
          label={messages.reason}
          hint={messages.reasonHint}
          maxLength={500}
          error={fieldMessageOf(error, 'reason')}
          required
        />
        <Button type="submit" variant="primary" pending={pending}>
          {messages.ask}
        </Button>
      </Form>
    </Dialog>
  );
}

function HandOver({
  title,
  label,
  handed: { link, approvalRequest },
  onEnd,
}: {
  title: string;
  label: string;
  handed: Handed;
  onEnd(): void;
}) {
  const messages = useMessages(developersMessages);
  if (link === null)
    return (
      <Dialog open title={title} onClose={onEnd}>
        <div className="stack">
          <p>
            {approvalRequest === null
              ? messages.linkMailed
              : messages.linkMailedLater(String(approvalRequest))}
          </p>
          <Button variant="primary" onClick={onEnd}>
            {messages.finish}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog open firm title={title} onClose={onEnd}>
      <div className="stack">
        <p>{messages.inviteHint}</p>
        {approvalRequest === null ? null : (
          <Notice tone="warn">{messages.linkWaits(String(approvalRequest))}</Notice>
        )}
        <SecretOnce label={label} secret={link} />
        <Button variant="primary" onClick={onEnd}>
          {messages.finish}
        </Button>
      </div>
    </Dialog>
  );
}
