// Fields of an incident's title and text, filled from a template of its kind in both languages.

import { useState } from 'react';
import { inLanguage, useMessages } from '../../language/index.ts';
import { Field, Select } from '../../ui/field.tsx';
import { incidentsMessages } from './messages.ts';
import {
  openingTemplates,
  resolvedTemplate,
  templateMessages,
  updateTemplates,
} from './template-messages.ts';
import { IncidentTextFields } from './text-fields.tsx';

type Wrong = (field: string) => string | undefined;
type Opening = keyof typeof openingTemplates;
type Update = keyof typeof updateTemplates;

const titleCharactersMax = 120;

/** `what`: whose incident it is, in each language; a template speaks of it. */
export function OpeningFields({ what, wrong }: { what: { fr: string; en: string }; wrong: Wrong }) {
  const messages = useMessages(incidentsMessages);
  const { openings: names } = useMessages(templateMessages);
  const [chosen, setChosen] = useState<Opening | ''>('');
  const filled = (language: 'fr' | 'en') =>
    chosen === '' ? null : inLanguage(openingTemplates[chosen], language);
  const [fr, en] = [filled('fr'), filled('en')];
  // What was typed without a template stays when the services are chosen.
  const key = chosen === '' ? '' : `${chosen} ${what.fr}`;
  return (
    <>
      <TemplateSelect<Opening> names={names} value={chosen} onChange={setChosen} />
      {(['titleFr', 'titleEn'] as const).map((name) => (
        <Field
          key={`${name} ${key}`}
          name={name}
          label={messages[name]}
          lang={name === 'titleFr' ? 'fr' : 'en'}
          maxLength={titleCharactersMax}
          defaultValue={(name === 'titleFr' ? fr?.title(what.fr) : en?.title(what.en)) ?? ''}
          error={wrong(name)}
        />
      ))}
      <IncidentTextFields
        key={key}
        texts={{ textFr: fr?.text(what.fr) ?? '', textEn: en?.text(what.en) ?? '' }}
        wrong={wrong}
      />
    </>
  );
}

/** `resolve`: the last text, which says that it works again. */
export function UpdateFields({ resolve, wrong }: { resolve: boolean; wrong: Wrong }) {
  const { updates: names } = useMessages(templateMessages);
  const [chosen, setChosen] = useState<Update | ''>('');
  const textIn = (language: 'fr' | 'en'): string => {
    if (resolve) return inLanguage(resolvedTemplate, language).resolved;
    return chosen === '' ? '' : inLanguage(updateTemplates, language)[chosen];
  };
  return (
    <>
      {resolve ? null : (
        <TemplateSelect<Update> names={names} value={chosen} onChange={setChosen} />
      )}
      <IncidentTextFields
        key={chosen}
        texts={{ textFr: textIn('fr'), textEn: textIn('en') }}
        wrong={wrong}
      />
    </>
  );
}

/** '' is no template. */
function TemplateSelect<Name extends string>({
  names,
  value,
  onChange,
}: {
  names: { readonly [name in Name]: string };
  value: Name | '';
  onChange(next: Name | ''): void;
}) {
  const { template, empty } = useMessages(templateMessages);
  const all = Object.keys(names) as Name[];
  return (
    <Select
      label={template}
      value={value}
      onChange={({ target }) => onChange(all.find((each) => each === target.value) ?? '')}
      options={[
        { value: '', label: empty },
        ...all.map((name) => ({ value: name, label: names[name] })),
      ]}
    />
  );
}
