// Splits a long text into parts, never inside what a reader sees as one character, unless that
// alone is longer than a part.
import { septetsOf } from './alphabet.ts';
import { smsPartLimits } from './encoding.ts';

/**
 * A GSM text of more than 160 septets; in it the only character of several units is CR LF, and an
 * extension pair is one unit.
 */
export function splitGsm(text: string): string[] {
  const limit = smsPartLimits.gsm7.joined;
  const parts: string[] = [];
  let start = 0;
  let used = 0;
  for (let index = 0; index < text.length; index++) {
    const cost = septetsOf(text.charCodeAt(index));
    if (used + cost > limit) {
      const cut = text[index] === '\n' && text[index - 1] === '\r' ? index - 1 : index;
      parts.push(text.slice(start, cut));
      start = cut;
      used = index - cut;
    }
    used += cost;
  }
  parts.push(text.slice(start));
  return parts;
}

// Extended grapheme clusters are the same in every language.
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text of more than 70 UTF-16 units. */
export function splitUcs2(text: string): string[] {
  const limit = smsPartLimits.ucs2.joined;
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > limit) {
    const end = start + limit;
    // Only as much as decides whether a character begins at `end`: on the whole text, each question
    // costs the length of its longest cluster.
    const clusterStart =
      start + (clusters.segment(text.slice(start, end + 2)).containing(limit)?.index ?? limit);
    const cut = clusterStart > start ? clusterStart : end - (isInsidePair(text, end) ? 1 : 0);
    parts.push(text.slice(start, cut));
    start = cut;
  }
  parts.push(text.slice(start));
  return parts;
}

function isInsidePair(text: string, index: number): boolean {
  return (
    isBetween(text.charCodeAt(index - 1), 0xd800, 0xdbff) &&
    isBetween(text.charCodeAt(index), 0xdc00, 0xdfff)
  );
}

function isBetween(unit: number, low: number, high: number): boolean {
  return unit >= low && unit <= high;
}
