// Uploads a payout file. The gateway checks each line; the draft is reviewed on its own page.

import { defined } from '@jokko/contract/defined';
import { useState } from 'react';
import { useChange, useErrorMessages, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { navigate, textParam, useSearch } from '../../router/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, FieldFrame, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { payoutMessages } from './messages.ts';
import { uploadMessages } from './upload-messages.ts';
import './payouts.css';

/** Comes from the page of a draft whose file was corrected. */
const filled = { replaces: textParam(), name: textParam(), service: textParam() };
const accepted =
  '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const fileBytesMax = 10 * 1024 * 1024;

export default function NewPayout() {
  const { upload: messages, files } = useMessages(uploadMessages);
  const { batch } = useMessages(payoutMessages);
  const [{ replaces, name, service }] = useSearch(filled);
  const { run, pending, error } = useChange('POST payouts/upload', { changes: ['GET payouts'] });
  const { fieldMessageOf } = useErrorMessages();
  const [fileProblem, setFileProblem] = useState<string | undefined>(undefined);
  const send = async (values: Record<string, string>, form: HTMLFormElement): Promise<void> => {
    const file = new FormData(form).get('file');
    if (!(file instanceof File) || file.name === '') return setFileProblem(messages.noFile);
    if (file.size > fileBytesMax) return setFileProblem(messages.tooLarge);
    setFileProblem(undefined);
    const query = {
      name: (values['name'] ?? '').trim() || file.name.slice(0, 100),
      fileName: file.name.slice(0, 200),
      ...defined({ service: values['service'] || undefined, replaces: replaces || undefined }),
    };
    const answer = await run({ query, body: new Uint8Array(await file.arrayBuffer()) });
    if (answer === null) return;
    if (answer.problem !== null) return setFileProblem(files[answer.problem]);
    navigate(`/payouts/${answer.id}`);
  };
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      back={{ to: '/payouts', label: batch.back }}
      narrow
    >
      <Card>
        <Form onSend={(values, form) => void send(values, form)} error={error}>
          {replaces === '' ? null : <Notice tone="info">{messages.again}</Notice>}
          <FileField problem={fileProblem} onChoice={() => setFileProblem(undefined)} />
          <Field
            name="name"
            label={messages.name}
            hint={messages.nameHint}
            maxLength={100}
            defaultValue={name}
            error={fieldMessageOf(error, 'name')}
            autoComplete="off"
          />
          <ServiceOfAll chosen={service} />
          <Buttons>
            <Sample />
            <Button type="submit" variant="primary" icon="check-circle" pending={pending}>
              {messages.check}
            </Button>
          </Buttons>
        </Form>
      </Card>
    </Page>
  );
}

function FileField({ problem, onChoice }: { problem: string | undefined; onChoice(): void }) {
  const messages = useMessages(uploadMessages.upload);
  return (
    <FieldFrame label={messages.file} hint={messages.fileHint} error={problem}>
      {(tied) => (
        <input
          {...tied}
          type="file"
          name="file"
          className="input payout-file"
          accept={accepted}
          onChange={onChoice}
        />
      )}
    </FieldFrame>
  );
}

/** The service of lines that name none. */
function ServiceOfAll({ chosen }: { chosen: string }) {
  const messages = useMessages(uploadMessages.upload);
  const services = useRead('GET payout-services', {}).answer?.services ?? [];
  const options = [
    { value: '', label: messages.perLine },
    ...services.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
  ];
  // The choice stands once its options are there.
  return (
    <Select
      key={options.length}
      name="service"
      label={messages.service}
      hint={messages.serviceHint}
      defaultValue={chosen}
      options={options}
    />
  );
}

/** A file with the right headings, made in the browser. */
function Sample() {
  const messages = useMessages(uploadMessages.upload);
  return (
    <a
      className="button button-plain"
      download={messages.sampleName}
      href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${messages.sampleText}`)}`}
    >
      <Icon name="download" />
      {messages.sample}
    </a>
  );
}
