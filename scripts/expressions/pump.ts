// Derives from a regular expression the texts on which it may take long: each part that may repeat
// without end is repeated, alone, after what stands before it, and together with it.

import { parseRegExpLiteral, visitRegExpAST, type AST } from '@eslint-community/regexpp';

/** A text is `start`, then `unit` many times, then `end`. */
export interface Pump {
  start: string;
  unit: string;
  end: string;
}

/** Characters that a set is tried with; those of the expression itself come first. */
const usualCharacters = ` 0a-."'<>=:;/,\n\tA_é`;
/** So many characters of each set are tried. */
const charactersOfASet = 3;
/** What an expression is likely not to go on with. */
const ends = ['', '\u0001', '\n'];
/** A part that may repeat as often counts as one without end. */
const manyTimes = 1_000;

export function findPumps(pattern: string, flags: string): Pump[] {
  const tree = parseRegExpLiteral(new RegExp(pattern, flags));
  const own = new Set<string>();
  const repeating: AST.Quantifier[] = [];
  visitRegExpAST(tree, {
    onCharacterEnter: ({ value }) => void own.add(String.fromCodePoint(value)),
    onQuantifierEnter: (node) => void (node.max >= manyTimes && repeating.push(node)),
  });
  const characters = [...new Set([...own, ...usualCharacters])];
  const sample = sampler(characters, flags);
  const pumps = repeating.flatMap((node) => {
    const before = textBefore(node, sample);
    return sample(node.element).flatMap((unit) => [
      [before, unit] as const,
      ['', before + unit] as const,
      ['', before] as const,
      ['', unit] as const,
    ]);
  });
  const [whole = ''] = sample(tree.pattern);
  const known = new Set<string>();
  return [...pumps, ['', whole] as const, ['', whole.slice(0, -1)] as const]
    .filter(([start, unit]) => {
      const key = JSON.stringify([start, unit]);
      return unit !== '' && !known.has(key) && known.add(key);
    })
    .flatMap(([start, unit]) => ends.map((end) => ({ start, unit, end })));
}

type Sample = (node: AST.Element | AST.Alternative | AST.Pattern) => string[];

/**
 * Short texts that a part of the expression accepts; lookarounds and backreferences are passed
 * over.
 */
function sampler(characters: readonly string[], flags: string): Sample {
  const kept = flags.replaceAll(/[gy]/g, '');
  const sampleSet = (raw: string): string[] => {
    const set = new RegExp(`^(?:${raw})$`, kept);
    return characters.filter((each) => set.test(each)).slice(0, charactersOfASet);
  };
  const sample: Sample = (node) => {
    switch (node.type) {
      case 'Character':
        return [String.fromCodePoint(node.value)];
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return sampleSet(node.raw);
      case 'Group':
      case 'CapturingGroup':
      case 'Pattern':
        return node.alternatives.flatMap((each) => sample(each).slice(0, 2)).slice(0, 4);
      case 'Alternative':
        return joined(node.elements, sample);
      case 'Quantifier':
        return node.min === 0
          ? ['']
          : sample(node.element).map((each) => each.repeat(Math.min(node.min, 40)));
      default:
        return [''];
    }
  };
  return sample;
}

const joined = (elements: readonly AST.Element[], sample: Sample): string[] => {
  const parts = elements.map((each) => sample(each));
  const most = Math.min(2, Math.max(1, ...parts.map((each) => each.length)));
  return Array.from({ length: most }, (_, turn) =>
    parts.map((each) => each[Math.min(turn, each.length - 1)] ?? '').join(''),
  );
};

/** A text that the expression accepts up to a part of it. */
function textBefore(node: AST.Element, sample: Sample): string {
  const { parent } = node;
  if (parent.type === 'Quantifier') return textBefore(parent, sample);
  if (parent.type !== 'Alternative') return '';
  const before = parent.elements
    .slice(0, parent.elements.indexOf(node))
    .map((each) => sample(each)[0] ?? '')
    .join('');
  const { parent: around } = parent;
  return around.type === 'Group' || around.type === 'CapturingGroup'
    ? textBefore(around, sample) + before
    : before;
}
