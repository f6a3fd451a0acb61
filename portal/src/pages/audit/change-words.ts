// Names of the members of an audit entry, and of the program's own words among their values. Pure.

import type { Language } from '@jokko/contract';
import { auditFields, auditValues } from '../../../../contract/src/portal/audit-fields.ts';

const places: { readonly [language in Language]: 0 | 1 } = { fr: 0, en: 1 };

/** Of the last part of `terms.fees.minimum`; what has no name stays as it is. */
export function nameOfField(path: string, language: Language): string {
  const parts = path.split('.');
  return parts.map((part) => auditFields[part]?.[places[language]] ?? part).join(' › ');
}

/** A list is read word by word. */
export const wordsOfValue = (value: string, language: Language): string =>
  value
    .split(', ')
    .map((part) => (Object.hasOwn(auditValues, part) ? auditValues[part]![places[language]] : part))
    .join(', ');
