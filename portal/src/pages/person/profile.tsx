// How does a person change name, language, time zone and appearance?

import { useChange, useErrorWords, useMe, useSession } from '../../api/index.ts';
import { defaultTimeZone, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { themes, type Theme } from '../../theme/theme.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Choices, Radio } from '../../ui/choice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { personTexts } from './texts.ts';

export default function Profile() {
  const { profile: words } = useTexts(personTexts);
  const { person } = useMe();
  const { renew } = useSession();
  const { sayField } = useErrorWords();
  const { run, error, pending } = useChange('POST me');
  const save = async (values: Record<string, string>): Promise<void> => {
    const { name = '', language, timeZone = defaultTimeZone, theme } = values;
    const answer = await run({ body: { name: name.trim(), language: language === 'en' ? 'en' : 'fr', timeZone, theme: theme as Theme } });
    if (answer === null) return;
    await renew();
    toast(words.saved);
  };
  return (
    <Page title={words.title} lead={words.lead} narrow>
      <Card>
        <Form key={person.language} error={error} onSend={(values) => void save(values)} className="stack stack-l">
          <Field name="name" label={words.name} defaultValue={person.name} autoComplete="name" error={sayField(error, 'name')} required />
          <Field label={words.email} value={person.email} readOnly />
          <div className="grid">
            <Select
              name="language"
              label={words.language}
              defaultValue={person.language}
              options={[
                { value: 'fr', label: 'Français' },
                { value: 'en', label: 'English' },
              ]}
            />
            <Select
              name="timeZone"
              label={words.timeZone}
              hint={words.timeZoneHint}
              defaultValue={person.timeZone}
              error={sayField(error, 'timeZone')}
              options={timeZones(person.timeZone)}
            />
          </div>
          <Choices legend={words.theme} row>
            {themes.map((theme) => (
              <Radio key={theme} name="theme" value={theme} label={words.themes[theme]} defaultChecked={person.theme === theme} />
            ))}
          </Choices>
          <div className="buttons">
            <Button type="submit" look="primary" pending={pending}>
              {words.save}
            </Button>
          </div>
        </Form>
      </Card>
    </Page>
  );
}

/** Every zone the browser knows; the present one and Dakar in any case. */
function timeZones(present: string): { value: string; label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), present, defaultTimeZone, 'UTC']);
  return [...zones].toSorted((one, other) => one.localeCompare(other)).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
