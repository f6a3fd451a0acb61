// How is an error shown? The sentence of its code, how long to wait where that is known, and the sentence of each field.

import { plural, useLanguage } from '../language/index.ts';
import { CallError } from './call.ts';
import { codeTexts, fieldTexts } from './error-texts.ts';

export interface ErrorWords {
  /** What to say of an error as a whole. */
  say(error: Error): string;
  /** What to say beside a field, or undefined when nothing is wrong with it. */
  sayField(error: Error | null, field: string): string | undefined;
}

/** Words for errors in the person's language. */
export function useErrorWords(): ErrorWords {
  const { language } = useLanguage();
  return {
    say(error) {
      if (!(error instanceof CallError)) return codeTexts[language].internal;
      const { retryAfterSeconds: seconds } = error;
      const text = codeTexts[language][error.code];
      if (seconds === undefined) return text;
      const wait =
        language === 'fr'
          ? plural(language, Math.ceil(seconds / 60), { one: 'Encore # minute.', other: 'Encore # minutes.' })
          : plural(language, Math.ceil(seconds / 60), { one: '# more minute.', other: '# more minutes.' });
      return `${text} ${wait}`;
    },
    sayField(error, field) {
      if (!(error instanceof CallError)) return undefined;
      const fault = error.fields.find((each) => each.field === field);
      return fault === undefined ? undefined : fieldTexts[language][fault.problem];
    },
  };
}
