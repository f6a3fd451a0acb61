// Reads a provider's JSON without trusting it: every member is unknown until its type has been
// checked.

export type JsonObject = { readonly [member: string]: unknown };

/** Some write a byte order mark before it, which RFC 8259 lets a reader ignore. */
const parse = (body: Buffer): unknown => JSON.parse(body.toString('utf8').replace(/^\ufeff/, ''));

/** The object a body holds; null when it is no JSON or no object. */
export function objectFromWire(body: Buffer): JsonObject | null {
  try {
    return asObject(parse(body));
  } catch {
    return null;
  }
}

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : null;
}

/** A member that is a string with something in it, else undefined. */
export function textMember(object: JsonObject, member: string): string | undefined {
  const value = object[member];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * A status word in capitals: a word in other letters, or with a space at its end, is the same word.
 */
export function wordMember(object: JsonObject, member: string): string | undefined {
  return textMember(object, member)?.trim().toUpperCase();
}

/** A code or a reference that some write as a text and others as a whole number. */
export function codeMember(object: JsonObject, member: string): string | undefined {
  const value = object[member];
  return Number.isSafeInteger(value) ? String(value) : textMember(object, member);
}

/** A count of one or more, written as a text or as a number. */
export function countMember(object: JsonObject, member: string): number | undefined {
  const told = codeMember(object, member) ?? '';
  return /^[1-9][0-9]{0,2}$/.test(told) ? Number(told) : undefined;
}

/** The object members of a list member; anything else in the list is skipped. */
export function listMember(object: JsonObject, member: string): JsonObject[] {
  const value = object[member];
  return Array.isArray(value) ? value.map(asObject).filter((entry) => entry !== null) : [];
}

/** The value of the item `{key, value}` with this key, as some protocols write maps. */
export function keyedValue(items: readonly JsonObject[], key: string): string | undefined {
  for (const item of items) if (item['key'] === key) return textMember(item, 'value');
  return undefined;
}

/**
 * The objects of a list that a body holds; null when it is no JSON, no list, or holds anything
 * else.
 */
export function listFromWire(body: Buffer): JsonObject[] | null {
  try {
    const list = parse(body);
    if (!Array.isArray(list)) return null;
    const objects = list.map(asObject);
    return objects.every((entry) => entry !== null) ? objects : null;
  } catch {
    return null;
  }
}
