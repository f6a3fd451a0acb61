// Finds statements that select all columns of a stored table. A column that the next version adds
// changes what such a statement returns, and PostgreSQL then refuses it on every connection of a
// running node ("cached plan must not change result type"), so a rolling upgrade would fail
// requests.

/** Names of the tables that a schema creates. */
export const tablesOf = (schema: string): string[] =>
  [...schema.matchAll(/^create table (\w+)/gm)].map(([, name]) => name!);

/**
 * The stars in `text` that stand for the columns of one of `tables`. All columns of a subselect or
 * a list are stated there.
 */
export function findTableStars(text: string, tables: readonly string[]): string[] {
  const table = `(?:${tables.join('|')})`;
  const direct = [
    /\breturning\s+\*/gi,
    /\bselect\s+(?:distinct\s+)?\*\s*,/gi,
    new RegExp(`\\bselect\\s+(?:distinct\\s+)?\\*\\s+from\\s+${table}\\b`, 'gi'),
  ].flatMap((star) => [...text.matchAll(star)].map(([found]) => found));
  const qualified = [...text.matchAll(/(?:\bselect|\breturning|,|\))\s+(\w+)\.\*/gi)]
    .filter(({ 0: found, 1: alias, index }) => {
      const source = sourceOf(alias!, text.slice(index + found.length));
      return source !== null && tables.includes(source);
    })
    .map(([found]) => found.trim());
  return [...direct, ...qualified];
}

/** What `alias` stands for in the rest of a statement, behind the star; null for a subselect. */
function sourceOf(alias: string, rest: string): string | null {
  const named = new RegExp(
    `(?:\\b(?:from|join)\\s+(\\w+)|\\))\\s+(?:as\\s+)?${alias}\\b|\\b(?:from|join)\\s+(${alias})\\b`,
    'i',
  ).exec(rest);
  return named?.[1] ?? named?.[2] ?? null;
}
