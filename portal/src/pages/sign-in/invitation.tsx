// How does a person accept an invitation? With a name and a password; with the password they have where they are known already.

import { useEffect, useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords, type CallError } from '../../api/index.ts';
import { useLanguage, useTexts } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { layoutTexts } from '../../layout/texts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Password } from '../../ui/password.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { tokenOfLink, useArrive } from './arrive.ts';
import { signInTexts } from './texts.ts';

type Seen = RouteAnswer<'POST invitations/look'>;

export default function Invitation() {
  const { invitation: words, noLink, noLinkTitle } = useTexts(signInTexts);
  const { roles } = useTexts(layoutTexts);
  const [token] = useState(tokenOfLink);
  const [seen, setSeen] = useState<Seen | null>(null);
  const { run, error } = useChange('POST invitations/look');
  useEffect(() => {
    if (token !== '') void run({ body: { token } }).then(setSeen);
  }, [run, token]);
  if (token === '') {
    return (
      <BarePage title={words.ended}>
        <Notice tone="warn" title={noLinkTitle}>
          {noLink}
        </Notice>
      </BarePage>
    );
  }
  if (seen === null)
    return error === null ? (
      <BarePage title={words.title}>
        <Skeleton />
      </BarePage>
    ) : (
      <Ended error={error} />
    );
  const role = roles[seen.role];
  return (
    <BarePage title={words.title} lead={seen.side === 'operator' ? words.operator(role) : words.developer(seen.accountName ?? '', role)}>
      <AcceptForm token={token} seen={seen} />
    </BarePage>
  );
}

/** The link opens nothing: nobody is told that they are invited, and there is a way on. */
function Ended({ error }: { error: CallError }) {
  const { invitation: words } = useTexts(signInTexts);
  const { say } = useErrorWords();
  return (
    <BarePage title={words.ended}>
      <Notice tone="bad" live>
        <p>{say(error)}</p>
        {error.code === 'linkNotValid' ? <p>{words.endedHint}</p> : null}
      </Notice>
      <ButtonLink look="primary" wide to="/sign-in">
        {words.signIn}
      </ButtonLink>
    </BarePage>
  );
}

function AcceptForm({ token, seen }: { token: string; seen: Seen }) {
  const { invitation: words, choose, signIn } = useTexts(signInTexts);
  const { sayField } = useErrorWords();
  const { language } = useLanguage();
  const arrive = useArrive();
  const { run, error, pending } = useChange('POST invitations/accept');
  const send = async ({ name = '', password = '' }: Record<string, string>): Promise<void> => {
    // The name of somebody who is known stays as it is; the interface wants one all the same.
    const answer = await run({ body: { token, name: seen.known ? seen.email.slice(0, 100) : name.trim(), password, language } });
    if (answer !== null) await arrive(answer.next);
  };
  return (
    <Form error={error} onSend={(values) => void send(values)}>
      {seen.known ? <Notice>{words.known}</Notice> : null}
      <Field name="email" type="email" label={signIn.email} autoComplete="username" value={seen.email} readOnly />
      {seen.known ? null : <Field name="name" label={choose.name} autoComplete="name" error={sayField(error, 'name')} required />}
      <Password
        name="password"
        label={signIn.password}
        error={sayField(error, 'password')}
        required
        {...(seen.known ? {} : { fresh: true, hint: choose.passwordHint })}
      />
      <Button type="submit" look="primary" wide pending={pending}>
        {words.submit}
      </Button>
    </Form>
  );
}
