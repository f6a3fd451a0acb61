// Which text may an operator give an error? Forms, drafts and files go by it.

import { errorCatalogue, type Language } from '@jokko/contract';

/** Characters of one text. */
export const errorTextMax = 500;
/** What an answer puts the amount into; a text that has it must keep it. */
const placeholder = '__amount__';

const byId = new Map(errorCatalogue.map((entry) => [String(entry.id), entry.message]));
// Control characters, and those that nobody sees or that turn the others round.
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

export type ErrorTextProblem = 'tooLong' | 'badCharacters' | 'missing' | 'notAllowed';

/** What a file or a draft is told of a problem. */
export const errorTextProblemWords: { readonly [problem in Exclude<ErrorTextProblem, 'notAllowed'>]: string } = {
  tooLong: `must be a text of at most ${errorTextMax} characters`,
  badCharacters: 'must say something, without control characters or invisible ones',
  missing: 'must keep __amount__, which the amount takes the place of',
};

/** Whether there is such an error; `id` as a document writes it: digits, or `null`. */
export const hasError = (id: string): boolean => byId.has(id);

/**
 * `missing`: it lost its placeholder; `notAllowed`: it has one where nothing would be put in. Null: it may be used, or there is no such error.
 */
export function errorTextProblem(id: string, language: Language, text: string): ErrorTextProblem | null {
  const original = byId.get(id)?.[language];
  if (original === undefined) return null;
  if (text.length > errorTextMax) return 'tooLong';
  if (!/[\p{L}\p{N}]/u.test(text) || hidden.test(text) || !text.isWellFormed()) return 'badCharacters';
  const [needed, given] = [original.includes(placeholder), text.includes(placeholder)];
  if (needed === given) return null;
  return needed ? 'missing' : 'notAllowed';
}
