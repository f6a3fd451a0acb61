// Determines whether the visitor is on the phone that can open the provider's app.

const headerCharactersMax = 500;

/**
 * The browser's own word where it gives one; else the usual words of phone browsers. A tablet
 * counts as a desktop: it can show a code.
 */
export function isPhone(userAgent: string | undefined, mobileHint: string | undefined): boolean {
  if (mobileHint === '?1') return true;
  if (mobileHint === '?0') return false;
  return /\b(?:Mobi|Mobile|iPhone|iPod|Opera Mini|Windows Phone)\b/i.test(
    (userAgent ?? '').slice(0, headerCharactersMax),
  );
}
