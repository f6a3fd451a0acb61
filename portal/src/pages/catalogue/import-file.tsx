// Imports a file as a draft: the file that the command line exports and imports. Its faults are
// reported by line.

import { useState } from 'react';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { navigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import type { Kind } from './kind.ts';
import { LineProblems } from './problem-list.tsx';
import { catalogueMessages } from './messages.ts';
import './catalogue.css';

export function ImportFile({ kind, onEnd }: { kind: Kind; onEnd(): void }) {
  const messages = useMessages(catalogueMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/drafts/import', {
    changes: ['GET operator/documents/:kind'],
  });
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
    <Dialog open title={messages.importTitle} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{messages.importLead}</p>
        <LineProblems title={messages.fileFaults} problems={problems} />
        <Field
          type="file"
          accept=".json,application/json"
          label={messages.file}
          error={missing ? messages.noFile : fieldMessageOf(error, 'text')}
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
        <Field
          name="title"
          label={messages.newTitle}
          hint={messages.newHint}
          maxLength={100}
          error={fieldMessageOf(error, 'title')}
        />
        <Button type="submit" variant="primary" pending={pending}>
          {messages.importDo}
        </Button>
      </Form>
    </Dialog>
  );
}
