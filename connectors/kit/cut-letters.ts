// Carries a letter whose octets stand in two parts of a long message: a part holds what it has of it
// as signs that no text uses, and the joined parts give the letter. Texts are stored part by part,
// and a database takes no half of a letter.

/** The last plane is for private use, and nobody writes in it: an octet stands at its own number there, half of a pair of UTF-16 at its own. */
const plane = 0x10_0000;
const octetsHeld = /[\u{100080}-\u{1000ff}]+/gu;
const halvesHeld = /[\u{10d800}-\u{10dfff}]/gu;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/** Octets above 0x7F that are no letter by themselves. */
export const heldOctets = (octets: Uint8Array): string =>
  [...octets].map((octet) => String.fromCodePoint(plane + octet)).join('');

/** The text with each half of a pair as one sign: it can be stored. */
export const heldHalves = (text: string): string =>
  text.replaceAll(/[\ud800-\udfff]/gu, (half) => String.fromCodePoint(plane + half.charCodeAt(0)));

/** What the joined parts say. Of a letter whose other part is missing a mark remains, or what its octets are in Windows-1252. */
export const withHeldLetters = (joined: string): string =>
  joined
    .replaceAll(octetsHeld, (signs) => textOfOctets(Buffer.from([...signs].map(unitOf))))
    .replaceAll(halvesHeld, (sign) => String.fromCharCode(unitOf(sign)));

const unitOf = (sign: string): number => sign.codePointAt(0)! - plane;

/** An octet above 0x7F proves that an alphabet of seven bits is not the one used: it is UTF-8 where it reads as that, else Windows-1252. */
export function textOfOctets(octets: Buffer): string {
  try {
    return utf8.decode(octets);
  } catch {
    return latinText(octets);
  }
}

/** Carriers mean Windows-1252 by Latin-1, too: what differs are control characters, which no message has. */
export const latinText = (octets: Buffer): string => windows1252.decode(octets);
