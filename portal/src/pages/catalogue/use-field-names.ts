// Names the fields of a document: in our own words where there are some, else as the connector's
// form calls them.

import { useRead } from '../../api/index.ts';
import { useLanguage, useMessages } from '../../language/index.ts';
import { formMessages } from './form-messages.ts';
import { catalogueMessages } from './messages.ts';

/** Answers the name of a field by its path within an entry: `price.percent`, `config.baseUrl`. */
export function useFieldNames(): (field: string) => string {
  const { fields } = useMessages(formMessages);
  const { language } = useLanguage();
  const forms = useRead('GET operator/connectors/forms', {}).answer?.forms ?? [];
  return (field) => {
    if (field in fields) return fields[field as keyof typeof fields];
    const [, member, route] = /^(routeWeights|routeCosts)\.(.+)$/.exec(field) ?? [];
    if (member !== undefined) return `${fields[member as keyof typeof fields]} ${route}`;
    const name = field.replace(/^config\./, '');
    if (name === field) return field;
    const known = forms.flatMap((form) => form.fields).find((each) => each.name === name);
    return known === undefined ? name : known.label[language];
  };
}

/** How a part of a document is called. */
export function usePartNames(): (part: string) => string {
  const { partOf } = useMessages(catalogueMessages);
  return (part) => (part in partOf ? partOf[part as keyof typeof partOf] : part);
}
