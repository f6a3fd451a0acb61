// Form of a user's profile: name, language, time zone and appearance.

import { useChange, useErrorMessages, useMe, useSession } from '../../api/index.ts';
import { defaultTimeZone, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { themes, type Theme } from '../../theme/theme.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Choices, Radio } from '../../ui/choice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { MailTopicsCard } from './mail-topics-card.tsx';
import { userMessages } from './messages.ts';

export default function Profile() {
  const messages = useMessages(userMessages.profile);
  const { user } = useMe();
  const { renew } = useSession();
  const { fieldMessageOf } = useErrorMessages();
  const { run, error, pending } = useChange('POST me');
  const save = async (values: Record<string, string>): Promise<void> => {
    const { name = '', language, timeZone = defaultTimeZone, theme } = values;
    const answer = await run({
      body: {
        name: name.trim(),
        language: language === 'en' ? 'en' : 'fr',
        timeZone,
        theme: theme as Theme,
      },
    });
    if (answer === null) return;
    await renew();
    toast(messages.saved);
  };
  return (
    <Page title={messages.title} lead={messages.lead} narrow>
      <Card>
        <Form
          key={user.language}
          error={error}
          onSend={(values) => void save(values)}
          className="stack stack-l"
        >
          <Field
            name="name"
            label={messages.name}
            defaultValue={user.name}
            autoComplete="name"
            error={fieldMessageOf(error, 'name')}
            required
          />
          <Field label={messages.email} value={user.email} readOnly />
          <div className="grid">
            <Select
              name="language"
              label={messages.language}
              defaultValue={user.language}
              options={[
                { value: 'fr', label: 'Français' },
                { value: 'en', label: 'English' },
              ]}
            />
            <Select
              name="timeZone"
              label={messages.timeZone}
              hint={messages.timeZoneHint}
              defaultValue={user.timeZone}
              error={fieldMessageOf(error, 'timeZone')}
              options={timeZones(user.timeZone)}
            />
          </div>
          <Choices legend={messages.theme} row>
            {themes.map((theme) => (
              <Radio
                key={theme}
                name="theme"
                value={theme}
                label={messages.themes[theme]}
                defaultChecked={user.theme === theme}
              />
            ))}
          </Choices>
          <div className="buttons">
            <Button type="submit" variant="primary" pending={pending}>
              {messages.save}
            </Button>
          </div>
        </Form>
      </Card>
      <MailTopicsCard />
    </Page>
  );
}

/** Every zone the browser knows; the present one and Dakar in any case. */
function timeZones(present: string): { value: string; label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), present, defaultTimeZone, 'UTC']);
  return [...zones]
    .toSorted((one, other) => one.localeCompare(other))
    .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
