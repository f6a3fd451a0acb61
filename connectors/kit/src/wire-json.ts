// How is a provider's JSON read without believing it? Every member is unknown until its type was looked at.

export type JsonObject = { readonly [member: string]: unknown };

/** The object a body holds; null when it is no JSON or no object. */
export function objectFromWire(body: Buffer): JsonObject | null {
  try {
    return asObject(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** A member that is a string with something in it, else undefined. */
export function textMember(object: JsonObject, member: string): string | undefined {
  const value = object[member];
  return typeof value === 'string' && value !== '' ? value : undefined;
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
