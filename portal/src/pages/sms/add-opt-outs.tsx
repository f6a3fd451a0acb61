// How do numbers come onto the list of those who want no messages?

import { useState } from 'react';
import { useChange } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { NumbersField, numbersIn } from './numbers-field.tsx';
import { smsTexts } from './texts.ts';
import type { SmsApp } from './use-app.tsx';

export function AddOptOuts({ app, onEnd }: { app: SmsApp; onEnd(): void }) {
  const { optOuts: words, compose } = useTexts(smsTexts);
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
    toast(words.added(answer.added));
  };
  return (
    <Dialog open title={words.addTitle} onClose={onEnd}>
      <Form error={error} onSend={() => void add()}>
        <NumbersField value={text} onChange={setText} error={early ? compose.toFill : undefined} />
        {bad.length === 0 ? null : (
          <Notice tone="bad" live>
            {words.bad} {bad.join(', ')}
          </Notice>
        )}
        <Button type="submit" look="primary" wide pending={pending}>
          {words.add}
        </Button>
      </Form>
    </Dialog>
  );
}
