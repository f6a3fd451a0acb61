// Fields of the quiet hours, of the webhook and of the SMS application.

import { defaultTimeZone, useMessages } from '../../language/index.ts';
import { Field, Select } from '../../ui/field.tsx';
import type { RouteAnswer } from '@jokko/contract/portal';
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

type SmsApp = RouteAnswer<'GET operator/alert-settings'>['smsApps'][number];

export function ChannelFields({
  sms,
  smsApps,
  webhook,
  error,
  smsError,
}: {
  sms: Settings['sms'];
  smsApps: readonly SmsApp[];
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
        <Select
          name="smsApp"
          label={messages.smsApp}
          hint={messages.smsAppHint}
          error={smsError}
          defaultValue={sms === null ? '' : `${sms.accountId} ${sms.app}`}
          options={[
            { value: '', label: messages.noSms },
            ...chosenAndOffered(sms, smsApps).map(({ accountId, account, app, name }) => ({
              value: `${accountId} ${app}`,
              label: `${account} · ${name}`,
            })),
          ]}
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

/** One that may no longer pay stays chosen until another is, with what it was saved as. */
function chosenAndOffered(sms: Settings['sms'], offered: readonly SmsApp[]): SmsApp[] {
  const known = offered.some(({ app }) => app === sms?.app);
  return sms === null || known
    ? [...offered]
    : [...offered, { ...sms, account: String(sms.accountId), name: sms.app }];
}
