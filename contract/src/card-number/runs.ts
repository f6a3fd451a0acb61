// Reads the runs of digits of a text, with their groups: a run goes on over the few characters that
// people write between the groups of a number. Each character of the text is looked at once.

export interface Run {
  /** Where it begins and ends in the text. */
  start: number;
  end: number;
  /** All of its digits as 0 to 9, without what stands between. */
  digits: string;
  /** Where each group begins among the digits, and at last how many there are. */
  places: Uint32Array;
  /** Where each group begins in the text. */
  starts: Uint32Array;
}

/** With these between two of its digits it is one run. */
const betweenMax = 3;

/**
 * Those of keyboards in Arabic, and those as wide as a Chinese sign: people read a number in them
 * as well.
 */
const isDigit = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x660 && code <= 0x669) ||
  (code >= 0x6f0 && code <= 0x6f9) ||
  (code >= 0xff10 && code <= 0xff19);
const plainDigit = (code: number): number => 0x30 | (code & 0xf);

/**
 * Spaces, dashes, dots, and what shows nothing at all. No line ends: lists of short numbers are
 * written one a line.
 */
const between = new Set(
  [...' \t._-\u00a0\u00ad\u00b7\u202f\u205f\u2060\u2212\u3000\ufeff'].map((sign) =>
    sign.charCodeAt(0),
  ),
);
const isBetween = (code: number): boolean =>
  (code >= 0x2000 && code <= 0x2015) || between.has(code);

/** The next run of at least `digitsMin` digits from `from` on. */
export function nextRun(text: string, from: number, digitsMin: number): Run | null {
  for (let at = from; at < text.length;) {
    if (!isDigit(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const { end, digits } = endOfRun(text, at);
    if (digits >= digitsMin) return readRun(text, at, end);
    at = end;
  }
  return null;
}

/**
 * Behind the last digit of the run that begins at `start`, and how many digits it has: most are too
 * short to be read.
 */
function endOfRun(text: string, start: number): { end: number; digits: number } {
  let end = start;
  let digits = 0;
  for (let at = start; at < text.length && at - end <= betweenMax; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      digits++;
      end = at + 1;
    } else if (!isBetween(code)) break;
  }
  return { end, digits };
}

function readRun(text: string, start: number, end: number): Run {
  const length = end - start;
  const [digits, starts, places] = [
    new Uint8Array(length),
    new Uint32Array(length),
    new Uint32Array(length + 1),
  ];
  let [read, groups, behind] = [0, 0, -1];
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (!isDigit(code)) continue;
    if (at !== behind) {
      starts[groups] = at;
      places[groups++] = read;
    }
    digits[read++] = plainDigit(code);
    behind = at + 1;
  }
  places[groups] = read;
  return {
    start,
    end,
    digits: ascii.decode(digits.subarray(0, read)),
    starts: starts.subarray(0, groups),
    places: places.subarray(0, groups + 1),
  };
}
const ascii = new TextDecoder();

/** The text with 0 to 9 for the digits of others, as long as before. */
export const withPlainDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String.fromCharCode(plainDigit(digit.charCodeAt(0))),
  );
