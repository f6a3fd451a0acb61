// Names of the members of an audit entry, and of the program's own words among their values. Pure.

import type { Language } from '@jokko/contract';
import { auditFields, auditValues } from '../../../../contract/src/portal/audit-fields.ts';

const places: { readonly [language in Language]: 0 | 1 } = { fr: 0, en: 1 };

/**
 * The name of a field such as `terms.fees.minimum`, part by part; what has no name stays as it is.
 */
export function nameOfField(path: string, language: Language): string {
  const parts = path.split('.');
  return parts.map((part) => wordOf(auditFields, part, language)).join(' › ');
}

/** A list is read word by word. */
export const wordsOfValue = (value: string, language: Language): string =>
  value
    .split(', ')
    .map((part) => wordOf(auditValues, part, language))
    .join(', ');

const wordOf = <Words extends Record<string, readonly [string, string]>>(
  words: Words,
  name: string,
  language: Language,
): string => (Object.hasOwn(words, name) ? words[name]![places[language]] : name);
