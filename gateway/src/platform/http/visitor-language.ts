// Determines the language of an answer to a visitor of a page, or to a caller without an account.

import type { IncomingHttpHeaders } from 'node:http';
import { defaultLanguage, languages, type Language } from '@jokko/contract';

const headerCharactersMax = 500;

/** `?lang=` comes first, then the `Accept-Language` header, then `fallback`. */
export function languageOf(
  asked: unknown,
  acceptLanguage: string | undefined,
  fallback: Language,
): Language {
  const requested = languageNamed(asked);
  if (requested !== undefined) return requested;
  if (acceptLanguage === undefined) return fallback;
  let best: { language: Language; weight: number } | null = null;
  for (const range of acceptLanguage.slice(0, headerCharactersMax).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const language = languages.find((known) => known === tag.toLowerCase().split('-')[0]);
    const weight = Number(
      parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1,
    );
    if (language !== undefined && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? fallback;
}

/** Returns the language of an answer that belongs to no account. */
export const callersLanguage = (headers: IncomingHttpHeaders): Language =>
  languageOf(undefined, headers['accept-language'], defaultLanguage);

export const languageNamed = (name: unknown): Language | undefined =>
  languages.find((language) => language === name);
