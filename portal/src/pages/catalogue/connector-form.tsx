// Form that configures a connector of a provider, as the connector declares it. A secret is
// write-only: it is never shown again.

import { defined } from '@jokko/contract/defined';
import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages, useRead } from '../../api/index.ts';
import { useLanguage, useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Field, Select, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { ConnectionTest } from '../connectors/connection-test.tsx';
import type { ConnectorEntry } from './connectors-table.tsx';
import type { Draft } from './draft-type.ts';
import { draftReads } from './reads.ts';
import { formMessages } from './form-messages.ts';
import './catalogue.css';

type ConnectorFormOf = RouteAnswer<'GET operator/connectors/forms'>['forms'][number];
type FieldOf = ConnectorFormOf['fields'][number];
type Value = string | number | boolean;

/** `entry` null: a new one. */
export function ConnectorForm({
  draft,
  entry,
  onEnd,
}: {
  draft: Draft;
  entry: ConnectorEntry | null;
  onEnd(): void;
}) {
  const formLabels = useMessages(formMessages);
  const forms = useRead('GET operator/connectors/forms', {});
  const title =
    entry?.name ??
    (draft.kind === 'catalogue' ? formLabels.connector.add : formLabels.connector.addLink);
  return (
    <Drawer open title={title} onClose={onEnd}>
      <Loaded read={forms} lines={8}>
        {(answer) => (
          <div className="stack">
            <Filled
              draft={draft}
              entry={entry}
              forms={answer.forms.filter(({ kind }) => kind === draft.kind)}
              onEnd={onEnd}
            />
            {entry === null ? null : (
              <ConnectionTest kind={draft.kind} name={entry.name} draft={draft.id} />
            )}
          </div>
        )}
      </Loaded>
    </Drawer>
  );
}

function Filled({
  draft: { kind, id, revision: present },
  entry,
  forms,
  onEnd,
}: {
  draft: Draft;
  entry: ConnectorEntry | null;
  forms: readonly ConnectorFormOf[];
  onEnd(): void;
}) {
  const formLabels = useMessages(formMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/drafts/connector', {
    changes: draftReads,
  });
  // The revision is that of the entry that is shown: what others save meanwhile is not written
  // over.
  const [revision] = useState(present);
  const [connector, setConnector] = useState(entry?.connector ?? forms[0]?.connector ?? '');
  const fields = forms.find((form) => form.connector === connector)?.fields ?? [];
  const save = async (filled: Parameters<typeof run>[0]['body']['entry']): Promise<void> => {
    if (
      (await run({ body: { kind, id, revision, name: entry?.name ?? null, entry: filled } })) ===
      null
    )
      return;
    toast(formLabels.form.saved);
    onEnd();
  };
  const send = ({ name = '', resultWithinHours = '', ...values }: Record<string, string>): void => {
    const keep = fields.flatMap((field) =>
      field.type === 'secret' && isSet(entry, field) && (values[field.name] ?? '') === ''
        ? field.name
        : [],
    );
    void save({
      name: name.trim(),
      connector,
      values: fields.flatMap((field) => valueOf(field, values[field.name] ?? '')),
      keep,
      ...(kind === 'catalogue' && {
        resultWithinHours: resultWithinHours === '' ? null : Number(resultWithinHours),
      }),
    });
  };
  return (
    <Form error={error} onSend={send}>
      <p className="soft small">{formLabels.connector.stepUp}</p>
      <Field
        name="name"
        label={formLabels.connector.name}
        maxLength={100}
        defaultValue={entry?.name ?? ''}
        error={fieldMessageOf(error, 'entry.name')}
      />
      <Select
        label={formLabels.connector.kind}
        options={forms.map((form) => ({ value: form.connector, label: form.connector }))}
        value={connector}
        onChange={(event) => setConnector(event.target.value)}
      />
      <p className="soft small">{formLabels.connector.variable}</p>
      {fields.map((field) => (
        <ConfigControl
          key={`${connector}/${field.name}`}
          field={field}
          entry={entry}
          error={error}
        />
      ))}
      {kind === 'catalogue' ? <ResultWithin entry={entry} error={error} /> : null}
      <Button type="submit" variant="primary" pending={pending}>
        {formLabels.form.save}
      </Button>
      {entry === null ? null : (
        <Button variant="danger" pending={pending} onClick={() => void save(null)}>
          {formLabels.form.remove}
        </Button>
      )}
    </Form>
  );
}

