// Selects which headers of an answer may be logged: all but secret ones, limited to a readable
// number.

const secretHeaders = new Set([
  'set-cookie',
  'set-cookie2',
  'authorization',
  'proxy-authorization',
  'www-authenticate',
  'cookie',
]);
const keptMaxCharacters = 8_192;

/** In their order; values joined by a comma. What is over the limit is left out. */
export function loggedHeaders(headers: NodeJS.Dict<string | string[]>): { [name: string]: string } {
  const logged: { [name: string]: string } = Object.create(null) as { [name: string]: string };
  let left = keptMaxCharacters;
  for (const [name, given = ''] of Object.entries(headers)) {
    const value = secretHeaders.has(name.toLowerCase())
      ? '(not shown)'
      : Array.isArray(given)
        ? given.join(', ')
        : given;
    left -= name.length + value.length;
    if (left < 0) break;
    logged[name] = value;
  }
  return logged;
}
