// Collapsed part of the service form: the members that follow the service code unless they are
// given, and that few users need.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useErrorMessages } from '../../api/index.ts';
import { useLanguage, useMessages } from '../../language/index.ts';
import { Checkbox, Choices } from '../../ui/choice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import type { Service } from './services-table.tsx';
import { formMessages } from './form-messages.ts';

/** What can be chosen, as the gateway says it. */
export type ServiceChoices = RouteAnswer<'GET operator/connectors/forms'>['service'];

/** What each part of the form is given. `service` null: a new one. */
export interface PartProps {
  service: Service | null;
  error: Error | null;
}

export function MoreFields({ service, error, choices }: PartProps & { choices: ServiceChoices }) {
  const { fields, form } = useMessages(formMessages);
  const { language } = useLanguage();
  const { fieldMessageOf } = useErrorMessages();
  const optional = { optional: form.optional };
  return (
    <details className="form-part">
      <summary>{form.more}</summary>
      <p className="soft small">{form.moreHint}</p>
      <div className="form-pair">
        {(['typeService', 'direction', 'kind', 'link'] as const).map((name) => (
          <Select
            key={name}
            name={name}
            label={fields[name]}
            options={[
              { value: '', label: form.byCode },
              // The words of the document themselves: an operator finds them in files and logs.
              ...choices[name].map((value) => ({ value, label: value })),
            ]}
            defaultValue={service?.[name] ?? ''}
            error={fieldMessageOf(error, `entry.${name}`)}
          />
        ))}
        {(['provider', 'payerName', 'country', 'currency', 'orderPrefix', 'icon'] as const).map(
          (name) => (
            <Field
              key={name}
              name={name}
              label={fields[name]}
              {...optional}
              maxLength={name === 'icon' ? 500 : 100}
              autoComplete="off"
              defaultValue={service?.[name] ?? ''}
              error={fieldMessageOf(error, `entry.${name}`)}
            />
          ),
        )}
      </div>
      <Choices legend={fields.requiredFields}>
        {choices.requiredFields.map(({ name, label }) => (
          <Checkbox
            key={name}
            name={`requiredFields.${name}`}
            label={label[language]}
            defaultChecked={service?.requiredFields?.includes(name) === true}
          />
        ))}
      </Choices>
    </details>
  );
}
