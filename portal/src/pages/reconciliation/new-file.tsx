// How is a statement added? The file is sent, its columns are named beside a preview, and only then does it count.

import { useState } from 'react';
import { CallError, useErrorWords, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { MapFile } from './map-file.tsx';
import { fileBytesMax, sendFile } from './send-file.ts';
import { reconciliationTexts } from './texts.ts';
import { uploadTexts } from './upload-texts.ts';
import './reconciliation.css';

interface Sent {
  id: number;
  name: string;
  route: string;
}

export default function NewFile() {
  const words = useTexts(uploadTexts);
  const { back } = useTexts(reconciliationTexts);
  const [sent, setSent] = useState<Sent | null>(null);
  return (
    <Page title={words.title} lead={words.lead} back={{ to: '/reconciliation', label: back }}>
      {sent === null ? (
        <ChooseFile onSent={setSent} />
      ) : (
        <div className="stack">
          <Card
            title={words.choose}
            lead={`${sent.name} · ${sent.route}`}
            actions={<Button onClick={() => setSent(null)}>{words.chooseAnother}</Button>}
          />
          <MapFile key={sent.id} id={sent.id} route={sent.route} />
        </div>
      )}
    </Page>
  );
}

function ChooseFile({ onSent }: { onSent(sent: Sent): void }) {
  const words = useTexts(uploadTexts);
  const { sayField } = useErrorWords();
  const { answer } = useRead('GET operator/reconciliation', { query: {} });
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [error, setError] = useState<CallError | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const routes = answer?.routes ?? [];
  const send = async ({ route = '' }: Record<string, string>): Promise<void> => {
    setError(null);
    if (file === null || file.size > fileBytesMax) return setFault(file === null ? words.missing : words.tooLarge);
    try {
      setShare(0);
      onSent({ id: await sendFile(file, route, setShare), name: file.name, route });
    } catch (problem) {
      setShare(null);
      setError(problem instanceof CallError ? problem : new CallError('internal', 0));
    }
  };
  return (
    <Card title={words.choose}>
      <Form error={error} onSend={(values) => void send(values)}>
        <Select
          name="route"
          label={words.provider}
          options={routes.map((value) => ({ value, label: value }))}
          error={sayField(error, 'route')}
        />
        <Field
          type="file"
          label={words.file}
          accept=".csv,.txt,.xlsx,text/csv"
          error={fault}
          onChange={(event) => {
            setFault(undefined);
            setFile(event.target.files?.[0] ?? null);
          }}
        />
        {share === null ? null : (
          <progress className="reconciliation-progress" max={1} value={share} aria-label={words.sending}>
            {Math.round(share * 100)} %
          </progress>
        )}
        <Button type="submit" look="primary" icon="upload" pending={share !== null}>
          {words.send}
        </Button>
      </Form>
    </Card>
  );
}
