// Tells the byte order of UTF-16 without a mark by how usual the letters are that the octets would
// be in either order. The standard has big-endian, and so has whatever could be both.

/**
 * Halves of one sign have the place of the whole sign. A half at an end of the octets belongs to
 * another part of the message.
 */
const halfAlone = 2;
const places: readonly [place: number, characters: RegExp][] = [
  // Emoji beyond 16 bits, and the letters of Fulani.
  [4, /(?=[\u{10000}-\u{10ffff}])[\p{Emoji}\p{Script=Adlam}]/u],
  // Latin as in Europe. The ellipsis and the sun are other signs the other way round.
  [3, /[\t\n\r\x20-\x7e\xa0-\xff\u2026\u2600]/u],
  [0, /[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/u],
  // The other Latin letters, Greek, Cyrillic, Hebrew, Arabic.
  [2, /[\u0100-\u04ff\u0530-\u06ff\u1e00-\u1eff]/u],
  // N'Ko, Ethiopic, Tifinagh.
  [2, /[\u07c0-\u07ff\u1200-\u13ff\u2d30-\u2d7f]/u],
  // Punctuation, currencies; symbols but the first ones of a row, which are Arabic or Cyrillic the
  // other way round.
  [2, /[\ufe0f\u2000-\u20cf\u2605\p{Emoji}]/u],
  [
    2,
    /[\u2190-\u21ff\u2207-\u22ff\u2307-\u23ff\u2407-\u24ff\u2507-\u25ff\u2607-\u26ff\u2707-\u27bf]/u,
  ],
];
/** Chinese, Korean, Indian and whatever else there is: most numbers are one of these. */
const anyOther = 1;
/**
 * Indian, Thai, Korean: letters that the other way round are often of Europe. Only the standard's
 * order is credited with them.
 */
const creditedPlace = 2;
const creditedToStandard = /[\u0900-\u0eff\uac00-\ud7a3]/;

/** So many tell it: a text may have 64 KB. */
const unitsMax = 256;

const isHigh = (unit: number | undefined): boolean =>
  unit !== undefined && unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number | undefined): boolean =>
  unit !== undefined && unit >= 0xdc00 && unit < 0xe000;

function placeOf(units: readonly number[], at: number): number {
  const [before, unit, after] = [units[at - 1], units[at]!, units[at + 1]];
  if ((isLow(unit) && at === 0) || (isHigh(unit) && at === units.length - 1)) return halfAlone;
  const character =
    isHigh(unit) && isLow(after)
      ? String.fromCharCode(unit, after!)
      : isLow(unit) && isHigh(before)
        ? String.fromCharCode(before!, unit)
        : String.fromCharCode(unit);
  return places.find(([, characters]) => characters.test(character))?.[0] ?? anyOther;
}

/**
 * Most units, and two at least, are more usual in little-endian, and none is in big-endian. One
 * alone says nothing: 一 is `N` the other way round.
 */
export function isLittleEndian(octets: Buffer): boolean {
  const units = Math.min(Math.floor(octets.length / 2), unitsMax);
  const starts = Array.from({ length: units }, (_, index) => index * 2);
  const little = starts.map((at) => octets.readUInt16LE(at));
  const big = starts.map((at) => octets.readUInt16BE(at));
  let fitting = 0;
  for (let at = 0; at < little.length; at += 1) {
    const asLittle = placeOf(little, at);
    const isCredited = creditedToStandard.test(String.fromCharCode(big[at]!));
    const asBig = Math.max(placeOf(big, at), isCredited ? creditedPlace : 0);
    if (asBig > asLittle) return false;
    if (asLittle > asBig) fitting += 1;
  }
  return fitting >= 2 && fitting * 2 > units;
}
