// Dialog that adds a rule.

import { useMessages } from '../../language/index.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { reconciliationMessages } from './messages.ts';
import { ruleMessages } from './rule-messages.ts';

interface Props {
  routes: readonly string[];
  suggestion: { route: string; direction: string; percent: string };
  onEnd(): void;
}

/** As it is sent, whatever decimal sign was typed. */
const plain = (text = ''): string => (text.trim() === '' ? '0' : text.trim().replace(',', '.'));

export function NewRule({ routes, suggestion, onEnd }: Props) {
  const messages = useMessages(ruleMessages);
  const { directions } = useMessages(reconciliationMessages);
  return (
    <ActionDialog
      route="POST operator/reconciliation-rules"
      title={messages.add}
      yes={messages.save}
      body={({ route = '', direction, percent, fixed, note = '' }) => ({
        route,
        direction: direction === 'in' ? 'in' : 'out',
        percent: plain(percent),
        fixed: plain(fixed),
        note,
      })}
      changes={[
        'GET operator/reconciliation-rules',
        'GET operator/reconciliation',
        'GET operator/reconciliation/:id/discrepancies',
      ]}
      done={messages.added}
      onEnd={onEnd}
      note={{ name: 'note', label: messages.note, hint: messages.noteHint }}
      fields={(wrong) => (
        <>
          <p>{messages.addLead}</p>
          <Select
            name="route"
            label={messages.route}
            defaultValue={suggestion.route}
            options={routes.map((value) => ({ value, label: value }))}
            error={wrong('route')}
          />
          <Select
            name="direction"
            label={messages.direction}
            defaultValue={suggestion.direction === 'in' ? 'in' : 'out'}
            options={(['in', 'out'] as const).map((value) => ({
              value,
              label: directions[value],
            }))}
          />
          <div className="reconciliation-fields">
            <Field
              name="percent"
              label={messages.percent}
              inputMode="decimal"
              defaultValue={suggestion.percent}
              error={wrong('percent')}
            />
            <Field name="fixed" label={messages.fixed} inputMode="decimal" error={wrong('fixed')} />
          </div>
        </>
      )}
    />
  );
}
