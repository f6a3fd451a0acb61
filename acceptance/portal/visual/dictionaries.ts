// Reads which texts the portal has in each language from its messages, so that a text in the wrong
// language is found wherever it is shown.

import { readMessages } from '../../../portal/build/read-messages.ts';

type Language = 'fr' | 'en';
type Text = string | ((...values: unknown[]) => unknown);

/** Stands for every value that a text takes. */
const gap = '\u0001';
/** Shorter pieces between values are found in words of the other language, too. */
const pieceLettersMin = 12;

/**
 * `only.fr`: whole texts that are French and not English; `pieces.fr`: long pieces of such texts.
 */
export interface Dictionaries {
  only: Record<Language, ReadonlySet<string>>;
  pieces: Record<Language, readonly string[]>;
}

/** As a browser shows a text. */
export const plainText = (text: string): string => text.replace(/\s+/g, ' ').trim();

export async function readDictionaries(): Promise<Dictionaries> {
  const messages = await readMessages();
  const texts: Record<Language, string[]> = {
    fr: messages.flatMap(({ fr }) => linesOf(fr)),
    en: messages.flatMap(({ en }) => linesOf(en)),
  };
  return {
    only: { fr: without(texts.fr, texts.en), en: without(texts.en, texts.fr) },
    pieces: { fr: piecesOf(texts.fr, texts.en), en: piecesOf(texts.en, texts.fr) },
  };
}

const linesOf = (text: Text): string[] =>
  typeof text === 'string' ? text.split('\n').map(plainText) : [plainText(sayWithGaps(text))];

/**
 * What a text with values says around them; those that take more than words and numbers are passed
 * over.
 */
function sayWithGaps(text: (...values: unknown[]) => unknown): string {
  try {
    return String(text(...Array.from({ length: text.length }, () => gap))).replaceAll(
      /NaN|undefined/g,
      gap,
    );
  } catch {
    return '';
  }
}

function without(these: readonly string[], those: readonly string[]): Set<string> {
  const others = new Set(those);
  return new Set(
    these.filter((text) => /\p{L}{2}/u.test(text) && !text.includes(gap) && !others.has(text)),
  );
}

function piecesOf(these: readonly string[], those: readonly string[]): string[] {
  const others = those.join('\n');
  const pieces = new Set(these.flatMap((text) => text.split(gap).map(plainText)));
  return [...pieces].filter(
    (piece) => piece.length >= pieceLettersMin && piece.includes(' ') && !others.includes(piece),
  );
}
