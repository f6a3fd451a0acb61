// Which digits can be a card's: first digits and lengths by scheme, and Luhn's check digit.

interface Scheme {
  name: string;
  /** Ranges of the first six digits, both ends included. */
  first: readonly (readonly [from: number, to: number])[];
  lengths: readonly number[];
}

/** The range of six digits that begin with `prefix`. */
const all = (prefix: number): readonly [number, number] => {
  const unit = 10 ** (6 - String(prefix).length);
  return [prefix * unit, (prefix + 1) * unit - 1];
};

/** Sources: ISO/IEC 7812 and the schemes' own lists of issuer numbers. */
const schemes: readonly Scheme[] = [
  { name: 'Visa', first: [all(4)], lengths: [13, 16, 19] },
  {
    name: 'Mastercard',
    first: [
      [510_000, 559_999],
      [222_100, 272_099],
    ],
    lengths: [16],
  },
  { name: 'American Express', first: [all(34), all(37)], lengths: [15] },
  {
    name: 'Diners Club',
    first: [[300_000, 305_999], all(3095), all(36), all(38), all(39)],
    lengths: [14, 16],
  },
  {
    name: 'Discover',
    first: [all(6011), [644_000, 649_999], all(65)],
    lengths: [16, 19],
  },
  { name: 'JCB', first: [[352_800, 358_999]], lengths: [16, 19] },
  { name: 'UnionPay', first: [all(62)], lengths: [16, 17, 18, 19] },
  {
    name: 'Maestro',
    first: [5018, 5020, 5038, 5893, 6304, 6759, 6761, 6762, 6763].map(all),
    lengths: [13, 14, 15, 16, 17, 18, 19],
  },
  {
    name: 'Verve',
    first: [
      [506_099, 506_198],
      [507_865, 507_964],
      [650_002, 650_027],
    ],
    lengths: [16, 18, 19],
  },
  { name: 'RuPay', first: [all(60), all(81), all(82), all(508)], lengths: [16] },
  { name: 'Mir', first: [[220_000, 220_499]], lengths: [16, 17, 18, 19] },
  { name: 'Troy', first: [all(9792)], lengths: [16] },
  { name: 'Dankort', first: [all(5019)], lengths: [16] },
];

export const cardDigits = { min: 13, max: 19 } as const;

/** The ranges by their first digit, each with a bit for each of its lengths. */
const byFirstDigit = Array.from({ length: 10 }, (_, digit) =>
  schemes.flatMap(({ first, lengths }) =>
    first
      .filter(([from, to]) => from < (digit + 1) * 100_000 && to >= digit * 100_000)
      .map(([from, to]) => ({ from, to, lengths: bitsOf(lengths) })),
  ),
);
function bitsOf(lengths: readonly number[]): number {
  return lengths.reduce((bits, length) => bits | (1 << length), 0);
}

/**
 * The lengths of card numbers that begin as the digits do from `at` on: a bit for each, none: no
 * scheme.
 */
export function cardLengthsOf(digits: string, at = 0): number {
  const first = Number(digits.slice(at, at + 6));
  return byFirstDigit[Math.floor(first / 100_000)]!.reduce(
    (bits, { from, to, lengths }) => (first >= from && first <= to ? bits | lengths : bits),
    0,
  );
}

/** Whether `digits`, and nothing but digits, is the number of a card. */
export const isCardNumber = (digits: string): boolean =>
  digits.length >= cardDigits.min &&
  digits.length <= cardDigits.max &&
  (cardLengthsOf(digits) & (1 << digits.length)) !== 0 &&
  isLuhnRight(digits);

/** The scheme that a card number's first digits name; null: none that is known. */
export function schemeOf(digits: string): string | null {
  const start = Number(digits.slice(0, 6));
  const found = schemes.find(({ first }) =>
    first.some(([from, to]) => start >= from && start <= to),
  );
  return found?.name ?? null;
}

/** Luhn's check digit, the last one, fits the digits before it; also within longer digits. */
export function isLuhnRight(digits: string, from = 0, to = digits.length): boolean {
  let sum = 0;
  for (let at = to - 1, isDoubled = false; at >= from; at--, isDoubled = !isDoubled) {
    const digit = digits.charCodeAt(at) - 0x30;
    sum += isDoubled ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
  }
  return sum % 10 === 0;
}
