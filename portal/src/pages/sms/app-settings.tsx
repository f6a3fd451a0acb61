// Which settings does an application have? Shown to everybody, changed by those who may.

import { useState } from 'react';
import { useChange, useErrorWords, type CallError } from '../../api/index.ts';
import { useTexts, wholeNumber } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { appTexts } from './app-texts.ts';
import type { SmsApp } from './use-app.tsx';

interface Shown {
  app: SmsApp;
  editable: boolean;
  error: CallError | null;
}

export function AppSettings({ app, editable }: { app: SmsApp; editable: boolean }) {
  const { apps: words } = useTexts(appTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST sms/apps/set', { changes: ['GET sms/apps'] });
  const [transliterate, setTransliterate] = useState(app.transliterate);
  const save = async (values: Record<string, string>): Promise<void> => {
    const { partsMax, validity, window = '', quietFrom = '', quietUntil = '', inboundUrl = '' } = values;
    const settings = {
      ...{ transliterate, partsMax: wholeNumber(partsMax), validityMinutes: wholeNumber(validity) },
      duplicateWindowSeconds: window.trim() === '' ? null : wholeNumber(window),
      quiet: quietFrom === '' && quietUntil === '' ? null : { from: quietFrom, until: quietUntil },
      inboundUrl: inboundUrl.trim() === '' ? null : inboundUrl.trim(),
    };
    if ((await run({ body: { id: app.id, ...settings } })) !== null) toast(words.saved);
  };
  return (
    <Form error={error} onSend={(values) => void save(values)}>
      <h3>{words.settings}</h3>
      <Checkbox
        label={words.transliterate}
        hint={words.transliterateHint}
        checked={transliterate}
        disabled={!editable}
        onChange={(event) => setTransliterate(event.target.checked)}
      />
      <Limits app={app} editable={editable} error={error} />
      <Quiet app={app} editable={editable} error={error} />
      <Field
        name="inboundUrl"
        type="url"
        label={words.inbound}
        hint={words.inboundHint}
        defaultValue={app.inboundUrl ?? ''}
        readOnly={!editable}
        error={sayField(error, 'inboundUrl')}
      />
      {editable ? (
        <Button type="submit" look="primary" pending={pending}>
          {words.save}
        </Button>
      ) : null}
    </Form>
  );
}

function Limits({ app, editable, error }: Shown) {
  const { apps: words } = useTexts(appTexts);
  const { sayField } = useErrorWords();
  return (
    <div className="grid">
      <Field
        name="partsMax"
        label={words.partsMax}
        inputMode="numeric"
        defaultValue={app.partsMax}
        readOnly={!editable}
        error={sayField(error, 'partsMax')}
      />
      <Field
        name="validity"
        label={words.validity}
        hint={words.validityHint}
        inputMode="numeric"
        defaultValue={app.validityMinutes}
        readOnly={!editable}
        error={sayField(error, 'validityMinutes')}
      />
      <Field
        name="window"
        label={words.window}
        hint={words.windowHint}
        inputMode="numeric"
        defaultValue={app.duplicateWindowSeconds ?? ''}
        readOnly={!editable}
        error={sayField(error, 'duplicateWindowSeconds')}
      />
    </div>
  );
}

function Quiet({ app, editable, error }: Shown) {
  const { apps: words } = useTexts(appTexts);
  const { sayField } = useErrorWords();
  const [from = '', until = ''] = app.quiet?.split('-') ?? [];
  return (
    <div className="grid">
      <Field
        name="quietFrom"
        type="time"
        label={words.quietFrom}
        hint={words.quietHint}
        defaultValue={from}
        readOnly={!editable}
        error={sayField(error, 'quiet.from')}
      />
      <Field
        name="quietUntil"
        type="time"
        label={words.quietUntil}
        defaultValue={until}
        readOnly={!editable}
        error={sayField(error, 'quiet.until')}
      />
    </div>
  );
}
