// Form that adds a message to a claim.

import { useErrorMessages } from '../../api/index.ts';
import type { CallError } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { claimMessages } from './messages.ts';

/** `onSay` answers whether it was taken. */
export function Reply({
  onSay,
  pending,
  error,
}: {
  onSay(message: string): Promise<boolean>;
  pending: boolean;
  error: CallError | null;
}) {
  const messages = useMessages(claimMessages);
  const { fieldMessageOf } = useErrorMessages();
  const send = async (message: string, form: HTMLFormElement): Promise<void> => {
    if (!(await onSay(message))) return;
    form.reset();
    toast(messages.sent);
  };
  return (
    <Card title={messages.write}>
      <Form onSend={({ message = '' }, form) => void send(message, form)} error={error}>
        <Textarea
          name="message"
          label={messages.message}
          error={fieldMessageOf(error, 'message')}
          maxLength={5_000}
        />
        <div className="buttons">
          <Button type="submit" icon="send" pending={pending}>
            {messages.send}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
