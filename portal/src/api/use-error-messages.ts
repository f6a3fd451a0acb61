// Formats an error: the sentence of its code, how long to wait where that is known, and the
// sentence of each field.

import { suggestions } from '@jokko/contract/suggestions';
import { inLanguage, pluralForm, useFormat, useLanguage } from '../language/index.ts';
import { CallError } from './call.ts';
import { codeMessages, fieldMessages, unseenMessages } from './call-error-messages.ts';

export interface ErrorMessages {
  /** What to say of an error as a whole. */
  messageOf(error: Error): string;
  /** What to say beside a field, or undefined when nothing is wrong with it. */
  fieldMessageOf(error: Error | null, field: string): string | undefined;
}

/** Words for errors in the user's language. */
export function useErrorMessages(): ErrorMessages {
  const { language } = useLanguage();
  const format = useFormat();
  return {
    messageOf(error) {
      if (!(error instanceof CallError)) return inLanguage(codeMessages, language).internal;
      const { retryAfterSeconds: seconds, countsFrom } = error;
      const text = inLanguage(codeMessages, language)[error.code];
      if (countsFrom !== undefined) {
        const moment = format.moment(countsFrom, 'minute');
        return `${text} ${language === 'fr' ? `À partir du ${moment}.` : `From ${moment}.`}`;
      }
      if (seconds === undefined) return text;
      const wait =
        language === 'fr'
          ? pluralForm(language, Math.ceil(seconds / 60), {
              one: 'Encore # minute.',
              other: 'Encore # minutes.',
            })
          : pluralForm(language, Math.ceil(seconds / 60), {
              one: '# more minute.',
              other: '# more minutes.',
            });
      return `${text} ${wait}`;
    },
    fieldMessageOf(error, field) {
      if (!(error instanceof CallError)) return undefined;
      const fault = error.fields.find((each) => each.field === field);
      if (fault === undefined) return undefined;
      const text = inLanguage(fieldMessages, language)[fault.problem];
      if (fault.character !== undefined)
        return `${inLanguage(unseenMessages, language).character} ${fault.character}`;
      return fault.address === undefined
        ? text
        : `${text} ${suggestions[language].address[fault.address]}`;
    },
  };
}
