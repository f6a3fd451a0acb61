// Headers of every page for payers. They keep out other sites, scripts and caches.

const policyOf = (formAction: string, frames: string): string =>
  `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action ${formAction}; ${frames}frame-ancestors 'none'; base-uri 'none'`;

/** Nothing from other hosts, no script or style inside the page, never framed. */
export const pageSecurityPolicy = policyOf("'self'", '');

/** The same of a page whose form goes to the bank's `origin`, in a frame of it or as a whole. */
export const bankPolicy = (origin: string): string =>
  policyOf(`'self' ${origin}`, `frame-src ${origin}; `);

export const pageHeaders: { readonly [name: string]: string } = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': pageSecurityPolicy,
  // The address holds a token: it must not reach other sites, nor a shared cache.
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};
