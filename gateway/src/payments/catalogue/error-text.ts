// Returns the text of a catalogue error: the operator's own where there is one, else the
// contract's (rule O14).

import { errorCatalogue, errorCodeOf, fillAmount, isErrorId, type Language } from '@jokko/contract';
import type { Catalogue } from './service.ts';

const byId = new Map(errorCatalogue.map((entry) => [entry.id, entry]));

/** Code and text of an error id (null is unknown_error); `__amount__` is still in the text. */
export function errorCodeAndText(
  catalogue: Catalogue,
  errorId: number | null,
  language: Language,
): { code: string; text: string } {
  const id = errorId !== null && isErrorId(errorId) ? errorId : null;
  return {
    code: errorCodeOf(id),
    text: catalogue.errorTexts[String(id)]?.[language] ?? byId.get(id)!.message[language],
  };
}

/**
 * The text where there is no amount: the general one in place of a sentence about an absent amount.
 */
export function errorTextWithoutAmount(
  catalogue: Catalogue,
  errorId: number | null,
  language: Language,
): string {
  const { text } = errorCodeAndText(catalogue, errorId, language);
  return fillAmount(text, '') === text ? text : errorCodeAndText(catalogue, null, language).text;
}
