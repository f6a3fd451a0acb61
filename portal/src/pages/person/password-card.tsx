// How is the password changed? With the present one and, where the gateway wants it, a proof of the second factor.

import { useState } from 'react';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Password } from '../../ui/password.tsx';
import { toast } from '../../ui/toast.tsx';
import { personTexts } from './texts.ts';

export function PasswordCard() {
  const { password: words } = useTexts(personTexts);
  const { sayField } = useErrorWords();
  const [open, setOpen] = useState(false);
  const { run, error, pending, reset } = useChange('POST password', { changes: ['GET sessions'] });
  const close = (): void => {
    setOpen(false);
    reset();
  };
  const save = async ({ present = '', password = '' }: Record<string, string>): Promise<void> => {
    if ((await run({ body: { present, password } })) === null) return;
    close();
    toast(words.saved);
  };
  return (
    <Card title={words.title} lead={words.lead}>
      <Button icon="lock" onClick={() => setOpen(true)}>
        {words.change}
      </Button>
      <Dialog open={open} onClose={close} title={words.change}>
        <Form error={error} onSend={(values) => void save(values)}>
          <Password name="present" label={words.present} error={sayField(error, 'present')} required autoFocus />
          <Password name="password" label={words.fresh} hint={words.hint} error={sayField(error, 'password')} fresh required />
          <Button type="submit" look="primary" wide pending={pending}>
            {words.save}
          </Button>
        </Form>
      </Dialog>
    </Card>
  );
}
