// Page of the alert settings: rules, people, quiet hours and channels. Read by all users of the
// operator, changed by its admins.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages, useMay, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { BalanceFields } from './balance-fields.tsx';
import { ChannelFields, QuietFields } from './channel-fields.tsx';
import { FloatFields } from './float-fields.tsx';
import { alertMessages, alertSettingsMessages } from './messages.ts';
import { PeopleFields } from './people-fields.tsx';
import { readSettings, type WrongMinimum } from './read-form.ts';
import { RuleFields } from './rule-fields.tsx';
import { TestCard } from './test-card.tsx';

type InForce = RouteAnswer<'GET operator/alert-settings'>;

export default function AlertSettings() {
  const messages = useMessages(alertSettingsMessages);
  const { title } = useMessages(alertMessages);
  const settings = useRead('GET operator/alert-settings', {});
  return (
    <Page title={messages.title} lead={messages.lead} back={{ to: '/alerts', label: title }} narrow>
      <Loaded read={settings} lines={8}>
        {(inForce) => (
          <div className="stack stack-l">
            {inForce.mails ? null : <Notice tone="warn">{messages.noMail}</Notice>}
            <SettingsForm key={inForce.version} inForce={inForce} />
            <TestCard />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function SettingsForm({ inForce }: { inForce: InForce }) {
  const messages = useMessages(alertSettingsMessages);
  const may = useMay('POST operator/alert-settings');
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/alert-settings', {
    changes: ['GET operator/alert-settings'],
  });
  const [wrong, setWrong] = useState<WrongMinimum | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { version, settings, users, webhook, routes, smsApps, smsConnections } = inForce;
  const save = async (values: Record<string, string>): Promise<void> => {
    const read = readSettings(
      values,
      users.map(({ id }) => id),
    );
    setWrong(read.ok ? null : read.wrong);
    if (!read.ok) return;
    const address = (values['webhook'] ?? '').trim();
    const body = { version, settings: read.settings, webhook: address === '' ? null : address };
    const answer = await run({ body });
    if (answer === null) return;
    toast(messages.saved);
    setSecret(answer.secret);
  };
  return (
    <>
      <Form error={error} onSend={(values) => void save(values)} className="stack stack-l">
        <Card title={messages.rules}>
          <RuleFields settings={settings} />
        </Card>
        <Card title={messages.floats} lead={messages.floatsLead}>
          <FloatFields
            floats={settings.floats}
            routes={routes}
            wrong={wrong !== null && 'float' in wrong ? wrong.float : null}
          />
        </Card>
        <Card title={messages.balances} lead={messages.balancesLead}>
          <BalanceFields
            minimums={settings.smsBalances}
            connections={smsConnections}
            wrong={wrong !== null && 'connection' in wrong ? wrong.connection : null}
          />
        </Card>
        <Card title={messages.people} lead={messages.peopleLead}>
          <PeopleFields
            settings={settings}
            users={users}
            errorOf={(field) => fieldMessageOf(error, field)}
          />
          <Field
            name="escalateMinutes"
            type="number"
            label={messages.escalateMinutes}
            hint={messages.escalateHint}
            defaultValue={settings.escalateMinutes ?? ''}
          />
        </Card>
        <Card title={messages.quiet} lead={messages.quietLead}>
          <QuietFields quiet={settings.quiet} error={fieldMessageOf(error, 'timeZone')} />
        </Card>
        <Card title={messages.channels}>
          <ChannelFields
            sms={settings.sms}
            smsApps={smsApps}
            webhook={webhook}
            error={fieldMessageOf(error, 'webhook')}
            smsError={fieldMessageOf(error, 'sms')}
          />
        </Card>
        {may ? (
          <Button type="submit" variant="primary" pending={pending}>
            {messages.save}
          </Button>
        ) : null}
      </Form>
      {secret === null ? null : <Secret secret={secret} onEnd={() => setSecret(null)} />}
    </>
  );
}

function Secret({ secret, onEnd }: { secret: string; onEnd(): void }) {
  const messages = useMessages(alertSettingsMessages);
  return (
    <Dialog open firm title={messages.secret} onClose={onEnd}>
      <div className="stack">
        <SecretOnce label={messages.secret} secret={secret}>
          {messages.secretOnce}
        </SecretOnce>
        <Button variant="primary" onClick={onEnd}>
          OK
        </Button>
      </div>
    </Dialog>
  );
}
