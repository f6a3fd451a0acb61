// How does a column of values travel as one parameter? As PostgreSQL's own text for arrays: for hundreds of rows this costs a fraction of
// what JSON, or the driver's careful quoting of every number, would.

/** Numbers, booleans, and texts that hold nothing but digits and letters, colons, dots and dashes. */
export function plainArray(values: readonly (number | bigint | boolean | string | null)[]): string {
  let text = '';
  for (const value of values) text += value === null ? ',NULL' : `,${value}`;
  return `{${text.slice(1)}}`;
}

/** Any texts. */
export function textArray(values: readonly (string | null)[]): string {
  let text = '';
  for (const value of values) text += value === null ? ',NULL' : `,"${value.replace(/["\\]/g, '\\$&')}"`;
  return `{${text.slice(1)}}`;
}

/** Bytes, as hexadecimal. */
export function bytesArray(values: readonly (Uint8Array | null)[]): string {
  let text = '';
  for (const value of values)
    text += value === null ? ',NULL' : `,"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}"`;
  return `{${text.slice(1)}}`;
}
