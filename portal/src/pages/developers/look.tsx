// Does the operator want to see what this developer sees? Asked with a reason for the audit log; then the portal is that account's, to look at.

import { useChange, useErrorWords, useSession } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { navigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { developersTexts } from './texts.ts';

export function Look({ id, name, onEnd }: { id: number; name: string; onEnd(): void }) {
  const words = useTexts(developersTexts);
  const { sayField } = useErrorWords();
  const { renew } = useSession();
  const { run, pending, error } = useChange('POST operator/developers/view');
  const send = async ({ reason = '' }: Record<string, string>): Promise<void> => {
    if ((await run({ body: { id, reason: reason.trim() } })) === null) return;
    await renew({ fresh: true });
    navigate('/');
  };
  return (
    <Dialog open title={words.lookTitle(name)} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{words.lookWords}</p>
        <Field name="reason" label={words.reason} hint={words.reasonHint} maxLength={500} error={sayField(error, 'reason')} autoFocus />
        <Button type="submit" look="primary" icon="eye" pending={pending}>
          {words.look}
        </Button>
      </Form>
    </Dialog>
  );
}
