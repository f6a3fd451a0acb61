// Recognises what the example catalogue wrote in the place of a value: a route that still holds it
// must not come into force.

/** Why the value cannot be the operator's own; null: it can. */
export function placeholderFault(value: unknown): string | null {
  return typeof value === 'string' && /replace[-_ ]me/i.test(value)
    ? 'is the placeholder of the example: enter your own value'
    : null;
}
