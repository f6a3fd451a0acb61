// Which members of a service follow its code unless they are written? They stand behind one another where few look.

import { useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Checkbox, Choices } from '../../ui/choice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import type { Service } from './services-table.tsx';
import { formTexts } from './form-texts.ts';

/** The words of the document themselves: an operator finds them in files and logs. */
const choices = {
  typeService: ['CASHIN', 'CASHOUT', 'CREDIT_TELEPHONIQUE', 'BILL_PAY', 'BILL_BUY_RELOAD', 'MESSENGING_SMS'],
  direction: ['DEBIT', 'CREDIT'],
  kind: ['collect', 'payout', 'card', 'airtime', 'bill_pay', 'reload', 'bank_transfer', 'chat', 'remit_send', 'remit_receive'],
  link: ['none', 'deepLink', 'optionalQr', 'authPage'],
} as const;

/** Of each part of the form. `service` null: a new one. */
export interface PartProps {
  service: Service | null;
  error: Error | null;
}

export function MoreFields({ service, error }: PartProps) {
  const { fields, form } = useTexts(formTexts);
  const { sayField } = useErrorWords();
  const optional = { optional: form.optional };
  return (
    <details className="form-part">
      <summary>{form.more}</summary>
      <p className="soft small">{form.moreHint}</p>
      <div className="form-pair">
        {(Object.keys(choices) as (keyof typeof choices)[]).map((name) => (
          <Select
            key={name}
            name={name}
            label={fields[name]}
            options={[{ value: '', label: form.byCode }, ...choices[name].map((value) => ({ value, label: value }))]}
            defaultValue={service?.[name] ?? ''}
            error={sayField(error, `entry.${name}`)}
          />
        ))}
        {(['provider', 'country', 'currency', 'orderPrefix', 'icon'] as const).map((name) => (
          <Field
            key={name}
            name={name}
            label={fields[name]}
            {...optional}
            maxLength={name === 'icon' ? 500 : 100}
            autoComplete="off"
            defaultValue={service?.[name] ?? ''}
            error={sayField(error, `entry.${name}`)}
          />
        ))}
      </div>
      <Choices legend={fields.requiredFields}>
        {(Object.keys(form.required) as (keyof typeof form.required)[]).map((name) => (
          <Checkbox
            key={name}
            name={`requiredFields.${name}`}
            label={form.required[name]}
            defaultChecked={service?.requiredFields?.includes(name) === true}
          />
        ))}
      </Choices>
    </details>
  );
}
