// Settings of an application. Shown to everybody, changed by users with the permission.

import { useState } from 'react';
import { useChange, useErrorMessages, type CallError } from '../../api/index.ts';
import { useMessages, wholeNumber } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { appMessages } from './app-messages.ts';
import type { SmsApp } from './use-app.tsx';

interface Shown {
  app: SmsApp;
  editable: boolean;
  error: CallError | null;
}

export function AppSettings({ app, editable }: { app: SmsApp; editable: boolean }) {
  const messages = useMessages(appMessages.apps);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST sms/apps/set', { changes: ['GET sms/apps'] });
  const [transliterate, setTransliterate] = useState(app.transliterate);
  const save = async (values: Record<string, string>): Promise<void> => {
    const {
      partsMax,
      validity,
      window = '',
      quietFrom = '',
      quietUntil = '',
      inboundUrl = '',
      reportUrl = '',
    } = values;
    const settings = {
      transliterate,
      partsMax: wholeNumber(partsMax),
      validityMinutes: wholeNumber(validity),
      duplicateWindowSeconds: window.trim() === '' ? null : wholeNumber(window),
      quiet: quietFrom === '' && quietUntil === '' ? null : { from: quietFrom, until: quietUntil },
      inboundUrl: inboundUrl.trim() === '' ? null : inboundUrl.trim(),
      reportUrl: reportUrl.trim() === '' ? null : reportUrl.trim(),
    };
    if ((await run({ body: { id: app.id, ...settings } })) !== null) toast(messages.saved);
  };
  return (
    <Form error={error} onSend={(values) => void save(values)}>
      <h3>{messages.settings}</h3>
      <Checkbox
        label={messages.transliterate}
        hint={messages.transliterateHint}
        checked={transliterate}
        disabled={!editable}
        onChange={(event) => setTransliterate(event.target.checked)}
      />
      <Limits app={app} editable={editable} error={error} />
      <Quiet app={app} editable={editable} error={error} />
      <Field
        name="inboundUrl"
        type="url"
        label={messages.inbound}
        hint={messages.inboundHint}
        defaultValue={app.inboundUrl ?? ''}
        readOnly={!editable}
        error={fieldMessageOf(error, 'inboundUrl')}
      />
      <Field
        name="reportUrl"
        type="url"
        label={messages.reports}
        hint={messages.reportsHint}
        defaultValue={app.reportUrl ?? ''}
        readOnly={!editable}
        error={fieldMessageOf(error, 'reportUrl')}
      />
      {editable ? (
        <Button type="submit" variant="primary" pending={pending}>
          {messages.save}
        </Button>
      ) : null}
    </Form>
  );
}

function Limits({ app, editable, error }: Shown) {
  const messages = useMessages(appMessages.apps);
  const { fieldMessageOf } = useErrorMessages();
  return (
    <div className="grid">
      <Field
        name="partsMax"
        label={messages.partsMax}
        inputMode="numeric"
        defaultValue={app.partsMax}
        readOnly={!editable}
        error={fieldMessageOf(error, 'partsMax')}
      />
      <Field
        name="validity"
        label={messages.validity}
        hint={messages.validityHint}
        inputMode="numeric"
        defaultValue={app.validityMinutes}
        readOnly={!editable}
        error={fieldMessageOf(error, 'validityMinutes')}
      />
      <Field
        name="window"
        label={messages.window}
        hint={messages.windowHint}
        inputMode="numeric"
        defaultValue={app.duplicateWindowSeconds ?? ''}
        readOnly={!editable}
        error={fieldMessageOf(error, 'duplicateWindowSeconds')}
      />
    </div>
  );
}

function Quiet({ app, editable, error }: Shown) {
  const messages = useMessages(appMessages.apps);
  const { fieldMessageOf } = useErrorMessages();
  const [from = '', until = ''] = app.quiet?.split('-') ?? [];
  return (
    <div className="grid">
      <Field
        name="quietFrom"
        type="time"
        label={messages.quietFrom}
        hint={messages.quietHint}
        defaultValue={from}
        readOnly={!editable}
        error={fieldMessageOf(error, 'quiet.from')}
      />
      <Field
        name="quietUntil"
        type="time"
        label={messages.quietUntil}
        defaultValue={until}
        readOnly={!editable}
        error={fieldMessageOf(error, 'quiet.until')}
      />
    </div>
  );
}
