// Encodes a column of long texts as one parameter, in PostgreSQL's binary format for arrays: their
// bytes go as they are, where JSON or a text array would quote and unquote each of them.

/** The OID of PostgreSQL's `text`. */
const textOid = 25;
/**
 * Dimensions, whether there are nulls, type of the elements; length and lower bound of the one
 * dimension.
 */
const headBytes = 20;

/**
 * A parameter of type `text[]`, in the order of `values`. Pieces of bytes are one text in UTF-8.
 */
export function binaryTexts(values: readonly (string | readonly Buffer[])[]): Buffer {
  const lengths = values.map((value) =>
    typeof value === 'string'
      ? Buffer.byteLength(value)
      : value.reduce((sum, { length }) => sum + length, 0),
  );
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + length, headBytes));
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(0, 4);
  bytes.writeInt32BE(textOid, 8);
  bytes.writeInt32BE(values.length, 12);
  bytes.writeInt32BE(1, 16);
  let at = headBytes;
  values.forEach((value, index) => {
    at = bytes.writeInt32BE(lengths[index]!, at);
    if (typeof value === 'string') at += bytes.write(value, at);
    else for (const piece of value) at += piece.copy(bytes, at);
  });
  return bytes;
}
