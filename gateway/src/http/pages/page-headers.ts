// Which headers does every page for payers carry? They keep other sites, scripts and caches out.

/** Nothing from other hosts, no script or style inside the page, never framed. */
export const pageSecurityPolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

export const pageHeaders: { readonly [name: string]: string } = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': pageSecurityPolicy,
  // The address holds a token: it must not reach other sites, nor a shared cache.
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};
