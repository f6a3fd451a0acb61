// Scores how much a decoded text looks like words of Western Europe, by what is not ASCII in it: in
// the wrong encoding its letters are capitals within words, symbols or rare letters.

/** Letters of French, and of names in it. Each has a place: à and ù at the end, ê and œ within. */
const usual = new Set('éèêëàâçîïôöûùüœÉÈÊËÀÂÇÎÏÔÖÛÙÜŒ');
const atEnds = new Set('àÀùÙ');
const notAtEnds = new Set('êÊâÂœŒïÏ');
/** That people write between words and beside numbers. */
const signs = new Set('°€«»’‘“”–—…\u00a0\u202f£§½');

const usualPoints = 4;
const rarePoints = 1;
const signPoints = 2;
const strangePoints = -6;

/** Above zero: letters stand where letters stand. */
export function likeness(text: string): number {
  let score = 0;
  for (let at = 0; at < text.length; at += 1)
    if (text.charCodeAt(at) > 0x7f)
      score += pointsOf(text[at]!, text[at - 1] ?? ' ', text[at + 1] ?? ' ', text[at - 2] ?? ' ');
  return score;
}

function pointsOf(character: string, before: string, after: string, second: string): number {
  if (isLetter(character)) return pointsOfLetter(character, before, after, second);
  if (!signs.has(character)) return strangePoints;
  if (!isLetter(before) || !isLetter(after))
    return isLetter(before) && character !== '°' ? 0 : signPoints;
  return character === '’' ? signPoints : strangePoints;
}

function pointsOfLetter(letter: string, before: string, after: string, second: string): number {
  const isWithinNumber = /\d/.test(before) && /\d/.test(after);
  if (isWithinNumber || !fitsCase(letter, before, after, second)) return strangePoints;
  if (!usual.has(letter)) return rarePoints;
  if (atEnds.has(letter)) return isLetter(after) ? 0 : usualPoints;
  if (notAtEnds.has(letter) && !isLetter(after)) return 0;
  // CÔTE, HÔTEL: in the capitals of DOS the same octet is È, which hardly follows these.
  if (letter === 'Ô' && (before === 'C' || before === 'H')) return usualPoints + rarePoints * 2;
  // A letter that stands alone is a word in few cases only.
  return isLetter(before) || isLetter(after) ? usualPoints : 0;
}

/** Small letters follow small ones and a capital at the beginning; capitals follow capitals. */
function fitsCase(letter: string, before: string, after: string, second: string): boolean {
  if (isCapital(letter)) return !isLetter(before) || isCapital(before);
  const isWithinCapitals = isCapital(after) || (isCapital(before) && isCapital(second));
  return !isWithinCapitals;
}

const isLetter = (character: string): boolean => /^\p{L}$/u.test(character);
const isCapital = (character: string): boolean => /^\p{Lu}$/u.test(character);
