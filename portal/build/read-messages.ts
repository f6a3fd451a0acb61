// Reads every message of the portal from its modules, for the tests that look at all of them.

import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inLanguage, isMessage, type MessageTree } from '../src/language/message.ts';

const source = fileURLToPath(new URL('../src/', import.meta.url));

type Text = string | ((...values: unknown[]) => string);
export interface NamedMessage {
  /** File, export and keys: `pages/keys/messages.ts keyMessages.scopes.full`. */
  name: string;
  fr: Text;
  en: Text;
}

/**
 * The modules hold messages, types and constants alone, so that Node can read them without a
 * browser.
 */
export async function readMessages(): Promise<NamedMessage[]> {
  const found: NamedMessage[] = [];
  const files = globSync('**/{*messages,vocabulary,navigation}.ts', { cwd: source });
  // Hooks choose among messages; they need a browser.
  for (const file of files.filter((each) => !basename(each).startsWith('use-'))) {
    const module = (await import(pathToFileURL(join(source, file)).href)) as object;
    for (const [name, value] of Object.entries(module))
      if (isTree(value)) found.push(...leaves(value, `${file} ${name}`));
  }
  return found;
}

function leaves(tree: MessageTree, path: string): NamedMessage[] {
  const french: Record<string, unknown> = inLanguage(tree, 'fr');
  const english: Record<string, unknown> = inLanguage(tree, 'en');
  return Object.entries(tree).flatMap(([key, entry]) => {
    const name = `${path}.${key}`;
    return isMessage(entry)
      ? [{ name, fr: french[key] as Text, en: english[key] as Text }]
      : leaves(entry, name);
  });
}

/** An object whose every branch ends in messages. */
function isTree(value: unknown): value is MessageTree {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.values(value) as unknown[];
  return (
    entries.length > 0 &&
    entries.every(
      (entry) =>
        (Array.isArray(entry) && entry.length === 2 && typeof entry[0] === typeof entry[1]) ||
        isTree(entry),
    )
  );
}
