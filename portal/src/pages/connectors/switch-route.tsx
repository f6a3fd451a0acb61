// Is nothing new to begin on a route, or is it to go on? Asked with a reason, and in force at once.

import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { connectorsTexts } from './texts.ts';

export function SwitchRoute({ name, off, onEnd }: { name: string; off: boolean; onEnd(): void }) {
  const words = useTexts(connectorsTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/connectors/switch', {
    changes: ['GET operator/connectors', 'GET operator/documents/:kind', 'GET operator/documents/:kind/versions'],
  });
  const send = async ({ reason = '' }: Record<string, string>): Promise<void> => {
    if ((await run({ body: { name, off, reason: reason.trim() } })) === null) return;
    toast(off ? words.offDone : words.onDone);
    onEnd();
  };
  return (
    <Dialog open title={off ? words.offTitle(name) : words.onTitle(name)} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{off ? words.offWords : words.onWords}</p>
        <Field name="reason" label={words.reason} hint={words.reasonHint} maxLength={500} error={sayField(error, 'reason')} autoFocus />
        <Button type="submit" look={off ? 'danger' : 'primary'} pending={pending}>
          {off ? words.switchOff : words.switchOn}
        </Button>
      </Form>
    </Dialog>
  );
}
