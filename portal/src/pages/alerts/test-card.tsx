// Buttons that send a sample on each channel, to the user who presses them.

import { useChange, useErrorMessages, useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { alertSettingsMessages } from './messages.ts';

const channels = ['email', 'sms', 'webhook'] as const;

export function TestCard() {
  const messages = useMessages(alertSettingsMessages);
  const may = useMay('POST operator/alert-settings/test');
  const { messageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/alert-settings/test');
  const test = async (channel: (typeof channels)[number]): Promise<void> => {
    const answer = await run({ body: { channel } });
    if (answer === null) return;
    const { problem } = answer;
    if (problem === null) toast(messages.testSent);
    else if (problem === 'notSetUp') toast(messages.notSetUp, 'bad');
    else toast(messages.testFailed(problem), 'bad');
  };
  if (!may) return null;
  return (
    <Card title={messages.test} lead={messages.testLead}>
      {error === null ? null : <Notice tone="bad">{messageOf(error)}</Notice>}
      <Buttons>
        {channels.map((channel) => (
          <Button key={channel} pending={pending} onClick={() => void test(channel)}>
            {messages.tests[channel]}
          </Button>
        ))}
      </Buttons>
    </Card>
  );
}
