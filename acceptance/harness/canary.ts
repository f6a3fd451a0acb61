// Searches for leaked secrets in every spelling in which programs write them.

export interface Canary {
  /** What it is, for the finding. */
  name: string;
  text: string;
}
export interface Needle {
  canary: string;
  spelling: string;
  bytes: Buffer;
}

/**
 * What to look for: the text as it is, in hexadecimal, base64 at each of its three alignments,
 * URL-encoded, UTF-16, and digits in groups.
 */
export function needlesOf(canaries: readonly Canary[]): Needle[] {
  return canaries.flatMap(({ name, text }) => {
    const spellings = Object.entries(spellingsOf(text)).map(([spelling, bytes]) => ({
      canary: name,
      spelling,
      bytes,
    }));
    // What is spelled alike is looked for once.
    return spellings.filter(
      ({ bytes }, index) => spellings.findIndex((other) => other.bytes.equals(bytes)) === index,
    );
  });
}

/** Which of them are in `bytes`, with what stands before. */
export function findNeedles(bytes: Buffer, needles: readonly Needle[], place: string): string[] {
  return [...firstPlaces(bytes, needles)].map(([needle, at]) => {
    const before = bytes.toString('latin1', Math.max(0, at - 60), at).replace(/[^ -~]/g, '.');
    return `${needle.canary} (${needle.spelling}) in ${place} at ${at}, after "${before}"`;
  });
}

/**
 * Where each that is there is first. One pass for all of them: a database has many files, and a
 * secret many spellings.
 */
function firstPlaces(bytes: Buffer, needles: readonly Needle[]): Map<Needle, number> {
  const places = new Map<Needle, number>();
  const byBeginning = new Map<number, Needle[]>();
  const begins = new Uint8Array(2 ** 16);
  for (const needle of needles) {
    const beginning = needle.bytes.readUInt16BE(0);
    begins[beginning] = 1;
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), needle]);
  }
  for (let at = 0; at < bytes.length - 1; at++) {
    const beginning = (bytes[at]! << 8) | bytes[at + 1]!;
    if (begins[beginning] === 0) continue;
    for (const needle of byBeginning.get(beginning)!) {
      const { length } = needle.bytes;
      if (places.has(needle) || bytes[at + length - 1] !== needle.bytes[length - 1]) continue;
      if (bytes.compare(needle.bytes, 0, length, at, at + length) === 0) places.set(needle, at);
    }
  }
  return places;
}

/**
 * Card numbers in a text: 13 to 19 digits of a card scheme, not inside a longer word, whose check
 * digit is right. `known` are numbers that only look like one.
 */
export function cardNumbersIn(text: string, known: ReadonlySet<string>): string[] {
  const candidates =
    text.match(/(?<![\w.-])(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7})(?![\w-])/g) ?? [];
  return candidates
    .map((found) => found.replace(/[ -]/g, ''))
    .filter(
      (digits) =>
        /^(4|5[1-5]|2[2-7]|3[47]|6)/.test(digits) && hasCheckDigit(digits) && !known.has(digits),
    );
}

/** The Luhn check. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function spellingsOf(text: string): { [spelling: string]: Buffer } {
  const plain = Buffer.from(text);
  const bytes = [...plain].map((byte) => byte.toString(16).padStart(2, '0'));
  const spellings: { [spelling: string]: Buffer } = {
    raw: plain,
    hex: Buffer.from(bytes.join('')),
    'upper-case hex': Buffer.from(bytes.join('').toUpperCase()),
    'URL-encoded': Buffer.from(encodeURIComponent(text)),
    'URL-encoded byte by byte': Buffer.from(bytes.map((byte) => `%${byte.toUpperCase()}`).join('')),
    'UTF-16LE': Buffer.from(text, 'utf16le'),
    'UTF-16BE': Buffer.from(text, 'utf16le').swap16(),
  };
  for (const shift of [0, 1, 2]) {
    const whole = Buffer.concat([Buffer.alloc(shift), plain]).toString('base64');
    // Characters that depend on neighbors are left out.
    const sure = whole.slice(
      Math.ceil((shift * 8) / 6),
      Math.floor(((shift + plain.length) * 8) / 6),
    );
    spellings[`base64 at ${shift}`] = Buffer.from(sure);
    spellings[`base64url at ${shift}`] = Buffer.from(
      sure.replaceAll('+', '-').replaceAll('/', '_'),
    );
  }
  if (/^\d{13,}$/.test(text)) {
    const groups = text.match(/\d{1,4}/g) ?? [];
    spellings['in groups'] = Buffer.from(groups.join(' '));
    spellings['in groups with dashes'] = Buffer.from(groups.join('-'));
    spellings['packed digits'] = Buffer.from(
      text.padEnd(text.length + (text.length % 2), '0'),
      'hex',
    );
    spellings['packed digits, reversed'] = Buffer.from(
      (text.match(/\d\d/g) ?? []).map((pair) => `${pair[1]}${pair[0]}`).join(''),
      'hex',
    );
  }
  return spellings;
}
