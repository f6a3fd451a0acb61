// How does one say more about a claim?

import { useErrorWords } from '../../api/index.ts';
import type { CallError } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { claimTexts } from './texts.ts';

/** `onSay` answers whether it was taken. */
export function Reply({ onSay, pending, error }: { onSay(message: string): Promise<boolean>; pending: boolean; error: CallError | null }) {
  const words = useTexts(claimTexts);
  const { sayField } = useErrorWords();
  const send = async (message: string, form: HTMLFormElement): Promise<void> => {
    if (!(await onSay(message))) return;
    form.reset();
    toast(words.sent);
  };
  return (
    <Card title={words.write}>
      <Form onSend={({ message = '' }, form) => void send(message, form)} error={error}>
        <Textarea name="message" label={words.message} error={sayField(error, 'message')} maxLength={5_000} />
        <div className="buttons">
          <Button type="submit" icon="send" pending={pending}>
            {words.send}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
