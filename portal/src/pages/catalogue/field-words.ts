// How is a field of a document called? By our own words where there are some, by the connector's where it is one of its form.

import { useRead } from '../../api/index.ts';
import { useLanguage, useTexts } from '../../language/index.ts';
import { formTexts } from './form-texts.ts';
import { catalogueTexts } from './texts.ts';

/** Answers the name of a field by its path within an entry: `price.percent`, `config.baseUrl`. */
export function useFieldWords(): (field: string) => string {
  const { fields } = useTexts(formTexts);
  const { language } = useLanguage();
  const forms = useRead('GET operator/connectors/forms', {}).answer?.forms ?? [];
  return (field) => {
    if (field in fields) return fields[field as keyof typeof fields];
    const name = field.replace(/^config\./, '');
    if (name === field) return field;
    const known = forms.flatMap((form) => form.fields).find((each) => each.name === name);
    return known === undefined ? name : known.label[language];
  };
}

/** How a part of a document is called. */
export function usePartWords(): (part: string) => string {
  const { partOf } = useTexts(catalogueTexts);
  return (part) => (part in partOf ? partOf[part as keyof typeof partOf] : part);
}
