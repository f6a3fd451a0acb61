// Proposes a text in the GSM alphabet for one that is sent in UCS-2, in which a part holds less
// than half as much: which characters are outside, and what stands for each.
import { composeText } from './compose.ts';
import { charactersWithPlaces, standIn } from './replace.ts';
import { keepsSpelling } from './replacements.ts';
import { segmentText } from './segment.ts';

export interface GsmCharacter {
  from: string;
  /**
   * Null: nothing stands for it, and the text is in the alphabet only without it. Empty for a mark
   * without a letter, which is left out of a text that has more.
   */
  to: string | null;
  /**
   * Whether a word reads as before with the replacement: signs and ligatures do, letters without
   * their accents do not.
   */
  keepsSpelling: boolean;
}

export interface GsmProposal {
  /**
   * Different characters because of which the text is sent in UCS-2, in order of first appearance.
   */
  characters: GsmCharacter[];
  /**
   * With everything replaced for which something stands; as it is where nothing would be left of
   * it.
   */
  text: string;
  /**
   * The parts of that text without the characters for which nothing stands; null: nothing would be
   * left.
   */
  parts: number | null;
}

/** Null for a text that is sent in GSM-7. */
export function proposeGsm(text: string, options: { transliterate: boolean }): GsmProposal | null {
  if (segmentText(text, options).encoding === 'gsm7') return null;
  const composed = composeText(text);
  const characters = new Map<string, GsmCharacter>();
  const [proposed, inGsm]: [string[], string[]] = [[], []];
  /** What stands last in the proposal: it decides what stands for the next one. */
  let last = '';
  for (const { found, before, isGsm } of charactersWithPlaces(composed)) {
    const to = isGsm ? found : standIn(found, last, true);
    last = (to ?? found).at(-1) ?? last;
    proposed.push(to ?? found);
    inGsm.push(to ?? '');
    const isNamed = !isGsm && standIn(found, before, options.transliterate) === null;
    // In one place nothing may stand for it, and in another something may.
    if (isNamed && characters.get(found)?.to !== null)
      characters.set(found, {
        from: found,
        to,
        keepsSpelling: to !== null && keepsSpelling(found),
      });
  }
  const left = inGsm.join('');
  const proposal = proposed.join('');
  // Marks alone: no message is proposed that nobody can send.
  if (isBlank(proposal))
    return {
      characters: [...characters.values()].map((character) => ({ ...character, to: null })),
      text: composed,
      parts: null,
    };
  return {
    characters: [...characters.values()],
    text: proposal,
    parts: isBlank(left) ? null : segmentText(left, { transliterate: true }).parts.length,
  };
}

const isBlank = (text: string): boolean => text.trim() === '';
