// How does a person who forgot the password get a new one? By a one-time link.

import { useState } from 'react';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Password } from '../../ui/password.tsx';
import { tokenOfLink, useArrive } from './arrive.ts';
import { signInTexts } from './texts.ts';

export default function Reset() {
  const { reset: words, choose, noLink, noLinkTitle } = useTexts(signInTexts);
  const { sayField } = useErrorWords();
  const arrive = useArrive();
  const [token] = useState(tokenOfLink);
  const { run, error, pending } = useChange('POST reset');
  const send = async (password: string): Promise<void> => {
    const answer = await run({ body: { token, password } });
    if (answer !== null) await arrive(answer.next);
  };
  return (
    <BarePage title={words.title} lead={words.lead}>
      {token === '' ? (
        <Notice tone="warn" title={noLinkTitle}>
          {noLink}
        </Notice>
      ) : (
        <Form error={error} onSend={(values) => void send(values['password'] ?? '')}>
          <Password name="password" label={words.password} hint={choose.passwordHint} error={sayField(error, 'password')} fresh required />
          <Button type="submit" look="primary" wide pending={pending}>
            {words.submit}
          </Button>
        </Form>
      )}
    </BarePage>
  );
}
