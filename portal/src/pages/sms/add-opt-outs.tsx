// Form that adds numbers to the opt-out list.

import { useState } from 'react';
import { useChange } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { NumbersField, numbersIn } from './numbers-field.tsx';
import { smsMessages } from './messages.ts';
import type { SmsApp } from './use-app.tsx';

export function AddOptOuts({ app, onEnd }: { app: SmsApp; onEnd(): void }) {
  const { optOuts: messages, compose } = useMessages(smsMessages);
  const { run, pending, error } = useChange('POST sms/opt-outs', { changes: ['GET sms/opt-outs'] });
  const [text, setText] = useState('');
  const [early, setEarly] = useState(false);
  const [bad, setBad] = useState<readonly string[]>([]);
  const add = async (): Promise<void> => {
    const numbers = numbersIn(text);
    setEarly(numbers.length === 0);
    setBad([]);
    const answer = numbers.length === 0 ? null : await run({ body: { app: app.id, numbers } });
    if (answer === null) return;
    if (answer.bad.length > 0) {
      setBad(answer.bad);
      return;
    }
    onEnd();
    toast(messages.added(answer.added));
  };
  return (
    <Dialog open title={messages.addTitle} onClose={onEnd}>
      <Form error={error} onSend={() => void add()}>
        <NumbersField value={text} onChange={setText} error={early ? compose.toFill : undefined} />
        {bad.length === 0 ? null : (
          <Notice tone="bad" live>
            {messages.bad} {bad.join(', ')}
          </Notice>
        )}
        <Button type="submit" variant="primary" wide pending={pending}>
          {messages.add}
        </Button>
      </Form>
    </Dialog>
  );
}
