// The settings of a route's breaker: a button in its row, and the form that it opens.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages, useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Field, Select, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { settingParts, settingsOf, type NumberName, type Settings } from './read-settings.ts';
import { breakerSettingsMessages } from './settings-messages.ts';

export type Terms = Pick<RouteAnswer<'GET operator/breakers'>, 'bounds' | 'usuallyAutomatic'>;

interface Props {
  name: string;
  settings: Settings;
  terms: Terms;
}

export function BreakerSettings(props: Props) {
  const messages = useMessages(breakerSettingsMessages);
  const [isOpen, setOpen] = useState(false);
  if (!useMay('POST operator/breakers/settings')) return null;
  return (
    <>
      <Button small aria-label={messages.of(props.name)} onClick={() => setOpen(true)}>
        {messages.settings}
      </Button>
      {isOpen ? <SettingsDrawer {...props} onEnd={() => setOpen(false)} /> : null}
    </>
  );
}

function SettingsDrawer({ name, settings, terms, onEnd }: Props & { onEnd(): void }) {
  const messages = useMessages(breakerSettingsMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/breakers/settings', {
    changes: ['GET operator/breakers'],
  });
  // As they were when the form was opened: what others save meanwhile is not written over.
  const [was] = useState(settings);
  const save = async (values: Record<string, string>): Promise<void> => {
    const reason = (values['reason'] ?? '').trim();
    const answer = await run({ body: { name, settings: settingsOf(values), was, reason } });
    if (answer === null) return;
    toast(answer.version === null ? messages.unchanged : messages.saved);
    onEnd();
  };
  return (
    <Drawer open title={messages.of(name)} onClose={onEnd}>
      <Form error={error} onSend={(values) => void save(values)}>
        <p className="soft">{messages.lead}</p>
        <Mode settings={was} terms={terms} />
        {settingParts.map(({ part, names }) => (
          <fieldset key={part} className="form-part">
            <legend>{messages.parts[part]}</legend>
            {names.map((each) => (
              <NumberField key={each} name={each} settings={was} terms={terms} error={error} />
            ))}
          </fieldset>
        ))}
        <Textarea
          name="reason"
          label={messages.reason}
          hint={messages.reasonHint}
          rows={2}
          error={fieldMessageOf(error, 'reason')}
        />
        <Button type="submit" variant="primary" pending={pending}>
          {messages.save}
        </Button>
      </Form>
    </Drawer>
  );
}

function Mode({ settings, terms }: Pick<Props, 'settings' | 'terms'>) {
  const { mode, modes, usualMode } = useMessages(breakerSettingsMessages);
  const usual = terms.usuallyAutomatic ? modes.automatic : modes.by_hand;
  return (
    <Select
      name="breaker"
      label={mode}
      defaultValue={settings.breaker ?? ''}
      options={[
        { value: '', label: usualMode(usual) },
        { value: 'automatic', label: modes.automatic },
        { value: 'by_hand', label: modes.by_hand },
      ]}
    />
  );
}

function NumberField({
  name,
  settings,
  terms,
  error,
}: Pick<Props, 'settings' | 'terms'> & { name: NumberName; error: Error | null }) {
  const { numbers, hints, range } = useMessages(breakerSettingsMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { number } = useFormat();
  const bounds = terms.bounds[name];
  const isParked = name === 'parkedHours' || name === 'parkedPerSecond';
  const value = isParked ? settings[name] : settings.breakerRule?.[name];
  const hint = name in hints ? hints[name as keyof typeof hints] : '';
  const shown =
    bounds === undefined
      ? ''
      : range(number(bounds.usual), number(bounds.least), number(bounds.most));
  const field = isParked ? `settings.${name}` : `settings.breakerRule.${name}`;
  return (
    <Field
      name={name}
      type="number"
      label={numbers[name]}
      hint={`${hint} ${shown}`.trim()}
      defaultValue={value ?? ''}
      error={fieldMessageOf(error, field)}
    />
  );
}
