// Validation rules for the text an operator may give an error, shared by forms, drafts and files.

import { errorCatalogue, firstUnseen, type Language } from '@jokko/contract';

/** Characters of one text. */
export const errorTextMax = 500;
/** What an answer puts the amount into; a text that has it must keep it. */
const placeholder = '__amount__';

const byId = new Map(errorCatalogue.map((entry) => [String(entry.id), entry.message]));

export type ErrorTextProblem = 'tooLong' | 'badCharacters' | 'missing' | 'notAllowed';

/** The sentence for a problem in a file or a draft. */
export const errorTextProblemWords: {
  readonly [problem in Exclude<ErrorTextProblem, 'notAllowed'>]: string;
} = {
  tooLong: `must be at most ${errorTextMax} characters`,
  badCharacters: 'must contain visible text, without control or invisible characters',
  missing: 'must contain __amount__, the placeholder for the amount',
};

/** Whether there is such an error; `id` as a document writes it: digits, or `null`. */
export const hasError = (id: string): boolean => byId.has(id);

/**
 * `missing`: it lost its placeholder; `notAllowed`: it has one where nothing would be put in. Null:
 * it may be used, or there is no such error.
 */
export function errorTextProblem(
  id: string,
  language: Language,
  text: string,
): ErrorTextProblem | null {
  const original = byId.get(id)?.[language];
  if (original === undefined) return null;
  if (text.length > errorTextMax) return 'tooLong';
  if (!/[\p{L}\p{N}]/u.test(text) || firstUnseen(text, 'line') !== null) return 'badCharacters';
  const [needed, given] = [original.includes(placeholder), text.includes(placeholder)];
  if (needed === given) return null;
  return needed ? 'missing' : 'notAllowed';
}
