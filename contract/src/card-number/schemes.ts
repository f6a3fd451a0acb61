// Which digits can be a card's: first digits and lengths by scheme, and Luhn's check digit.

interface Scheme {
  name: string;
  /** Of the first six digits, both ends included. */
  first: readonly (readonly [from: number, to: number])[];
  lengths: readonly number[];
}

/** The range of six digits that begin with `prefix`. */
const all = (prefix: number): readonly [number, number] => {
  const unit = 10 ** (6 - String(prefix).length);
  return [prefix * unit, (prefix + 1) * unit - 1];
};

/** Sources: ISO/IEC 7812 and the schemes' own lists of issuer numbers. */
export const schemes: readonly Scheme[] = [
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

/** Whether `digits`, and nothing but digits, is the number of a card. */
export function isCardNumber(digits: string): boolean {
  const { length } = digits;
  if (length < cardDigits.min || length > cardDigits.max) return false;
  // First what costs least: nine of ten fail it.
  if (!isLuhnRight(digits)) return false;
  const first = Number(digits.slice(0, 6));
  return schemes.some(
    ({ first: ranges, lengths }) =>
      lengths.includes(length) && ranges.some(([from, to]) => first >= from && first <= to),
  );
}

/** Luhn's check digit, the last one, fits the digits before it. */
export function isLuhnRight(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 0x30;
    const counted = place % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
