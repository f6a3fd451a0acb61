// Encodes and decodes the text of a short message: GSM 03.38 with its extension table (one septet
// in each octet, as SMPP carries it), Latin-1 and UCS-2.

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extension: readonly (readonly [number, string])[] = [
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
];
const escapeCode = 0x1b;

const letters = new Map([...basic].map((letter, code) => [code, letter] as const));
const extended = new Map(extension);
const octetsOf = new Map<string, readonly number[]>([
  ...[...letters]
    .filter(([code]) => code !== escapeCode)
    .map(([code, letter]) => [letter, [code]] as const),
  ...extension.map(([code, letter]) => [letter, [escapeCode, code]] as const),
]);

export const codings = { gsm: 0, latin1: 3, ucs2: 8 } as const;

/**
 * The text in indivisible pieces: an escaped letter or a surrogate pair stays together. GSM 03.38
 * where it can be.
 */
function piecesOf(text: string): { coding: number; pieces: Buffer[] } {
  const gsm = [...text].map((letter) => octetsOf.get(letter));
  if (gsm.every((octets) => octets !== undefined))
    return { coding: codings.gsm, pieces: gsm.map((octets) => Buffer.from(octets)) };
  return {
    coding: codings.ucs2,
    pieces: [...text].map((letter) => Buffer.from(letter, 'utf16le').swap16()),
  };
}

export interface Part {
  coding: number;
  header: Buffer;
  octets: Buffer;
}

/** A text as the parts that a phone would send; `reference` joins them. */
export function partsOf(text: string, reference: number): Part[] {
  const { coding, pieces } = piecesOf(text);
  const [oneMax, partMax] = coding === codings.gsm ? [160, 153] : [140, 134];
  const whole = Buffer.concat(pieces);
  if (whole.length <= oneMax) return [{ coding, header: Buffer.alloc(0), octets: whole }];
  const groups: Buffer[][] = [[]];
  let size = 0;
  for (const piece of pieces) {
    if (size + piece.length > partMax) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(piece);
    size += piece.length;
  }
  return groups.map((group, index) => ({
    coding,
    header: Buffer.from([5, 0, 3, reference & 0xff, groups.length, index + 1]),
    octets: Buffer.concat(group),
  }));
}

/** The text of octets; null where they are no text in this coding. */
export function textOf(coding: number, octets: Buffer): string | null {
  switch (coding) {
    case codings.gsm:
      return gsmText(octets);
    case 1:
    case codings.latin1:
      return octets.toString('latin1');
    case codings.ucs2:
      return octets.length % 2 === 0 ? Buffer.from(octets).swap16().toString('utf16le') : null;
    default:
      return null;
  }
}

function gsmText(octets: Buffer): string | null {
  let text = '';
  for (let at = 0; at < octets.length; at += 1) {
    const code = octets[at] as number;
    const letter = code === escapeCode ? extended.get(octets[(at += 1)] ?? -1) : letters.get(code);
    if (letter === undefined) return null;
    text += letter;
  }
  return text;
}
