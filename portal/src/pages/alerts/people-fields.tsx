// Fields of the people whom alerts are sent to: the level of each, and how they are reached.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { alertSettingsMessages } from './messages.ts';
import type { Settings } from './read-form.ts';
import './alerts.css';

type User = RouteAnswer<'GET operator/alert-settings'>['users'][number];

export function PeopleFields({
  settings: { people },
  users,
  errorOf,
}: {
  settings: Settings;
  users: readonly User[];
  errorOf(field: string): string | undefined;
}) {
  const messages = useMessages(alertSettingsMessages);
  const options = [
    { value: '', label: messages.levels.none },
    { value: '1', label: messages.levels.first },
    { value: '2', label: messages.levels.second },
  ];
  return (
    <div className="alert-rows">
      {users.map(({ id, name, email }) => {
        const person = people.find(({ userId }) => userId === id);
        return (
          <fieldset key={id} className="alert-row">
            <legend className="alert-person">
              {name} <small>{email}</small>
            </legend>
            <Select
              name={`${id}.level`}
              label={messages.level}
              labelHidden
              defaultValue={String(person?.level ?? '')}
              options={options}
            />
            <Field
              name={`${id}.phone`}
              type="tel"
              label={messages.phone}
              labelHidden
              placeholder={messages.phone}
              error={errorOf(`${id}.phone`)}
              defaultValue={person?.phone ?? ''}
            />
            <Checkbox
              name={`${id}.email`}
              label={messages.email}
              defaultChecked={person?.email ?? true}
            />
          </fieldset>
        );
      })}
    </div>
  );
}
