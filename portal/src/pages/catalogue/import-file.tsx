// How does a file become a draft? The file that the command line exports and imports; its faults are told by line.

import { useState } from 'react';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { navigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import type { Kind } from './kind.ts';
import { LineProblems } from './problem-list.tsx';
import { catalogueTexts } from './texts.ts';
import './catalogue.css';

export function ImportFile({ kind, onEnd }: { kind: Kind; onEnd(): void }) {
  const words = useTexts(catalogueTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/drafts/import', { changes: ['GET operator/documents/:kind'] });
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const [problems, setProblems] = useState<Parameters<typeof LineProblems>[0]['problems']>([]);
  const send = async ({ title = '' }: Record<string, string>): Promise<void> => {
    setMissing(file === null);
    if (file === null) return;
    const answer = await run({ body: { kind, title: title.trim(), text: await file.text() } });
    if (answer === null) return;
    if (answer.id === null) setProblems(answer.problems);
    else navigate(`/drafts/${kind}/${answer.id}`);
  };
  return (
    <Dialog open title={words.importTitle} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{words.importLead}</p>
        <LineProblems title={words.fileFaults} problems={problems} />
        <Field
          type="file"
          accept=".json,application/json"
          label={words.file}
          error={missing ? words.noFile : sayField(error, 'text')}
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
        <Field name="title" label={words.newTitle} hint={words.newHint} maxLength={100} error={sayField(error, 'title')} />
        <Button type="submit" look="primary" pending={pending}>
          {words.importDo}
        </Button>
      </Form>
    </Dialog>
  );
}
