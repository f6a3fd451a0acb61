// Card of the profile: which topics the user is told of by e-mail.

import { useChange, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { mailTopics } from './mail-topics.ts';
import { userMessages } from './messages.ts';

export function MailTopicsCard() {
  const messages = useMessages(userMessages.mail);
  const read = useRead('GET mail-topics', {});
  const { run, pending, error } = useChange('POST mail-topics', { changes: ['GET mail-topics'] });
  const save = async (values: Record<string, string>): Promise<void> => {
    const off = mailTopics.filter((topic) => values[topic] === undefined);
    if ((await run({ body: { off } })) !== null) toast(messages.saved);
  };
  return (
    <Card title={messages.title} lead={messages.lead}>
      <Loaded read={read} lines={4}>
        {({ mails, off }) => (
          <Form error={error} onSend={(values) => void save(values)}>
            {mails ? null : <Notice tone="info">{messages.noMail}</Notice>}
            {mailTopics.map((topic) => (
              <Checkbox
                key={topic}
                name={topic}
                label={messages.topics[topic]}
                defaultChecked={!off.includes(topic)}
              />
            ))}
            <Checkbox label={messages.security} hint={messages.securityHint} checked disabled />
            <Buttons>
              <Button type="submit" pending={pending}>
                {messages.save}
              </Button>
            </Buttons>
          </Form>
        )}
      </Loaded>
    </Card>
  );
}
