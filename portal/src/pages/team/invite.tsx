// Invites a member, by a link that is sent by e-mail, or shown once for the inviting user to hand
// over.

import { useState } from 'react';
import { useChange, useErrorMessages, useMe } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SeatFields, useSeat } from './seat-fields.tsx';
import { teamMessages } from './messages.ts';

export function Invite({
  countries,
  mails,
  onEnd,
}: {
  countries: readonly string[];
  /** Whether the link is sent by e-mail. */
  mails: boolean;
  onEnd(): void;
}) {
  const messages = useMessages(teamMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { membership } = useMe();
  const { run, pending, error } = useChange('POST team/invite', { changes: ['GET team'] });
  const { seat, setSeat, complete } = useSeat({
    role: 'viewer',
    countries: membership?.countries ?? null,
  });
  const [made, setMade] = useState<{ email: string; link: string | null } | null>(null);
  const [early, setEarly] = useState(false);
  const send = async (email: string): Promise<void> => {
    setEarly(!complete);
    if (!complete) return;
    const answer = await run({ body: { email, ...seat } });
    if (answer !== null) setMade({ email, link: answer.link });
  };
  if (made !== null) return <Made {...made} onEnd={onEnd} />;
  return (
    <Dialog open title={messages.inviteTitle} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send((values['email'] ?? '').trim())}>
        <Field
          name="email"
          type="email"
          label={messages.email}
          hint={mails ? messages.inviteMailHint : messages.inviteHint}
          error={fieldMessageOf(error, 'email')}
          autoComplete="off"
          required
          autoFocus
        />
        {membership?.side === 'operator' ? <Notice>{messages.notTwo}</Notice> : null}
        <SeatFields value={seat} countries={countries} error={error} onChange={setSeat} />
        {early && !complete ? (
          <Notice tone="bad" live>
            {messages.chooseCountry}
          </Notice>
        ) : null}
        <Button type="submit" variant="primary" wide pending={pending}>
          {mails ? messages.inviteSend : messages.makeLink}
        </Button>
      </Form>
    </Dialog>
  );
}

function Made({ email, link, onEnd }: { email: string; link: string | null; onEnd(): void }) {
  const messages = useMessages(teamMessages);
  const done = (
    <Button variant="primary" onClick={onEnd}>
      {messages.done}
    </Button>
  );
  if (link === null)
    return (
      <Dialog open title={messages.mailedTitle} onClose={onEnd} actions={done}>
        <p>{messages.mailed(email)}</p>
      </Dialog>
    );
  return (
    <Dialog open firm title={messages.linkTitle} onClose={onEnd} actions={done}>
      <SecretOnce label={messages.linkLabel(email)} secret={link}>
        {messages.linkOnce}
      </SecretOnce>
    </Dialog>
  );
}
