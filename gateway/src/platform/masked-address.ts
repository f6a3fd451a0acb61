// Shows addresses without what may be their secret: many servers know their callers by a token in
// path, query or user information. What is read by many and kept for long passes through here as it
// is written (the log, the audit log, errors of commands), so that nobody has to think of it.

const hidden = '…';

/** What is left says where it goes: scheme, host and port. */
export function maskedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.host === '') return hidden;
  const { protocol, host, username, password, pathname, search, hash } = url;
  if (pathname.length > 1 || search !== '' || hash !== '') return `${protocol}//${host}/${hidden}`;
  return username === '' && password === '' ? text : `${protocol}//${host}/`;
}

/** Up to what ends an address in a sentence, or in JSON. */
const addresses = /([a-z][a-z\d+.-]{0,19}):\/\/(?:[^\s"<>\\]|\\\\|\\(?!["nrt]))+/gi;
/** Signs of the sentence around it. */
const ends = /[).,:;'\]}]{0,3}$/;

/**
 * A text with each address in it masked. If several servers stand in one
 * (`postgres://u:p@a,b/name`), the scheme alone is left.
 */
export function withMaskedAddresses(text: string): string {
  if (!text.includes('://')) return text;
  const whole = maskedUrl(text);
  return whole === hidden ? text.replaceAll(addresses, maskedWithin) : whole;
}

/** Files of this machine stand in stack traces. */
function maskedWithin(found: string, scheme: string): string {
  if (scheme.toLowerCase() === 'file') return found;
  const end = ends.exec(found)?.[0] ?? '';
  const masked = maskedUrl(end === '' ? found : found.slice(0, -end.length));
  return `${masked === hidden ? `${scheme}://${hidden}` : masked}${end}`;
}

/** For JSON.parse: texts without what addresses hide. */
export const maskedValue = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? withMaskedAddresses(value) : value;
