// Fields of the quiet hours, of the webhook and of the SMS application.

import { defaultTimeZone, useMessages } from '../../language/index.ts';
import { Field } from '../../ui/field.tsx';
import { alertSettingsMessages } from './messages.ts';
import type { Settings } from './read-form.ts';

export function QuietFields({
  quiet,
  error,
}: {
  quiet: Settings['quiet'];
  error: string | undefined;
}) {
  const messages = useMessages(alertSettingsMessages);
  return (
    <div className="grid">
      <Field name="from" label={messages.from} placeholder="22:00" defaultValue={quiet?.from} />
      <Field name="to" label={messages.to} placeholder="07:00" defaultValue={quiet?.to} />
      <Field
        name="timeZone"
        label={messages.timeZone}
        error={error}
        defaultValue={quiet?.timeZone ?? defaultTimeZone}
      />
    </div>
  );
}

export function ChannelFields({
  sms,
  webhook,
  error,
  smsError,
}: {
  sms: Settings['sms'];
  webhook: string | null;
  error: string | undefined;
  smsError: string | undefined;
}) {
  const messages = useMessages(alertSettingsMessages);
  const { optional } = messages;
  return (
    <div className="stack">
      <Field
        name="webhook"
        type="url"
        label={messages.webhook}
        hint={messages.webhookHint}
        error={error}
        optional={optional}
        defaultValue={webhook ?? ''}
      />
      <div className="grid">
        <Field
          name="smsAccount"
          type="number"
          label={messages.smsAccount}
          error={smsError}
          optional={optional}
          defaultValue={sms?.accountId ?? ''}
        />
        <Field
          name="smsApp"
          label={messages.smsApp}
          hint={messages.smsAppHint}
          optional={optional}
          defaultValue={sms?.app ?? ''}
        />
        <Field
          name="smsSender"
          label={messages.smsSender}
          optional={optional}
          defaultValue={sms?.sender ?? ''}
        />
      </div>
    </div>
  );
}
