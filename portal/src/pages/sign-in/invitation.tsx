// Page that accepts an invitation, with a name and a password: a new one, or that of a user who has
// one. Nobody is told here which of the two an address is.

import { useEffect, useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages, type CallError } from '../../api/index.ts';
import { useLanguage, useMessages } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { layoutMessages } from '../../layout/messages.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Password } from '../../ui/password.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { tokenOfLink, useArrive } from './arrive.ts';
import { signInMessages } from './messages.ts';
import { NameField } from './new-user-fields.tsx';

type Seen = RouteAnswer<'POST invitations/view'>;

export default function Invitation() {
  const { invitation: messages, noLink, noLinkTitle } = useMessages(signInMessages);
  const { roles } = useMessages(layoutMessages);
  const [token] = useState(tokenOfLink);
  const [seen, setSeen] = useState<Seen | null>(null);
  const { run, error } = useChange('POST invitations/view');
  useEffect(() => {
    if (token !== '') void run({ body: { token } }).then(setSeen);
  }, [run, token]);
  if (token === '') {
    return (
      <BarePage title={messages.ended}>
        <Notice tone="warn" title={noLinkTitle}>
          {noLink}
        </Notice>
      </BarePage>
    );
  }
  if (seen === null)
    return error === null ? (
      <BarePage title={messages.title}>
        <Skeleton />
      </BarePage>
    ) : (
      <Ended error={error} />
    );
  const role = roles[seen.role];
  return (
    <BarePage
      title={messages.title}
      lead={
        seen.side === 'operator'
          ? messages.operator(role)
          : messages.developer(seen.accountName ?? '', role)
      }
    >
      <AcceptForm token={token} seen={seen} />
    </BarePage>
  );
}

/** The link opens nothing: nobody is told that they are invited, and there is a way on. */
function Ended({ error }: { error: CallError }) {
  const messages = useMessages(signInMessages.invitation);
  const { messageOf } = useErrorMessages();
  return (
    <BarePage title={messages.ended}>
      <Notice tone="bad" live>
        <p>{messageOf(error)}</p>
        {error.code === 'linkNotValid' ? <p>{messages.endedHint}</p> : null}
      </Notice>
      <ButtonLink variant="primary" wide to="/sign-in">
        {messages.signIn}
      </ButtonLink>
    </BarePage>
  );
}

function AcceptForm({ token, seen }: { token: string; seen: Seen }) {
  const { invitation: messages, choose, signIn } = useMessages(signInMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { language } = useLanguage();
  const arrive = useArrive();
  const { run, error, pending } = useChange('POST invitations/accept');
  const send = async ({ name = '', password = '' }: Record<string, string>): Promise<void> => {
    const answer = await run({ body: { token, name: name.trim(), password, language } });
    if (answer !== null) await arrive(answer.next);
  };
  return (
    <Form error={error} onSend={(values) => void send(values)}>
      <Field
        name="email"
        type="email"
        label={signIn.email}
        autoComplete="username"
        value={seen.email}
        readOnly
      />
      <Notice>{messages.known}</Notice>
      <NameField error={error} />
      <Password
        name="password"
        label={signIn.password}
        error={fieldMessageOf(error, 'password')}
        required
        fresh
        hint={choose.passwordHint}
      />
      <Button type="submit" variant="primary" wide pending={pending}>
        {messages.submit}
      </Button>
    </Form>
  );
}
