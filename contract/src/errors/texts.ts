// The texts of the error catalogue by language.

import type { Language } from '../language.ts';
import type { ErrorTexts } from './text-table.ts';
import { englishErrorTexts } from './texts-en.ts';
import { frenchErrorTexts } from './texts-fr.ts';

export const errorTexts: Record<Language, ErrorTexts> = {
  fr: frenchErrorTexts,
  en: englishErrorTexts,
};
