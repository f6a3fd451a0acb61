// How does the first operator come in? By the one-time link that the first start prints; there is no default password.

import { useState } from 'react';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useLanguage, useTexts } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Password } from '../../ui/password.tsx';
import { tokenOfLink, useArrive } from './arrive.ts';
import { signInTexts } from './texts.ts';

export default function FirstOperator() {
  const { first: words, choose, signIn, noLink, noLinkTitle } = useTexts(signInTexts);
  const { language } = useLanguage();
  const { sayField } = useErrorWords();
  const arrive = useArrive();
  const { run, error, pending } = useChange('POST first-operator');
  const [token] = useState(tokenOfLink);
  const send = async ({ name = '', email = '', password = '' }: Record<string, string>): Promise<void> => {
    const answer = await run({ body: { token, name: name.trim(), email: email.trim(), password, language } });
    if (answer !== null) await arrive(answer.next);
  };
  return (
    <BarePage title={words.title} lead={words.lead}>
      {token === '' ? (
        <Notice tone="warn" title={noLinkTitle}>
          {noLink}
        </Notice>
      ) : (
        <Form error={error} onSend={(values) => void send(values)}>
          <Field name="name" label={choose.name} autoComplete="name" error={sayField(error, 'name')} required />
          <Field
            name="email"
            type="email"
            label={signIn.email}
            autoComplete="username"
            autoCapitalize="none"
            error={sayField(error, 'email')}
            required
          />
          <Password name="password" label={signIn.password} hint={choose.passwordHint} error={sayField(error, 'password')} fresh required />
          <Button type="submit" look="primary" wide pending={pending}>
            {words.submit}
          </Button>
        </Form>
      )}
    </BarePage>
  );
}
