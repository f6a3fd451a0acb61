// Parses the optional parameters that follow the mandatory ones: tag, length, value.

import { status } from '../sms/refusals.ts';

/**
 * Where each value begins and ends, by tag; or the status for a stream that ends in the middle of
 * one.
 */
export function readOptions(
  buffer: Buffer,
  start: number,
  end: number,
): Map<number, readonly [number, number]> | number {
  const options = new Map<number, readonly [number, number]>();
  for (let at = start; at < end;) {
    if (at + 4 > end) return status.badOptionalPart;
    const from = at + 4;
    const to = from + buffer.readUInt16BE(at + 2);
    if (to > end) return status.badParameterLength;
    options.set(buffer.readUInt16BE(at), [from, to]);
    at = to;
  }
  return options;
}
