// Decides whether two spellings of an operator's id are the same id. Receipts may write it with
// other letter case and another number of zeros than the answer did.

/**
 * Lower case, without spaces around it, without a leading `0x` and without leading zeros: by this
 * form parts and receipts find each other.
 */
export function normalPartId(id: string): string {
  return id
    .trim()
    .toLowerCase()
    .replace(/^0x(?=[\da-f])/, '')
    .replace(/^0+(?=.)/, '');
}

/** The standard allows 64 letters; some operators give more. */
const lettersMax = 255;

/**
 * Whether it can name a part at all: an empty id, an endless one, or one with control characters
 * (NUL fits no database) is none.
 */
export function isPartId(id: string): boolean {
  return id.length <= lettersMax && !/\p{Cc}/u.test(id) && normalPartId(id) !== '';
}
