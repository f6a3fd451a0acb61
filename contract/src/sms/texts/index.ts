// Messages to callers of the SMS interface, in their account's language.
import type { Language } from '../../language.ts';
import type { SmsFault } from '../request.ts';
import { english } from './en.ts';
import { french } from './fr.ts';
import type { SmsTexts } from './texts.ts';

export type { SmsQueryParameter, SmsTexts } from './texts.ts';

export const smsTexts: Record<Language, SmsTexts> = { fr: french, en: english };

/**
 * The `data` of a refusal for faults of fields: one sentence for each field, the first of its
 * faults.
 */
export function smsFaultData(
  faults: readonly SmsFault[],
  language: Language,
): Record<string, string> {
  const data: Record<string, string> = {};
  for (const fault of faults)
    data[fault.slice(0, fault.indexOf('.'))] ??= smsTexts[language].fault[fault];
  return data;
}

/** The `msg` that goes with it: the sentence itself where there is only one. */
export function smsFaultMessage(faults: readonly SmsFault[], language: Language): string {
  const [first, ...others] = faults;
  return first !== undefined && others.length === 0
    ? smsTexts[language].fault[first]
    : smsTexts[language].invalidRequest();
}
