// Form that changes the password, with the present one and, where the gateway demands it, a proof
// of the second factor.

import { useState } from 'react';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Password } from '../../ui/password.tsx';
import { toast } from '../../ui/toast.tsx';
import { userMessages } from './messages.ts';

export function PasswordCard() {
  const messages = useMessages(userMessages.password);
  const { fieldMessageOf } = useErrorMessages();
  const [open, setOpen] = useState(false);
  const { run, error, pending, reset } = useChange('POST password', { changes: ['GET sessions'] });
  const close = (): void => {
    setOpen(false);
    reset();
  };
  const save = async ({ present = '', password = '' }: Record<string, string>): Promise<void> => {
    if ((await run({ body: { present, password } })) === null) return;
    close();
    toast(messages.saved);
  };
  return (
    <Card title={messages.title} lead={messages.lead}>
      <Button icon="lock" onClick={() => setOpen(true)}>
        {messages.change}
      </Button>
      <Dialog open={open} onClose={close} title={messages.change}>
        <Form error={error} onSend={(values) => void save(values)}>
          <Password
            name="present"
            label={messages.present}
            error={fieldMessageOf(error, 'present')}
            required
            autoFocus
          />
          <Password
            name="password"
            label={messages.fresh}
            hint={messages.hint}
            error={fieldMessageOf(error, 'password')}
            fresh
            required
          />
          <Button type="submit" variant="primary" wide pending={pending}>
            {messages.save}
          </Button>
        </Form>
      </Dialog>
    </Card>
  );
}
