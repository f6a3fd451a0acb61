// Which texts has the portal in each language? Read from its dictionaries, so that a text in the wrong language is found wherever it is shown.

import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

type Language = 'fr' | 'en';
type Entry = string | ((...values: unknown[]) => unknown) | { [name: string]: Entry };

const source = fileURLToPath(new URL('../../../portal/src/', import.meta.url));
/** Stands for every value that a text takes. */
const gap = '\u0001';
/** Shorter pieces between values are found in words of the other language, too. */
const pieceLettersMin = 12;

/** `only.fr`: whole texts that are French and not English; `pieces.fr`: long pieces of such texts. */
export interface Dictionaries {
  only: Record<Language, ReadonlySet<string>>;
  pieces: Record<Language, readonly string[]>;
}

/** As a browser shows a text. */
export const plainText = (text: string): string => text.replace(/\s+/g, ' ').trim();

export async function readDictionaries(): Promise<Dictionaries> {
  // The door of languages holds components, too, which Node does not read; the texts need only the part that declares them.
  const hook = registerHooks({
    resolve: (specifier, context, next) => next(specifier.replace(/language\/index\.ts$/, 'language/define.ts'), context),
  });
  const texts: Record<Language, string[]> = { fr: [], en: [] };
  for (const path of globSync('**/{*texts,navigation}.ts', { cwd: source })) {
    const module = (await import(pathToFileURL(join(source, path)).href)) as Record<string, unknown>;
    for (const value of Object.values(module))
      if (isTexts(value)) for (const language of ['fr', 'en'] as const) collect(value[language], texts[language]);
  }
  hook.deregister();
  return {
    only: { fr: without(texts.fr, texts.en), en: without(texts.en, texts.fr) },
    pieces: { fr: piecesOf(texts.fr, texts.en), en: piecesOf(texts.en, texts.fr) },
  };
}

const isTexts = (value: unknown): value is Record<Language, Entry> =>
  typeof value === 'object' && value !== null && 'fr' in value && 'en' in value;

function collect(entry: Entry, into: string[]): void {
  if (typeof entry === 'string') into.push(...entry.split('\n').map(plainText));
  else if (typeof entry === 'function') into.push(plainText(sayWithGaps(entry)));
  else for (const each of Object.values(entry)) collect(each, into);
}

/** What a text with values says around them; those that take more than words and numbers are passed over. */
function sayWithGaps(text: (...values: unknown[]) => unknown): string {
  try {
    return String(text(...Array.from({ length: text.length }, () => gap))).replaceAll(/NaN|undefined/g, gap);
  } catch {
    return '';
  }
}

function without(these: readonly string[], those: readonly string[]): Set<string> {
  const others = new Set(those);
  return new Set(these.filter((text) => /\p{L}{2}/u.test(text) && !text.includes(gap) && !others.has(text)));
}

function piecesOf(these: readonly string[], those: readonly string[]): string[] {
  const others = those.join('\n');
  const pieces = new Set(these.flatMap((text) => text.split(gap).map(plainText)));
  return [...pieces].filter((piece) => piece.length >= pieceLettersMin && piece.includes(' ') && !others.includes(piece));
}
