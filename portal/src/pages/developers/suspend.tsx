// Is this account to begin nothing new, or to go on? Asked with a reason for the audit log.

import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { developersTexts } from './texts.ts';

export function Suspend({ id, name, suspended, onEnd }: { id: number; name: string; suspended: boolean; onEnd(): void }) {
  const words = useTexts(developersTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/developers/suspend', {
    changes: ['GET operator/developers', 'GET operator/developers/:id'],
  });
  const send = async ({ reason = '' }: Record<string, string>): Promise<void> => {
    if ((await run({ body: { id, suspended: !suspended, reason: reason.trim() } })) === null) return;
    toast(suspended ? words.resumeDone : words.suspendDone);
    onEnd();
  };
  return (
    <Dialog open title={suspended ? words.resumeTitle(name) : words.suspendTitle(name)} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{suspended ? words.resumeWords : words.suspendWords}</p>
        <Field name="reason" label={words.reason} hint={words.reasonHint} maxLength={500} error={sayField(error, 'reason')} autoFocus />
        <Button type="submit" look={suspended ? 'primary' : 'danger'} pending={pending}>
          {suspended ? words.resume : words.suspend}
        </Button>
      </Form>
    </Dialog>
  );
}
