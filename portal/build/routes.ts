// Lists the pages and their files, read from the text of `src/routes.ts`, since the build cannot
// run the browser's code.

import { readFileSync } from 'node:fs';

const path = new URL('../src/routes.ts', import.meta.url);
const line = /\{\s*pattern: '([^']+)',([^{}]*?)load: \(\) => import\('\.\/([^']+)'\),?\s*\}/g;

/** `open`: for who is not signed in. Throws where the text is not as expected. */
export function readRoutes(): { pattern: string; open: boolean; entry: string }[] {
  const text = readFileSync(path, 'utf8');
  const routes = [...text.matchAll(line)].map(([, pattern, between, file]) => ({
    pattern: pattern!,
    open: between!.includes("frame: 'open'"),
    entry: `src/${file!}`,
  }));
  const patterns = text.match(/pattern: '/g)?.length ?? 0;
  if (routes.length === 0 || routes.length !== patterns)
    throw new Error(`${routes.length} of ${patterns} pages were read from routes.ts`);
  return routes;
}
