// Admits the first operator by the one-time link that the first start prints; there is no default
// password.

import { useState } from 'react';
import { useChange } from '../../api/index.ts';
import { useLanguage, useMessages } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { tokenOfLink, useArrive } from './arrive.ts';
import { signInMessages } from './messages.ts';
import { EmailField, NameField, NewPasswordField } from './new-user-fields.tsx';

export default function FirstOperator() {
  const { first: messages, noLink, noLinkTitle } = useMessages(signInMessages);
  const { language } = useLanguage();
  const arrive = useArrive();
  const { run, error, pending } = useChange('POST first-operator');
  const [token] = useState(tokenOfLink);
  const send = async ({
    name = '',
    email = '',
    password = '',
  }: Record<string, string>): Promise<void> => {
    const answer = await run({
      body: { token, name: name.trim(), email: email.trim(), password, language },
    });
    if (answer !== null) await arrive(answer.next);
  };
  return (
    <BarePage title={messages.title} lead={messages.lead}>
      {token === '' ? (
        <Notice tone="warn" title={noLinkTitle}>
          {noLink}
        </Notice>
      ) : (
        <Form error={error} onSend={(values) => void send(values)}>
          <NameField error={error} />
          <EmailField error={error} />
          <NewPasswordField error={error} />
          <Button type="submit" variant="primary" wide pending={pending}>
            {messages.submit}
          </Button>
        </Form>
      )}
    </BarePage>
  );
}
