// How are texts written? One dictionary per page area, both languages side by side; French gives the form, and an English text that is
// missing, or takes other parameters, does not compile. Numbers in texts are formatted and counted by `Intl`.

import type { Language } from '@jokko/contract';

type Text = string | ((...values: never[]) => string);
export type Dictionary = { [name: string]: Text | Dictionary };

/** `T` with each literal text widened to `string`. */
type Form<T> = { [K in keyof T]: T[K] extends string ? string : T[K] extends Dictionary ? Form<T[K]> : T[K] };

/** Both languages of a page area. */
export type Texts<T extends Dictionary = Dictionary> = Record<Language, T>;

/** Declares the texts of a page area. */
export function defineTexts<T extends Dictionary>(fr: T, en: NoInfer<Form<T>>): Texts<T> {
  return { fr: withFrenchSigns(fr), en: en as T };
}

/**
 * French puts a space before some signs, at which no line may break: written as a plain one, it is made such a one here. Its apostrophe is the
 * typographer's, however it was typed.
 */
export function withFrenchSigns<T extends Text | Dictionary>(text: T): T {
  if (typeof text === 'string') return frenchSigns(text) as T;
  if (typeof text === 'function') return ((...values: never[]) => frenchSigns(text(...values))) as T;
  return Object.fromEntries(Object.entries(text).map(([name, value]) => [name, withFrenchSigns(value)])) as T;
}

/** Words that lose their last letter before a vowel; apostrophes of names are left as they are. */
const elided = /(?<=(?<!\p{L})(?:[cdjlmnst]|\p{L}*qu|aujourd))'(?=\p{L}|\d|«)/giu;

const frenchSigns = (text: string): string =>
  text
    .replace(elided, '’')
    .replace(/« | (?=[»:])/g, (found) => found.replace(' ', '\u00a0'))
    .replace(/ (?=[;!?])/g, '\u202f');

/** The forms that a language needs: French counts 0 and 1 as `one`, and large round numbers as `many`. */
type Forms = { one: string; other: string; many?: string };

/** The right form for a count, with `#` replaced by the formatted number. */
export function plural(language: Language, count: number, forms: Forms): string {
  const category = rules[language].select(count);
  const form = category === 'one' ? forms.one : category === 'many' ? (forms.many ?? forms.other) : forms.other;
  return form.replace('#', numbers[language].format(count));
}

const rules = { fr: new Intl.PluralRules('fr'), en: new Intl.PluralRules('en') };
const numbers = { fr: new Intl.NumberFormat('fr'), en: new Intl.NumberFormat('en') };
