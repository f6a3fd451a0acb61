// Declares the messages of the portal: each key once, with both languages side by side. A message
// that lacks a language, or whose English takes other parameters than its French, does not compile.
// Numbers in messages are counted and formatted by `Intl`.

import type { Language } from '@jokko/contract';
import { withFrenchSpaces } from '../../../contract/src/messages/french-signs.ts';

type Text = string | ((...values: never[]) => string);

/** One message in both languages. */
export type Message<T extends Text = string> = readonly [french: T, english: T];

/** The messages of an area, in as many levels as it needs. */
export type MessageTree = { readonly [name: string]: Message<Text> | MessageTree };

/** What `useMessages` answers: the same tree with each message in the reader's language. */
export type InLanguage<T> = T extends Message<infer U> ? U : { [K in keyof T]: InLanguage<T[K]> };

/**
 * A message: `t('Annuler', 'Cancel')`, or with values `t((name: string) => `Bonjour
 * ${name}`, (name) => `Hello ${name}`)`.
 */
export function t(french: string, english: string): Message;
export function t<F extends (...values: never[]) => string>(
  french: F,
  english: NoInfer<F>,
): Message<F>;
export function t(french: Text, english: Text): Message<Text> {
  return [french, english];
}

/**
 * The forms that a language needs: French counts 0 and 1 as `one`, and large round numbers as
 * `many`.
 */
interface Forms {
  one: string;
  other: string;
  many?: string;
}

/**
 * A message that counts: `plural({ one: '# ligne', other: '# lignes' }, { one: '# line', other: '#
 * lines' })`.
 */
export function plural(french: Forms, english: Forms): Message<(count: number) => string> {
  return [(count) => pluralForm('fr', count, french), (count) => pluralForm('en', count, english)];
}

/**
 * The right form for a count within a longer message, with `#` replaced by the formatted number.
 */
export function pluralForm(language: Language, count: number, forms: Forms): string {
  const category = rules[language].select(count);
  const form =
    category === 'one'
      ? forms.one
      : category === 'many'
        ? (forms.many ?? forms.other)
        : forms.other;
  return form.replace('#', numbers[language].format(count));
}

const rules = { fr: new Intl.PluralRules('fr'), en: new Intl.PluralRules('en') };
const numbers = { fr: new Intl.NumberFormat('fr'), en: new Intl.NumberFormat('en') };

/** Messages from two whole dictionaries, where another package owns the wording. */
export function fromDictionaries<K extends PropertyKey>(
  dictionaries: Record<Language, Record<K, string>>,
): Record<K, Message> {
  const { fr, en } = dictionaries;
  const names = Object.keys(fr) as (K & string)[];
  return Object.fromEntries(names.map((name) => [name, t(fr[name], en[name])])) as Record<
    K,
    Message
  >;
}

const resolved: Record<Language, WeakMap<MessageTree, object>> = {
  fr: new WeakMap(),
  en: new WeakMap(),
};

/**
 * A tree in one language. It is resolved once, so that the answer is the same object at each
 * rendering.
 */
export function inLanguage<T extends MessageTree>(tree: T, language: Language): InLanguage<T> {
  let messages = resolved[language].get(tree);
  if (messages === undefined) resolved[language].set(tree, (messages = resolve(tree, language)));
  return messages as InLanguage<T>;
}

function resolve(tree: MessageTree, language: Language): object {
  return Object.fromEntries(
    Object.entries(tree).map(([name, entry]) => [
      name,
      isMessage(entry) ? textOf(entry, language) : inLanguage(entry, language),
    ]),
  );
}

/** Messages are the leaves of a tree. */
export const isMessage = (entry: Message<Text> | MessageTree): entry is Message<Text> =>
  Array.isArray(entry);

function textOf([french, english]: Message<Text>, language: Language): Text {
  if (language === 'en') return english;
  if (typeof french === 'string') return withFrenchSigns(french);
  return (...values) => withFrenchSigns(french(...values));
}

/** Words that lose their last letter before a vowel; apostrophes of names are left as they are. */
const elided = /(?<=(?<!\p{L})(?:[cdjlmnst]|\p{L}*qu|aujourd))'(?=\p{L}|\d|«)/giu;

/** Its apostrophe is the typographer's, however it was typed. */
const withFrenchSigns = (text: string): string => withFrenchSpaces(text.replace(elided, '’'));
