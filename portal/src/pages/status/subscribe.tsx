// Subscribing to incidents: by e-mail, where the gateway has a mail server, and as a feed.

import { useState } from 'react';
import { addressOf, useChange, useErrorMessages } from '../../api/index.ts';
import { useLanguage, useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { statusMessages } from './messages.ts';

export function Subscribe({ mails }: { mails: boolean }) {
  const messages = useMessages(statusMessages);
  const { language } = useLanguage();
  return (
    <Card
      title={messages.subscribe}
      {...(mails && { lead: messages.subscribeLead })}
      actions={
        <a href={addressOf('GET public-status/feed', { query: { language } })}>{messages.feed}</a>
      }
    >
      {mails ? <ByEmail /> : null}
    </Card>
  );
}

function ByEmail() {
  const messages = useMessages(statusMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { language } = useLanguage();
  const [sent, setSent] = useState(false);
  const { run, error, pending } = useChange('POST public-status/subscribe');
  const send = async ({ email = '' }: Record<string, string>): Promise<void> =>
    setSent((await run({ body: { email, language } })) !== null);
  if (sent)
    return (
      <Notice tone="good" live>
        {messages.sent}
      </Notice>
    );
  return (
    <Form error={error} onSend={(values) => void send(values)}>
      <Field
        name="email"
        type="email"
        autoComplete="email"
        label={messages.email}
        error={fieldMessageOf(error, 'email')}
      />
      <Button type="submit" pending={pending}>
        {messages.send}
      </Button>
    </Form>
  );
}
