// Verifies `X-Twilio-Signature`: HMAC-SHA1 by the auth token over the address with its query and
// each parameter of the form, sorted, names and values without anything between them.

import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * `url` as Twilio was given it, with the query. Twilio writes the usual port or leaves it out, so
 * that both are tried.
 */
export function isSigned(
  token: string,
  signature: string | undefined,
  url: string,
  form: URLSearchParams,
): boolean {
  const given = Buffer.from(signature ?? '', 'base64');
  const parameters = signedText(form);
  return [url, withOtherPort(url)].some((address) => {
    const expected = createHmac('sha1', token)
      .update(address + parameters)
      .digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** A name that comes more than once has its different values sorted. */
function signedText(form: URLSearchParams): string {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of form) {
    const known = values.get(name);
    if (known === undefined) values.set(name, new Set([value]));
    else known.add(value);
  }
  return [...values.keys()]
    .toSorted()
    .flatMap((name) => [...values.get(name)!].toSorted().map((value) => name + value))
    .join('');
}

function withOtherPort(url: string): string {
  const [, scheme, host, port, rest] = /^(https?):\/\/([^/:?#]+)(:\d+)?(.*)$/s.exec(url) ?? [];
  if (scheme === undefined) return url;
  const usual = scheme === 'https' ? ':443' : ':80';
  return `${scheme}://${host}${port === undefined ? usual : ''}${rest}`;
}
