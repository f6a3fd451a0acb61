// Form that creates a draft, from what is in force or from an earlier version, with a note on its
// purpose.

import { useChange, useErrorMessages } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { navigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import type { Kind } from './kind.ts';
import { catalogueMessages } from './messages.ts';

/** `from` null: what is in force. */
export function NewDraft({
  kind,
  from,
  onEnd,
}: {
  kind: Kind;
  from: number | null;
  onEnd(): void;
}) {
  const messages = useMessages(catalogueMessages);
  const { number } = useFormat();
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/drafts', {
    changes: ['GET operator/documents/:kind'],
  });
  const send = async ({ title = '' }: Record<string, string>): Promise<void> => {
    const answer = await run({ body: { kind, title: title.trim(), from } });
    if (answer !== null) navigate(`/drafts/${kind}/${answer.id}`);
  };
  return (
    <Dialog
      open
      title={from === null ? messages.newDraft : messages.backTitle(number(from))}
      onClose={onEnd}
    >
      <Form error={error} onSend={(values) => void send(values)}>
        <Field
          name="title"
          label={messages.newTitle}
          hint={messages.newHint}
          maxLength={100}
          defaultValue={from === null ? '' : messages.backTitle(number(from))}
          error={fieldMessageOf(error, 'title')}
          autoFocus
        />
        <Button type="submit" variant="primary" pending={pending}>
          {messages.begin}
        </Button>
      </Form>
    </Dialog>
  );
}
