// Messages to callers, in their account's language: `texts.fr.conflict({…})`. The business errors
// have their own list in error-catalogue.ts.
import { defined } from './defined.ts';
import type { FieldFault } from './field-problem.ts';
import type { Language } from './language.ts';
import { english } from './messages/en.ts';
import { french } from './messages/fr.ts';
import { suggestions } from './messages/suggestions.ts';
import type { Suggestion } from './messages/suggestions.ts';
import type { Texts } from './messages/texts.ts';

export { suggestions } from './messages/suggestions.ts';
export type { AddressReason } from './messages/suggestions.ts';
export type { Texts } from './messages/texts.ts';

export const texts: Record<Language, Texts> = { fr: french, en: english };

/** The `errors` member of a refusal: each fault with its sentence. */
export function fieldErrors(
  faults: readonly FieldFault[],
  language: Language,
): { field: string; message: string; suggestion?: string }[] {
  return faults.map((fault) => ({
    field: fault.field,
    message: texts[language].field(fault.field, fault.problem),
    ...defined({
      suggestion:
        fault.suggestion === undefined ? undefined : suggestionText(fault.suggestion, language),
    }),
  }));
}

function suggestionText(suggestion: Suggestion, language: Language): string {
  const say = suggestions[language];
  switch (suggestion.type) {
    case 'member':
      return say.memberMeant(suggestion.given, suggestion.meant);
    case 'address':
      return suggestion.reason === 'notPublic'
        ? `${say.address.notPublic} ${say.readEvents}`
        : say.address[suggestion.reason];
  }
}

/** What a refusal for faults in fields adds to its sentence: the first suggestion, or null. */
export function firstSuggestion(faults: readonly FieldFault[], language: Language): string | null {
  const suggestion = faults.find((fault) => fault.suggestion !== undefined)?.suggestion;
  return suggestion === undefined ? null : suggestionText(suggestion, language);
}

/** The `msg` of a refusal for faults in fields: names the fields, each once. */
export function invalidFieldsText(faults: readonly FieldFault[], language: Language): string {
  return texts[language].invalidFields({ fields: [...new Set(faults.map(({ field }) => field))] });
}