/** How long the provider may take for a result. */
function ResultWithin({ entry, error }: { entry: ConnectorEntry | null; error: Error | null }) {
  const formLabels = useMessages(formMessages);
  const { fieldMessageOf } = useErrorMessages();
  return (
    <Field
      name="resultWithinHours"
      type="number"
      min={1}
      max={720}
      label={formLabels.fields.resultWithinHours}
      hint={formLabels.connector.resultWithinHint}
      optional={formLabels.form.optional}
      defaultValue={entry?.resultWithinHours ?? ''}
      error={fieldMessageOf(error, 'entry.resultWithinHours')}
    />
  );
}

const isSet = (entry: ConnectorEntry | null, { name }: FieldOf): boolean =>
  entry?.config.find(({ field }) => field === name)?.set === true;

function ConfigControl({
  field,
  entry,
  error,
}: {
  field: FieldOf;
  entry: ConnectorEntry | null;
  error: Error | null;
}) {
  const formLabels = useMessages(formMessages);
  const { language } = useLanguage();
  const { fieldMessageOf } = useErrorMessages();
  const { name, type, required } = field;
  const present = entry?.config.find((each) => each.field === name)?.value ?? null;
  const { hint, fallback } = field;
  const said = [
    hint?.[language],
    fallback === null
      ? undefined
      : formLabels.connector.fallback(shownValue(fallback, formLabels.connector)),
  ].filter((text) => text !== undefined);
  const shared = {
    name,
    label: field.label[language],
    error: fieldMessageOf(error, name),
    ...(said.length > 0 && { hint: said.join(' ') }),
    ...defined({ optional: required ? undefined : formLabels.form.optional }),
  };
  if (type === 'boolean' || type === 'choice') {
    const options =
      type === 'choice'
        ? field.choices.map((value) => ({ value, label: value }))
        : [
            { value: 'true', label: formLabels.connector.yes },
            { value: 'false', label: formLabels.connector.no },
          ];
    return (
      <Select
        {...shared}
        options={[{ value: '', label: formLabels.connector.unset }, ...options]}
        defaultValue={present === null ? '' : String(present)}
      />
    );
  }
  if (type === 'secret') {
    // A value that only names one of the installation is no secret, and shown.
    const named = typeof present === 'string';
    const state = isSet(entry, field)
      ? formLabels.connector.secretSet
      : formLabels.connector.secretNotSet;
    const told = { hint: [...said, ...(named ? [] : [state])].join(' ') };
    // A key is pasted: a control of one line would join its lines.
    if (field.lines)
      return (
        <Textarea
          {...shared}
          autoComplete="off"
          spellCheck={false}
          rows={6}
          {...told}
          defaultValue={named ? present : ''}
        />
      );
    return (
      <Field
        {...shared}
        type={named ? 'text' : 'password'}
        autoComplete="off"
        {...told}
        defaultValue={named ? present : ''}
      />
    );
  }
  const plain = {
    ...shared,
    autoComplete: 'off',
    spellCheck: false,
    defaultValue: present === null ? '' : String(present),
  };
  return field.lines ? <Textarea {...plain} rows={6} /> : <Field {...plain} />;
}

/** As the control of the field shows it. */
const shownValue = (value: Value, { yes, no }: { yes: string; no: string }): string =>
  typeof value === 'boolean' ? (value ? yes : no) : String(value);

const numberText = /^-?\d+([.,]\d+)?$/;

/** What a control's text means; nothing where it is left empty. */
function valueOf({ name, type }: FieldOf, text: string): { field: string; value: Value }[] {
  const given = text.trim();
  if (given === '') return [];
  if (type === 'boolean') return [{ field: name, value: given === 'true' }];
  if (type === 'number' && numberText.test(given))
    return [{ field: name, value: Number(given.replace(',', '.')) }];
  return [{ field: name, value: given }];
}
