// Shows an address without what may be its secret: many receivers know their callers by a token in
// path, query or user information. The log is for good and read by many.

const hidden = '…';

/** What is left says where it goes: scheme, host and port. */
export function maskedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.host === '') return hidden;
  const isWhole = url.pathname === '/' && url.search === '' && url.hash === '';
  return `${url.protocol}//${url.host}/${isWhole ? '' : hidden}`;
}
