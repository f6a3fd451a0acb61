// GSM alphabet: its characters and the septets that each costs. 3GPP TS 23.038: the default table
// and its extension.

/**
 * The default table in order of its codes; the space at 0x1B stands for the escape to the extension
 * table. 0x09 is the capital letter (Ç).
 */
export const defaultTable =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ' +
  ' !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
  '¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Escapes to the extension table; not a character itself. */
export const escapeCode = 0x1b;

/** Code after the escape → character. */
export const extensionTable: ReadonlyMap<number, string> = new Map([
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
]);

// The euro sign has the highest code unit of all. Typed arrays, since every letter of every text is
// looked up here.
const unitsInTables = 0x20ad;
const septets = new Uint8Array(unitsInTables);
const codes = new Uint8Array(unitsInTables);

for (let code = 0; code < defaultTable.length; code++) {
  if (code === escapeCode) continue;
  const unit = defaultTable.charCodeAt(code);
  septets[unit] = 1;
  codes[unit] = code;
}
for (const [code, character] of extensionTable) {
  septets[character.charCodeAt(0)] = 2;
  codes[character.charCodeAt(0)] = code;
}

/**
 * Septets of a UTF-16 code unit: 1, 2 when it is in the extension table, 0 when it is in neither.
 */
export function septetsOf(unit: number): number {
  return septets[unit] ?? 0;
}

/** The code of a unit that `septetsOf` knows: in the extension table when that says 2. */
export function codeOf(unit: number): number {
  return codes[unit] ?? 0;
}

/** Septets of a whole text, or -1 when a character of it is in neither table. */
export function countSeptets(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const cost = septets[text.charCodeAt(index)] ?? 0;
    if (cost === 0) return -1;
    count += cost;
  }
  return count;
}

/** True when every character is in the GSM alphabet or its extension table, as it stands. */
export function isGsmText(text: string): boolean {
  return countSeptets(text) >= 0;
}
