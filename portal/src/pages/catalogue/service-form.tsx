// Form of one service of a draft. A field that is left empty follows the code of the service.

import { defined } from '@jokko/contract/defined';
import { useState } from 'react';
import type { RouteBody } from '@jokko/contract/portal';
import { useChange, useErrorMessages, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Draft } from './draft-type.ts';
import { draftReads } from './reads.ts';
import { entryOf } from './service-entry.ts';
import { MoreFields, type PartProps } from './service-more.tsx';
import { Ways } from './service-ways.tsx';
import type { Service } from './services-table.tsx';
import { formMessages } from './form-messages.ts';
import './catalogue.css';

type Entry = RouteBody<'POST operator/drafts/service'>['entry'];

/** `service` null: a new one. */
export function ServiceForm({
  draft,
  service,
  onEnd,
}: {
  draft: Draft;
  service: Service | null;
  onEnd(): void;
}) {
  const formLabels = useMessages(formMessages);
  const { run, pending, error } = useChange('POST operator/drafts/service', {
    changes: draftReads,
  });
  const forms = useRead('GET operator/connectors/forms', {});
  // The revision is that of the entry that is shown: what others save meanwhile is not written
  // over.
  const [revision] = useState(draft.revision);
  const [others, setOthers] = useState(service?.otherRoutes ?? []);
  const send = async (entry: Entry): Promise<void> => {
    if (
      (await run({ body: { id: draft.id, revision, code: service?.code ?? null, entry } })) === null
    )
      return;
    toast(formLabels.form.saved);
    onEnd();
  };
  return (
    <Drawer open title={service === null ? formLabels.form.add : service.code} onClose={onEnd}>
      <Loaded read={forms} lines={8}>
        {(answer) => (
          <Form error={error} onSend={(values) => void send(entryOf(values, service, others))}>
            <Identity service={service} error={error} />
            <Ways
              draft={draft}
              service={service}
              others={others}
              onOthers={setOthers}
              error={error}
            />
            <Amounts service={service} error={error} />
            <Price service={service} error={error} />
            <Rules service={service} error={error} />
            <MoreFields service={service} error={error} choices={answer.service} />
            <Button type="submit" variant="primary" pending={pending}>
              {formLabels.form.save}
            </Button>
            {service === null ? null : (
              <Button variant="danger" pending={pending} onClick={() => void send(null)}>
                {formLabels.form.remove}
              </Button>
            )}
          </Form>
        )}
      </Loaded>
    </Drawer>
  );
}

function Identity({ service, error }: PartProps) {
  const { fields, form } = useMessages(formMessages);
  const { fieldMessageOf } = useErrorMessages();
  return (
    <fieldset className="form-part">
      <legend>{form.identity}</legend>
      <Field
        name="code"
        label={fields.code}
        hint={form.codeHint}
        maxLength={64}
        autoComplete="off"
        defaultValue={service?.code ?? ''}
        error={fieldMessageOf(error, 'entry.code')}
      />
      <Field
        name="name"
        label={fields.name}
        maxLength={100}
        defaultValue={service?.name ?? ''}
        error={fieldMessageOf(error, 'entry.name')}
      />
      <Checkbox
        name="off"
        label={form.closed}
        hint={form.closedHint}
        defaultChecked={service?.off === true}
      />
    </fieldset>
  );
}

/** A line for an amount, or for another number. */
function AmountField({
  name,
  value,
  error,
  hint,
}: {
  name: string;
  value: string | undefined;
  error: Error | null;
  hint?: string;
}) {
  const { fields, form } = useMessages(formMessages);
  const { fieldMessageOf } = useErrorMessages();
  return (
    <Field
      name={name}
      label={fields[name as keyof typeof fields]}
      optional={form.optional}
      inputMode="decimal"
      defaultValue={value ?? ''}
      error={fieldMessageOf(error, `entry.${name}`)}
      {...defined({ hint })}
    />
  );
}

function Amounts({ service, error }: PartProps) {
  const { form } = useMessages(formMessages);
  return (
    <fieldset className="form-part">
      <legend>{form.amounts}</legend>
      <div className="form-pair">
        <AmountField name="minimum" value={service?.minimum} error={error} />
        <AmountField name="maximum" value={service?.maximum} error={error} />
        <AmountField name="multipleOf" value={service?.multipleOf} error={error} />
      </div>
    </fieldset>
  );
}

function Price({ service, error }: PartProps) {
  const { fields, form } = useMessages(formMessages);
  const price = service?.price;
  return (
    <fieldset className="form-part">
      <legend>{form.prices}</legend>
      <div className="form-pair">
        <AmountField name="price.percent" value={price?.percent} error={error} />
        <AmountField name="price.fixed" value={price?.fixed} error={error} />
        <AmountField name="price.minimum" value={price?.minimum} error={error} />
        <AmountField name="price.maximum" value={price?.maximum} error={error} />
        <AmountField name="messagePrice" value={service?.messagePrice} error={error} />
      </div>
      <Checkbox
        name="price.refundsCommission"
        label={fields['price.refundsCommission']}
        defaultChecked={price?.refundsCommission === true}
      />
    </fieldset>
  );
}

function Rules({ service, error }: PartProps) {
  const { form } = useMessages(formMessages);
  const seconds = service?.duplicateWindowSeconds;
  return (
    <fieldset className="form-part">
      <legend>{form.rules}</legend>
      <AmountField
        name="duplicateWindowSeconds"
        value={seconds === undefined ? undefined : String(seconds)}
        error={error}
        hint={form.windowHint}
      />
      <div className="form-pair">
        <AmountField
          name="dailyMaximum"
          value={service?.dailyMaximum}
          error={error}
          hint={form.ceilingHint}
        />
        <AmountField name="weeklyMaximum" value={service?.weeklyMaximum} error={error} />
        <AmountField name="monthlyMaximum" value={service?.monthlyMaximum} error={error} />
      </div>
    </fieldset>
  );
}
