// Settings of a developer: calls a second, the largest amount, delay before callbacks, language,
// and what old clients need.

import { useChange, useErrorMessages, useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { changedSettings, switches, type Settings } from './read-settings.ts';
import { settingsMessages } from './settings-messages.ts';

export function SettingsCard({
  id,
  currency,
  settings,
}: {
  id: number;
  currency: string;
  settings: Settings;
}) {
  const messages = useMessages(settingsMessages);
  const may = useMay('POST operator/developers/settings');
  return (
    <Card title={messages.title} lead={messages.lead}>
      {may ? (
        <SettingsForm
          key={JSON.stringify(settings)}
          id={id}
          currency={currency}
          settings={settings}
        />
      ) : (
        <SettingsShown currency={currency} settings={settings} />
      )}
    </Card>
  );
}

function SettingsShown({
  currency,
  settings: { rateLimit, operationMax, callbackGraceMs, language, ...rest },
}: {
  currency: string;
  settings: Settings;
}) {
  const messages = useMessages(settingsMessages);
  const { number } = useFormat();
  return (
    <KeyValues
      items={[
        {
          label: messages.rateLimit,
          value:
            rateLimit === null
              ? messages.asInstallation
              : rateLimit === 0
                ? messages.noLimit
                : number(rateLimit),
        },
        {
          label: messages.operationMax(currency),
          value: operationMax === null ? messages.asService : number(operationMax),
        },
        { label: messages.callbackGraceMs, value: number(callbackGraceMs) },
        { label: messages.language, value: messages.languages[language] },
        ...switches.map((name) => ({
          label: messages[name],
          value: rest[name] ? messages.yes : messages.no,
        })),
      ]}
    />
  );
}

function SettingsForm({
  id,
  currency,
  settings,
}: {
  id: number;
  currency: string;
  settings: Settings;
}) {
  const messages = useMessages(settingsMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/developers/settings', {
    changes: ['GET operator/developers/:id'],
  });
  const save = async (values: Record<string, string>): Promise<void> => {
    const body = { id, ...changedSettings(settings, values) };
    if ((await run({ body })) !== null) toast(messages.saved);
  };
  return (
    <Form error={error} onSend={(values) => void save(values)}>
      <Field
        name="rateLimit"
        label={messages.rateLimit}
        hint={messages.rateLimitHint}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={settings.rateLimit ?? ''}
        error={fieldMessageOf(error, 'rateLimit')}
      />
      <Field
        name="operationMax"
        label={messages.operationMax(currency)}
        hint={messages.operationMaxHint}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={settings.operationMax ?? ''}
        error={fieldMessageOf(error, 'operationMax')}
      />
      <Field
        name="callbackGraceMs"
        label={messages.callbackGraceMs}
        hint={messages.callbackGraceHint}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={settings.callbackGraceMs}
        error={fieldMessageOf(error, 'callbackGraceMs')}
      />
      <Select
        name="language"
        label={messages.language}
        defaultValue={settings.language}
        options={(['fr', 'en'] as const).map((value) => ({
          value,
          label: messages.languages[value],
        }))}
      />
      {switches.map((name) => (
        <Checkbox key={name} name={name} label={messages[name]} defaultChecked={settings[name]} />
      ))}
      <Buttons>
        <Button type="submit" pending={pending}>
          {messages.save}
        </Button>
      </Buttons>
    </Form>
  );
}
