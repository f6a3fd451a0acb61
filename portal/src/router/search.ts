// Keeps filters in the address. Each page declares its search parameters once; reading never
// fails, and a value equal to the fallback is left out, so that addresses stay short and can be
// shared.

export interface SearchField<Value> {
  read(text: string | null): Value;
  /** Null: leave it out. */
  write(value: Value): string | null;
}
export type SearchFields = Record<string, SearchField<unknown>>;
export type SearchValues<Fields extends SearchFields> = {
  [K in keyof Fields]: Fields[K] extends SearchField<infer Value> ? Value : never;
};

const textCharactersMax = 200;

/** Free text; empty when absent. */
export const textParam = (): SearchField<string> => ({
  read: (text) => (text ?? '').slice(0, textCharactersMax),
  write: (value) => (value === '' ? null : value),
});

/** One of a list; anything else is the fallback. */
export function choiceParam<const Value extends string>(
  values: readonly Value[],
  fallback: Value,
): SearchField<Value> {
  return {
    read: (text) => values.find((value) => value === text) ?? fallback,
    write: (value) => (value === fallback ? null : value),
  };
}

/** One of a list, or '' for "all". */
export function filterParam<const Value extends string>(
  values: readonly Value[],
): SearchField<Value | ''> {
  return {
    read: (text) => values.find((value) => value === text) ?? '',
    write: (value) => (value === '' ? null : value),
  };
}

/** A calendar day, `2026-11-21`, or ''. */
export const dayParam = (): SearchField<string> => ({
  read: (text) =>
    text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
      ? text
      : '',
  write: (value) => (value === '' ? null : value),
});

/**
 * The declared parameters whose text in the address cannot be what it says, e.g. `status=LOST`:
 * they are read as their fallback.
 */
export function refusedIn(fields: SearchFields, search: string): string[] {
  const given = new URLSearchParams(search);
  return Object.entries(fields).flatMap(([name, field]) => {
    const text = given.get(name);
    if (text === null || text === '') return [];
    const value = field.read(text);
    // A fallback that is spelled out is read as it stands, and only not written.
    return field.write(value) === text || value === text ? [] : [name];
  });
}

/** Reads all declared parameters of a query string. */
export function readSearch<Fields extends SearchFields>(
  fields: Fields,
  search: string,
): SearchValues<Fields> {
  const given = new URLSearchParams(search);
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.read(given.get(name))]),
  ) as SearchValues<Fields>;
}

/** The query string after a change; parameters that the page did not declare stay as they are. */
export function changeSearch<Fields extends SearchFields>(
  fields: Fields,
  search: string,
  change: Partial<Record<keyof Fields, unknown>>,
): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    const text = fields[name]?.write(value) ?? null;
    if (text === null) next.delete(name);
    else next.set(name, text);
  }
  const written = next.toString();
  return written === '' ? '' : `?${written}`;
}
