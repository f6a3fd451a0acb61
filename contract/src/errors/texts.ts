// Which texts must a language of the error catalogue have? One for each id and one for the entry without id: a missing text does not compile.
import type { Language } from '../language.ts';
import type { ErrorId } from './codes.ts';
import { englishErrorTexts } from './texts-en.ts';
import { frenchErrorTexts } from './texts-fr.ts';

export type ErrorTexts = Record<ErrorId | 'unknown', string>;

export const errorTexts: Record<Language, ErrorTexts> = { fr: frenchErrorTexts, en: englishErrorTexts };
