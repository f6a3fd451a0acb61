// Page that the link at the end of each report leads to: ends it. A button does it, since mail
// programs follow links by themselves.

import { useState } from 'react';
import { useChange } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { currentPlace } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { scheduleMessages } from './messages.ts';

export default function Unsubscribe() {
  const messages = useMessages(scheduleMessages);
  // Behind the #, which browsers send nowhere.
  const [key] = useState(() => currentPlace().hash.slice(1));
  const [done, setDone] = useState(false);
  const { run, error, pending } = useChange('POST report-schedules/unsubscribe');
  const send = async (): Promise<void> => setDone((await run({ body: { key } })) !== null);
  return (
    <BarePage title={messages.unsubscribeTitle} lead={messages.unsubscribeLead}>
      {done ? (
        <Notice tone="good" live>
          {messages.ended}
        </Notice>
      ) : (
        <Form error={error} onSend={() => void send()}>
          <Button type="submit" variant="primary" wide pending={pending}>
            {messages.unsubscribe}
          </Button>
        </Form>
      )}
    </BarePage>
  );
}
