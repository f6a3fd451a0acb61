// How is somebody invited? By a link that is shown once and that the person who invites hands over.

import { useState } from 'react';
import { useChange, useErrorWords, useMe } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SeatFields, useSeat } from './seat-fields.tsx';
import { teamTexts } from './texts.ts';

export function Invite({ countries, onEnd }: { countries: readonly string[]; onEnd(): void }) {
  const words = useTexts(teamTexts);
  const { sayField } = useErrorWords();
  const { membership } = useMe();
  const { run, pending, error } = useChange('POST team/invite', { changes: ['GET team'] });
  const { seat, setSeat, complete } = useSeat({ role: 'viewer', countries: membership?.countries ?? null });
  const [made, setMade] = useState<{ email: string; link: string } | null>(null);
  const [early, setEarly] = useState(false);
  const send = async (email: string): Promise<void> => {
    setEarly(!complete);
    if (!complete) return;
    const answer = await run({ body: { email, ...seat } });
    if (answer !== null) setMade({ email, link: answer.link });
  };
  if (made !== null) {
    return (
      <Dialog
        open
        firm
        title={words.linkTitle}
        onClose={onEnd}
        actions={
          <Button look="primary" onClick={onEnd}>
            {words.done}
          </Button>
        }
      >
        <SecretOnce label={words.linkLabel(made.email)} secret={made.link}>
          {words.linkOnce}
        </SecretOnce>
      </Dialog>
    );
  }
  return (
    <Dialog open title={words.inviteTitle} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send((values['email'] ?? '').trim())}>
        <Field
          name="email"
          type="email"
          label={words.email}
          hint={words.inviteHint}
          error={sayField(error, 'email')}
          autoComplete="off"
          required
          autoFocus
        />
        {membership?.side === 'operator' ? <Notice>{words.notTwo}</Notice> : null}
        <SeatFields value={seat} countries={countries} error={error} onChange={setSeat} />
        {early && !complete ? (
          <Notice tone="bad" live>
            {words.chooseCountry}
          </Notice>
        ) : null}
        <Button type="submit" look="primary" wide pending={pending}>
          {words.makeLink}
        </Button>
      </Form>
    </Dialog>
  );
}
