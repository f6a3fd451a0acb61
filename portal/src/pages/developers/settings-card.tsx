// How is this developer served? Calls a second, waiting before callbacks, language, and what old clients need.

import { useChange, useErrorWords, useMay } from '../../api/index.ts';
import { useFormat, useTexts, wholeNumber } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Developer } from './developer.tsx';
import { settingsTexts } from './settings-texts.ts';

type Settings = Developer['settings'];
const switches = ['mirrorFields', 'allowHttpCallbacks', 'smsAcceptWithoutPlus'] as const;

export function SettingsCard({ id, settings }: { id: number; settings: Settings }) {
  const words = useTexts(settingsTexts);
  const may = useMay('POST operator/developers/settings');
  return (
    <Card title={words.title} lead={words.lead}>
      {may ? <SettingsForm key={JSON.stringify(settings)} id={id} settings={settings} /> : <SettingsShown settings={settings} />}
    </Card>
  );
}

function SettingsShown({ settings: { rateLimit, callbackGraceMs, language, ...rest } }: { settings: Settings }) {
  const words = useTexts(settingsTexts);
  const { number } = useFormat();
  return (
    <KeyValues
      items={[
        { label: words.rateLimit, value: rateLimit === null ? words.asInstallation : rateLimit === 0 ? words.noLimit : number(rateLimit) },
        { label: words.callbackGraceMs, value: number(callbackGraceMs) },
        { label: words.language, value: words.languages[language] },
        ...switches.map((name) => ({ label: words[name], value: rest[name] ? words.yes : words.no })),
      ]}
    />
  );
}

function SettingsForm({ id, settings }: { id: number; settings: Settings }) {
  const words = useTexts(settingsTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/developers/settings', { changes: ['GET operator/developers/:id'] });
  const save = async (values: Record<string, string>): Promise<void> => {
    const isOn = (name: (typeof switches)[number]): boolean => values[name] !== undefined;
    const { rateLimit = '', callbackGraceMs } = values;
    const body = {
      id,
      mirrorFields: isOn('mirrorFields'),
      allowHttpCallbacks: isOn('allowHttpCallbacks'),
      smsAcceptWithoutPlus: isOn('smsAcceptWithoutPlus'),
      rateLimit: rateLimit.trim() === '' ? null : wholeNumber(rateLimit),
      callbackGraceMs: wholeNumber(callbackGraceMs),
      language: values['language'] === 'en' ? ('en' as const) : ('fr' as const),
    };
    if ((await run({ body })) !== null) toast(words.saved);
  };
  return (
    <Form error={error} onSend={(values) => void save(values)}>
      <Field
        name="rateLimit"
        label={words.rateLimit}
        hint={words.rateLimitHint}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={settings.rateLimit ?? ''}
        error={sayField(error, 'rateLimit')}
      />
      <Field
        name="callbackGraceMs"
        label={words.callbackGraceMs}
        hint={words.callbackGraceHint}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={settings.callbackGraceMs}
        error={sayField(error, 'callbackGraceMs')}
      />
      <Select
        name="language"
        label={words.language}
        defaultValue={settings.language}
        options={(['fr', 'en'] as const).map((value) => ({ value, label: words.languages[value] }))}
      />
      {switches.map((name) => (
        <Checkbox key={name} name={name} label={words[name]} defaultChecked={settings[name]} />
      ))}
      <Buttons>
        <Button type="submit" pending={pending}>
          {words.save}
        </Button>
      </Buttons>
    </Form>
  );
}
