// Fields of the text of an incident, in both languages.

import { useState } from 'react';
import { useMessages } from '../../language/index.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { Textarea } from '../../ui/field.tsx';
import { incidentTextMessages } from './text-messages.ts';

const charactersMax = 2_000;

/** `texts`: what they begin with. `wrong`: by `textFr` and `textEn`. */
export function IncidentTextFields({
  texts,
  wrong,
}: {
  texts?: { textFr: string; textEn: string };
  wrong(field: string): string | undefined;
}) {
  const messages = useMessages(incidentTextMessages);
  return (['textFr', 'textEn'] as const).map((name) => (
    <Textarea
      key={name}
      name={name}
      label={messages[name]}
      lang={name === 'textFr' ? 'fr' : 'en'}
      rows={3}
      defaultValue={texts?.[name]}
      maxLength={charactersMax}
      error={wrong(name)}
    />
  ));
}

/**
 * The same, asked for unless the user wants no incident. Without it the form has no such values.
 */
export function PublishIncident({ wrong }: { wrong(field: string): string | undefined }) {
  const messages = useMessages(incidentTextMessages);
  const [publishes, setPublishes] = useState(true);
  return (
    <>
      <Checkbox
        label={messages.publish}
        hint={messages.publishHint}
        checked={publishes}
        onChange={(event) => setPublishes(event.target.checked)}
      />
      {publishes ? <IncidentTextFields wrong={wrong} /> : null}
    </>
  );
}
