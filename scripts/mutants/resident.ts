// A process that tries one mutant after the other. It loads once what tests load; for a mutant it
// loads again only the source file, what depends on it, and the test files. Loading is what takes
// most of the time.

import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runFile, type Ran } from './collected-tests.ts';
import { mutantVariable, type MutatedFile } from './mutated-source.ts';

export interface Trial {
  mutant: MutatedFile;
  /** Test files by their paths, each with a regular expression of the names of its tests. */
  files: readonly { path: string; names: string }[];
}

const collected = new URL('collected-tests.ts', import.meta.url).href;
/** By the address of a module: who imports it. */
const importers = new Map<string, Set<string>>();
/** Without types; by address. */
const stripped = new Map<string, string>();
/** What is loaded again for the trial of this number. */
let again = new Set<string>();
let trials = 0;
let mutated: { url: string; source: string } | null = null;

const bare = (url: string): string => url.split('?')[0]!;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'node:test' && context.parentURL !== collected)
      return { url: collected, shortCircuit: true };
    const resolved = next(specifier, context);
    if (!resolved.url.startsWith('file:') || resolved.url.includes('/node_modules/'))
      return resolved;
    const url = bare(resolved.url);
    if (context.parentURL !== undefined) noteImport(url, bare(context.parentURL));
    return again.has(url) ? { ...resolved, url: `${url}?trial=${trials}` } : resolved;
  },
  load(address, context, next) {
    const url = bare(address);
    if (url === address || !url.endsWith('.ts')) return next(address, context);
    const source = url === mutated?.url ? mutated.source : strippedSource(url);
    return { format: 'module', source, shortCircuit: true };
  },
});

function noteImport(url: string, importer: string): void {
  const known = importers.get(url);
  if (known === undefined) importers.set(url, new Set([importer]));
  else known.add(importer);
}

function strippedSource(url: string): string {
  const source =
    stripped.get(url) ?? stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
  stripped.set(url, source);
  return source;
}

/** A source file and all that imports it, by whatever way. */
function dependentsOf(urls: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...urls];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (found.has(url)) continue;
    found.add(url);
    waiting.push(...(importers.get(url) ?? []));
  }
  return found;
}

async function attempt({ mutant, files }: Trial): Promise<Ran> {
  const urls = files.map(({ path }) => pathToFileURL(path).href);
  // What imports what is known once it was loaded.
  for (const url of urls)
    if (!importers.has(url)) {
      importers.set(url, new Set());
      await runFile(
        () => import(url),
        () => false,
      );
    }
  const source = pathToFileURL(mutant.path).href;
  trials += 1;
  again = dependentsOf([source, ...urls]);
  const text = readFileSync(mutant.path, 'utf8');
  const flipped = text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end);
  mutated = { url: source, source: stripTypeScriptTypes(flipped) };
  // For threads that tests start.
  process.env[mutantVariable] = JSON.stringify(mutant);
  for (const [index, { path: file, names }] of files.entries()) {
    const isNamed = new RegExp(`^(${names})$`);
    const ran = await runFile(
      () => import(urls[index]!),
      (name) => isNamed.test(name),
    );
    if (!ran.passed || !ran.isClean) return { ...ran, file };
  }
  return { passed: true, isClean: true, text: '' };
}

process.on('message', (trial: Trial) => {
  void attempt(trial).then((ran) => process.send!(ran));
});
// It may come from a test that has ended as well: who has sent the trial begins another process.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(7);
  });
process.once('disconnect', () => process.exit());
