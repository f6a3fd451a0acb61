// Page that adds a statement. The file is uploaded, its columns are named beside a preview, and
// only then is it imported.

import { useState } from 'react';
import { CallError, useErrorMessages, useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { MapFile } from './map-file.tsx';
import { fileBytesMax, sendFile } from './send-file.ts';
import { reconciliationMessages } from './messages.ts';
import { uploadMessages } from './upload-messages.ts';
import './reconciliation.css';

interface Sent {
  id: number;
  name: string;
  /** What people call whose statement it is. */
  party: string;
  isBank: boolean;
}

export default function NewFile() {
  const messages = useMessages(uploadMessages);
  const { back } = useMessages(reconciliationMessages);
  const [sent, setSent] = useState<Sent | null>(null);
  return (
    <Page title={messages.title} lead={messages.lead} back={{ to: '/reconciliation', label: back }}>
      {sent === null ? (
        <ChooseFile onSent={setSent} />
      ) : (
        <div className="stack">
          <Card
            title={messages.choose}
            lead={`${sent.name} · ${sent.party}`}
            actions={<Button onClick={() => setSent(null)}>{messages.chooseAnother}</Button>}
          />
          <MapFile key={sent.id} id={sent.id} party={sent.party} isBank={sent.isBank} />
        </div>
      )}
    </Page>
  );
}

function ChooseFile({ onSent }: { onSent(sent: Sent): void }) {
  const messages = useMessages(uploadMessages);
  const format = useFormat();
  const { fieldMessageOf } = useErrorMessages();
  const { answer } = useRead('GET operator/reconciliation', { query: {} });
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [error, setError] = useState<CallError | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const parties = (answer?.parties ?? []).filter(({ stands }) => stands);
  const send = async ({ party: of = '' }: Record<string, string>): Promise<void> => {
    setError(null);
    if (file === null || file.size > fileBytesMax)
      return setFault(file === null ? messages.missing : messages.tooLarge);
    try {
      setShare(0);
      const id = await sendFile(file, of, setShare);
      const name = parties.find(({ party }) => party === of)?.name ?? of;
      const isBank = !(answer?.routes ?? []).includes(of);
      onSent({ id, name: file.name, party: name, isBank });
    } catch (problem) {
      setShare(null);
      setError(problem instanceof CallError ? problem : new CallError('internal', 0));
    }
  };
  return (
    <Card title={messages.choose}>
      <Form error={error} onSend={(values) => void send(values)}>
        <Select
          name="party"
          label={messages.party}
          options={parties.map(({ party, name }) => ({ value: party, label: name }))}
          error={fieldMessageOf(error, 'route')}
        />
        <Field
          type="file"
          label={messages.file}
          accept=".csv,.txt,.xlsx,.xml,.sta,.mt940,.940,.swi,text/csv"
          error={fault}
          onChange={(event) => {
            setFault(undefined);
            setFile(event.target.files?.[0] ?? null);
          }}
        />
        {share === null ? null : (
          <progress
            className="reconciliation-progress"
            max={1}
            value={share}
            aria-label={messages.sending}
          >
            {format.share(Math.round(share * 100) / 100)}
          </progress>
        )}
        <Button type="submit" variant="primary" icon="upload" pending={share !== null}>
          {messages.send}
        </Button>
      </Form>
    </Card>
  );
}
