// How does a draft begin? With what is in force, or with a version of before, and a word on what it is for.

import { useChange, useErrorWords } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { navigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import type { Kind } from './kind.ts';
import { catalogueTexts } from './texts.ts';

/** `from` null: what is in force. */
export function NewDraft({ kind, from, onEnd }: { kind: Kind; from: number | null; onEnd(): void }) {
  const words = useTexts(catalogueTexts);
  const { number } = useFormat();
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/drafts', { changes: ['GET operator/documents/:kind'] });
  const send = async ({ title = '' }: Record<string, string>): Promise<void> => {
    const answer = await run({ body: { kind, title: title.trim(), from } });
    if (answer !== null) navigate(`/drafts/${kind}/${answer.id}`);
  };
  return (
    <Dialog open title={from === null ? words.newDraft : words.backTitle(number(from))} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <Field
          name="title"
          label={words.newTitle}
          hint={words.newHint}
          maxLength={100}
          defaultValue={from === null ? '' : words.backTitle(number(from))}
          error={sayField(error, 'title')}
          autoFocus
        />
        <Button type="submit" look="primary" pending={pending}>
          {words.begin}
        </Button>
      </Form>
    </Dialog>
  );
}
