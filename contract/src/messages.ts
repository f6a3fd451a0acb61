// Messages to callers, in their account's language: `texts.fr.conflict({…})`. The business errors
// have their own list in error-catalogue.ts.
import type { FieldFault } from './field-problem.ts';
import type { Language } from './language.ts';
import { english } from './messages/en.ts';
import { french } from './messages/fr.ts';
import type { Texts } from './messages/texts.ts';

export type { Texts } from './messages/texts.ts';

export const texts: Record<Language, Texts> = { fr: french, en: english };

/** The `errors` member of a refusal: each fault with its sentence. */
export function fieldErrors(
  faults: readonly FieldFault[],
  language: Language,
): { field: string; message: string }[] {
  return faults.map(({ field, problem }) => ({
    field,
    message: texts[language].field(field, problem),
  }));
}

/** The `msg` of a refusal for faults in fields: names the fields, each once. */
export function invalidFieldsText(faults: readonly FieldFault[], language: Language): string {
  return texts[language].invalidFields({ fields: [...new Set(faults.map(({ field }) => field))] });
}
