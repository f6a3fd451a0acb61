// Writes the values of one column, of some thousand rows, as bytes that compress well, and reads
// them back. Whole numbers and times are differences from the row before, texts stand behind the
// list of their lengths.

export type ColumnKind = 'integer' | 'time' | 'boolean' | 'text';
/**
 * Times are whole microseconds since 1970, of 64 bits; everything else than numbers and times is
 * text, as PostgreSQL writes it.
 */
export type Value = bigint | boolean | string | null;

/** A value's bytes: 0 is null, everything else counts from 1. */
export function encodeColumn(kind: ColumnKind, values: readonly Value[]): Buffer {
  if (kind === 'boolean')
    return Buffer.from(values.map((value) => (value === null ? 0 : value === true ? 2 : 1)));
  const bytes: number[] = [];
  if (kind === 'text') {
    const texts = values.map((value) => (value === null ? null : Buffer.from(value as string)));
    for (const text of texts) pushNumber(bytes, text === null ? 0n : BigInt(text.length) + 1n);
    return Buffer.concat([Buffer.from(bytes), ...texts.filter((text) => text !== null)]);
  }
  let before = 0n;
  for (const value of values as readonly (bigint | null)[]) {
    pushNumber(bytes, value === null ? 0n : zigzag(value - before) + 1n);
    before = value ?? before;
  }
  return Buffer.from(bytes);
}

/**
 * The values that were encoded. `rows` says how many. Throws where the bytes end early or go on.
 */
export function decodeColumn(kind: ColumnKind, bytes: Buffer, rows: number): Value[] {
  const cursor = { bytes, at: 0 };
  const values: Value[] = [];
  if (kind === 'text') {
    const lengths = Array.from({ length: rows }, () => Number(readNumber(cursor)));
    for (const length of lengths) {
      values.push(length === 0 ? null : bytes.toString('utf8', cursor.at, cursor.at + length - 1));
      cursor.at += Math.max(0, length - 1);
    }
  } else if (kind === 'boolean') {
    for (; cursor.at < rows; cursor.at++)
      values.push(bytes[cursor.at] === 0 ? null : bytes[cursor.at] === 2);
  } else {
    let before = 0n;
    for (let row = 0; row < rows; row++) {
      const number = readNumber(cursor);
      if (number !== 0n) before += unzigzag(number - 1n);
      values.push(number === 0n ? null : before);
    }
  }
  if (cursor.at !== bytes.length) throw new Error('a column of the archive has another length');
  return values;
}

/** Small whole numbers of either sign as small ones above 0. */
const zigzag = (value: bigint): bigint => (value < 0n ? -value * 2n - 1n : value * 2n);
const unzigzag = (value: bigint): bigint => (value % 2n === 0n ? value / 2n : -(value + 1n) / 2n);

/** Seven bits a byte, the lowest first; the highest bit says that more follow. */
function pushNumber(bytes: number[], value: bigint): void {
  let rest = value;
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
}

function readNumber(cursor: { bytes: Buffer; at: number }): bigint {
  let value = 0n;
  for (let shift = 0n; ; shift += 7n) {
    const byte = cursor.bytes[cursor.at++];
    if (byte === undefined) throw new Error('a column of the archive ends early');
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return value;
  }
}
