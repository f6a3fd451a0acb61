// Loaded in each thread that tests of a mutant start: Node.js gets one source file with the mutant
// in it. The file on the disk stays as it is.

import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Names the mutant: JSON of a `MutatedFile`. */
export const mutantVariable = 'JOKKO_MUTANT';

export interface MutatedFile {
  path: string;
  /** UTF-16 offsets in the source text. */
  start: number;
  end: number;
  replacement: string;
}

const given = process.env[mutantVariable];
if (given !== undefined) mutate(JSON.parse(given) as MutatedFile);

function mutate({ path, start, end, replacement }: MutatedFile): void {
  const mutated = pathToFileURL(path).href;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== mutated) return loaded;
      const text = String(loaded.source);
      return { ...loaded, source: text.slice(0, start) + replacement + text.slice(end) };
    },
  });
}
