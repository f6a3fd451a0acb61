// How the parts of a workbook are named: by addresses within its package, which one program writes
// with dots, another with percent signs, back slashes or capitals.

/** Null: `target`, as a part of this name tells it, leads out of the package. */
export function partAt(target: string, from: string): string | null {
  const url = URL.parse(target, new URL(from, root).href);
  return url?.origin === root.origin ? url.pathname.slice(1) : null;
}

const root = new URL('http://package/');

/** Two names with one of these are one part's. */
export function partKey(name: string): string {
  const path = name.replaceAll('\\', '/');
  return decoded(path).toLowerCase();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
