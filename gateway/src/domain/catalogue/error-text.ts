// What does an error of the catalogue say here? The operator's own text where there is one, else the contract's (rule O14).

import { errorCatalogue, errorCodeOf, isErrorId, type Language } from '@jokko/contract';
import type { Catalogue } from './service.ts';

const byId = new Map(errorCatalogue.map((entry) => [entry.id, entry]));

/** Code and text of an error id (null is unknown_error); `__amount__` is still in the text. */
export function errorCodeAndText(catalogue: Catalogue, errorId: number | null, language: Language): { code: string; text: string } {
  const id = errorId !== null && isErrorId(errorId) ? errorId : null;
  return { code: errorCodeOf(id), text: catalogue.errorTexts[String(id)]?.[language] ?? byId.get(id)!.message[language] };
}
