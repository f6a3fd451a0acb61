// From which file is to be paid? It is sent to the gateway, which checks each line; the draft is looked at on its own page.

import { useState } from 'react';
import { useChange, useErrorWords, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { navigate, textParam, useSearch } from '../../router/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, FieldFrame, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { payoutTexts } from './texts.ts';
import { uploadTexts } from './upload-texts.ts';
import './payouts.css';

/** Comes from the page of a draft whose file was corrected. */
const filled = { replaces: textParam(), name: textParam(), service: textParam() };
const accepted = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const fileBytesMax = 10 * 1024 * 1024;

export default function NewPayout() {
  const { upload: words, files } = useTexts(uploadTexts);
  const { batch } = useTexts(payoutTexts);
  const [{ replaces, name, service }] = useSearch(filled);
  const { run, pending, error } = useChange('POST payouts/upload', { changes: ['GET payouts'] });
  const { sayField } = useErrorWords();
  const [fileProblem, setFileProblem] = useState<string | undefined>(undefined);
  const send = async (values: Record<string, string>, form: HTMLFormElement): Promise<void> => {
    const file = new FormData(form).get('file');
    if (!(file instanceof File) || file.name === '') return setFileProblem(words.noFile);
    if (file.size > fileBytesMax) return setFileProblem(words.tooLarge);
    setFileProblem(undefined);
    const query = {
      ...{ name: (values['name'] ?? '').trim() || file.name.slice(0, 100), fileName: file.name.slice(0, 200) },
      ...(values['service'] ? { service: values['service'] } : {}),
      ...(replaces === '' ? {} : { replaces }),
    };
    const answer = await run({ query, body: new Uint8Array(await file.arrayBuffer()) });
    if (answer === null) return;
    if (answer.problem !== null) return setFileProblem(files[answer.problem]);
    navigate(`/payouts/${answer.id}`);
  };
  return (
    <Page title={words.title} lead={words.lead} back={{ to: '/payouts', label: batch.back }} narrow>
      <Card>
        <Form onSend={(values, form) => void send(values, form)} error={error}>
          {replaces === '' ? null : <Notice tone="info">{words.again}</Notice>}
          <FileField problem={fileProblem} onChoice={() => setFileProblem(undefined)} />
          <Field
            name="name"
            label={words.name}
            hint={words.nameHint}
            maxLength={100}
            defaultValue={name}
            error={sayField(error, 'name')}
            autoComplete="off"
          />
          <ServiceOfAll chosen={service} />
          <Buttons>
            <Sample />
            <Button type="submit" look="primary" icon="check-circle" pending={pending}>
              {words.check}
            </Button>
          </Buttons>
        </Form>
      </Card>
    </Page>
  );
}

function FileField({ problem, onChoice }: { problem: string | undefined; onChoice(): void }) {
  const { upload: words } = useTexts(uploadTexts);
  return (
    <FieldFrame label={words.file} hint={words.fileHint} error={problem}>
      {(tied) => <input {...tied} type="file" name="file" className="input payout-file" accept={accepted} onChange={onChoice} />}
    </FieldFrame>
  );
}

/** Of lines that name none. */
function ServiceOfAll({ chosen }: { chosen: string }) {
  const { upload: words } = useTexts(uploadTexts);
  const services = useRead('GET payout-services', {}).answer?.services ?? [];
  const options = [{ value: '', label: words.perLine }, ...services.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))];
  // The choice stands once its options are there.
  return (
    <Select key={options.length} name="service" label={words.service} hint={words.serviceHint} defaultValue={chosen} options={options} />
  );
}

/** A file with the right headings, made in the browser. */
function Sample() {
  const { upload: words } = useTexts(uploadTexts);
  return (
    <a
      className="button button-plain"
      download={words.sampleName}
      href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${words.sampleText}`)}`}
    >
      <Icon name="download" />
      {words.sample}
    </a>
  );
}
