// Matches and builds paths by pattern, such as `/accounts/:account/keys`, with parameters typed by
// the pattern itself.

/** The names after `:` in a pattern. */
export type ParamsOf<Pattern extends string> =
  Pattern extends `${string}:${infer Name}/${infer Rest}`
    ? { [K in Name]: string } & ParamsOf<`/${Rest}`>
    : Pattern extends `${string}:${infer Name}`
      ? { [K in Name]: string }
      : unknown;

/** Writes the path of a pattern; values are encoded. */
export function pathOf<const Pattern extends string>(
  pattern: Pattern,
  params: ParamsOf<Pattern>,
): string {
  const values = params as Record<string, string | number>;
  return pattern.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(values[name])),
  );
}

/** The parameters of a path that fits, or null. A slash at the end is no difference. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = decode(given[index] ?? '');
    if (value === null) return null;
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return params;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
