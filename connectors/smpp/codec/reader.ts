// Reads the fields of a PDU from untrusted bytes. Nothing here throws: a missing field reads as
// empty and clears `ok`.

export interface Reader {
  readonly buffer: Buffer;
  at: number;
  /** Behind the last byte of the PDU. */
  readonly end: number;
  /** False once a field was missing. */
  ok: boolean;
}

export function readUint8(reader: Reader): number {
  if (reader.at >= reader.end) {
    reader.ok = false;
    return 0;
  }
  return reader.buffer[reader.at++] ?? 0;
}

/**
 * Text up to the next zero byte. Some peers leave the last zero out: then the text ends with the
 * PDU, which is told apart by `ok`.
 */
export function readText(reader: Reader): string {
  const { buffer, at, end } = reader;
  let zero = at;
  while (zero < end && buffer[zero] !== 0) zero++;
  if (zero >= end) reader.ok = false;
  reader.at = Math.min(zero + 1, end);
  return buffer.toString('latin1', at, zero);
}

/** A view, valid only until the caller returns to the event loop. */
export function readOctets(reader: Reader, length: number): Buffer {
  const { at, end } = reader;
  if (at + length > end) reader.ok = false;
  reader.at = Math.min(at + length, end);
  return reader.buffer.subarray(at, reader.at);
}
