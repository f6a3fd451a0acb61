// How does the operator let somebody into an account? By an invitation, or by a link for a new password; where people or money are there, another
// person approves before the link works.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { layoutTexts } from '../../layout/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Developer } from './developer.tsx';
import { developersTexts } from './texts.ts';

type Handed = RouteAnswer<'POST operator/developers/invite'>;

const offered = ['owner', 'admin', 'developer', 'finance', 'viewer'] as const;

export function Invite({ id, alone, onEnd }: { id: number; alone: boolean; onEnd(): void }) {
  const words = useTexts(developersTexts);
  const { roles } = useTexts(layoutTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/developers/invite', {
    changes: ['GET operator/developers/:id', 'GET operator/wishes'],
  });
  const [handed, setHanded] = useState<Handed | null>(null);
  const send = async ({ email = '', role, reason = '' }: Record<string, string>): Promise<void> => {
    const answer = await run({ body: { id, email: email.trim(), role: offered.find((each) => each === role) ?? 'owner', reason } });
    if (answer !== null) setHanded(answer);
  };
  if (handed !== null) return <HandOver title={words.inviteTitle} label={words.inviteLink} handed={handed} onEnd={onEnd} />;
  return (
    <Dialog open title={words.inviteTitle} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <Field name="email" type="email" label={words.inviteEmail} error={sayField(error, 'email')} autoComplete="off" autoFocus />
        <Select name="role" label={words.role} options={offered.map((role) => ({ value: role, label: roles[role] }))} />
        {alone ? null : (
          <>
            <p>{words.secondInvites}</p>
            <Field name="reason" label={words.reason} hint={words.reasonHint} maxLength={500} error={sayField(error, 'reason')} />
          </>
        )}
        <Button type="submit" look="primary" pending={pending}>
          {alone ? words.invite : words.ask}
        </Button>
      </Form>
    </Dialog>
  );
}

export function NewPassword({ id, member, onEnd }: { id: number; member: Developer['members'][number]; onEnd(): void }) {
  const words = useTexts(developersTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/developers/reset', { changes: ['GET operator/wishes'] });
  const [factors, setFactors] = useState(false);
  const [handed, setHanded] = useState<Handed | null>(null);
  const send = async ({ reason = '' }: Record<string, string>): Promise<void> => {
    const answer = await run({ body: { id, member: member.id, secondFactors: factors, reason: reason.trim() } });
    if (answer !== null) setHanded(answer);
  };
  const title = words.resetTitle(member.name);
  if (handed !== null) return <HandOver title={title} label={words.resetLink} handed={handed} onEnd={onEnd} />;
  return (
    <Dialog open title={title} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{words.resetWords}</p>
        <Checkbox
          label={words.withoutFactors}
          hint={words.withoutFactorsHint}
          checked={factors}
          onChange={(event) => setFactors(event.target.checked)}
        />
        <Field name="reason" label={words.reason} hint={words.reasonHint} maxLength={500} error={sayField(error, 'reason')} required />
        <Button type="submit" look="primary" pending={pending}>
          {words.ask}
        </Button>
      </Form>
    </Dialog>
  );
}

function HandOver({ title, label, handed: { link, wish }, onEnd }: { title: string; label: string; handed: Handed; onEnd(): void }) {
  const words = useTexts(developersTexts);
  return (
    <Dialog open firm title={title} onClose={onEnd}>
      <div className="stack">
        <p>{words.inviteHint}</p>
        {wish === null ? null : <Notice tone="warn">{words.linkWaits(String(wish))}</Notice>}
        <SecretOnce label={label} secret={link} />
        <Button look="primary" onClick={onEnd}>
          {words.finish}
        </Button>
      </div>
    </Dialog>
  );
}
