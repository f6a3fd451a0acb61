// Determines the visitor's language, and whether they are on the phone that can open the
// provider's app.

import { languages } from '@jokko/contract';
import type { Language } from '@jokko/contract';

const headerCharactersMax = 500;

/** `?lang=` first, then the browser's approval request, then `fallback`. */
export function languageOf(
  asked: unknown,
  acceptLanguage: string | undefined,
  fallback: Language,
): Language {
  const requested = languages.find((language) => language === asked);
  if (requested !== undefined) return requested;
  let best: { language: Language; weight: number } | null = null;
  for (const range of (acceptLanguage ?? '').slice(0, headerCharactersMax).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const language = languages.find((known) => known === tag.toLowerCase().split('-')[0]);
    const weight = Number(
      parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1,
    );
    if (language !== undefined && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? fallback;
}

/** The browser's own word where it gives one; else the usual words of phone browsers. A tablet counts as a desktop: it can show a code. */
export function isPhone(userAgent: string | undefined, mobileHint: string | undefined): boolean {
  if (mobileHint === '?1') return true;
  if (mobileHint === '?0') return false;
  return /\b(?:Mobi|Mobile|iPhone|iPod|Opera Mini|Windows Phone)\b/i.test(
    (userAgent ?? '').slice(0, headerCharactersMax),
  );
}
