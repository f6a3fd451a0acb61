// Fields of the rules: whether each is on, how grave it is, and its limit.

import { useMessages } from '../../language/index.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { alertMessages, alertSettingsMessages } from './messages.ts';
import type { Settings } from './read-form.ts';
import { isLimited } from './rules.ts';
import './alerts.css';

export function RuleFields({ settings: { rules } }: { settings: Settings }) {
  const { rules: names, severities, severity: severityLabel } = useMessages(alertMessages);
  const { limits, limitUnits } = useMessages(alertSettingsMessages);
  const options = (['critical', 'warning'] as const).map((value) => ({
    value,
    label: severities[value],
  }));
  return (
    <div className="alert-rows">
      {rules.map(({ rule, on, severity, limit }) => (
        <fieldset key={rule} className="alert-row">
          <legend className="visually-hidden">{names[rule]}</legend>
          <Checkbox name={`${rule}.on`} label={names[rule]} defaultChecked={on} />
          <Select
            name={`${rule}.severity`}
            label={severityLabel}
            labelHidden
            defaultValue={severity}
            options={options}
          />
          {isLimited(rule) ? (
            <Field
              name={`${rule}.limit`}
              type="number"
              label={limits[rule]}
              labelHidden
              suffix={<span className="soft">{limitUnits[rule]}</span>}
              defaultValue={limit ?? ''}
            />
          ) : (
            <span />
          )}
        </fieldset>
      ))}
    </div>
  );
}
