// Page that sets a new password by a one-time link, for a user who forgot it.

import { useState } from 'react';
import { useChange } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { tokenOfLink, useArrive } from './arrive.ts';
import { signInMessages } from './messages.ts';
import { NewPasswordField } from './new-user-fields.tsx';

export default function Reset() {
  const { reset: messages, noLink, noLinkTitle } = useMessages(signInMessages);
  const arrive = useArrive();
  const [token] = useState(tokenOfLink);
  const { run, error, pending } = useChange('POST reset');
  const send = async (password: string): Promise<void> => {
    const answer = await run({ body: { token, password } });
    if (answer !== null) await arrive(answer.next);
  };
  return (
    <BarePage title={messages.title} lead={messages.lead}>
      {token === '' ? (
        <Notice tone="warn" title={noLinkTitle}>
          {noLink}
        </Notice>
      ) : (
        <Form error={error} onSend={(values) => void send(values['password'] ?? '')}>
          <NewPasswordField error={error} label={messages.password} />
          <Button type="submit" variant="primary" wide pending={pending}>
            {messages.submit}
          </Button>
        </Form>
      )}
    </BarePage>
  );
}
