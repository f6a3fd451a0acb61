// Reads a ZIP file: only the entries asked for, and never more bytes than allowed, whatever the
// file claims about itself. What two programs could read differently is refused.

import { crc32, inflateRawSync } from 'node:zlib';
import { partKey } from './part-name.ts';

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endOfCentral = 0x06054b50;
const endBytes = 22;
const commentBytesMax = 65_535;
const encrypted = 1;
const [stored, deflated] = [0, 8];
/** An XLSX file has a few dozen. */
const entriesMax = 2_000;
/** Sizes of eight bytes, which Java's programs write for small files too. */
const longSizes = 1;
const inExtra = 0xffff_ffff;

export type ZipRead =
  { ok: true; entries: Map<string, Buffer> } | { ok: false; problem: 'damaged' | 'too_big' };

/**
 * @param wanted which names; the others are not unpacked. @param bytesMax for all wanted ones
 * together, unpacked.
 */
export function readZip(
  file: Buffer,
  wanted: (name: string) => boolean,
  bytesMax: number,
): ZipRead {
  const entries = new Map<string, Buffer>();
  let left = bytesMax;
  try {
    for (const entry of directoryOf(file)) {
      if (!wanted(entry.name)) continue;
      if (entry.unpackedBytes > left) return { ok: false, problem: 'too_big' };
      const content = contentOf(file, entry, left);
      left -= content.length;
      entries.set(entry.name, content);
    }
  } catch (error) {
    // What it declared was less than what it holds.
    return { ok: false, problem: isTooLong(error) ? 'too_big' : 'damaged' };
  }
  return { ok: true, entries };
}

/** One part as it is packed, for reading it in pieces, with the check sum of what it unpacks to. */
export interface Packed {
  packed: Buffer;
  deflated: boolean;
  crc: number;
}

/** Null: there is no such part, or it cannot be read. */
export function findPacked(file: Buffer, name: string): Packed | null {
  try {
    const key = partKey(name);
    const entry = directoryOf(file).find((one) => partKey(one.name) === key);
    if (entry === undefined || (entry.method !== stored && entry.method !== deflated)) return null;
    return {
      packed: packedOf(file, entry),
      deflated: entry.method === deflated,
      crc: entry.crc,
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Entry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packedBytes: number;
  unpackedBytes: number;
  offset: number;
}

/** Names that stand there twice, and bytes that belong to two parts, are no honest file's. */
function directoryOf(file: Buffer): Entry[] {
  let end = file.length - endBytes;
  const earliest = Math.max(0, end - commentBytesMax);
  while (end >= earliest && file.readUInt32LE(end) !== endOfCentral) end -= 1;
  if (end < earliest) throw new RangeError('no directory');
  const count = file.readUInt16LE(end + 10);
  if (count > entriesMax) throw new RangeError('too many entries');
  const entries: Entry[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const entry = entryAt(file, at);
    entries.push(entry);
    at = entry.next;
  }
  if (new Set(entries.map(({ name }) => partKey(name))).size < entries.length)
    throw new RangeError('a name stands twice');
  let free = 0;
  for (const entry of entries.toSorted((one, other) => one.offset - other.offset)) {
    if (entry.offset < free) throw new RangeError('parts overlap');
    free = entry.offset + 1 + entry.packedBytes;
  }
  return entries;
}

function entryAt(file: Buffer, at: number): Entry & { next: number } {
  if (file.readUInt32LE(at) !== centralHeader) throw new RangeError('no entry');
  const [nameBytes, extraBytes, commentBytes] = [
    file.readUInt16LE(at + 28),
    file.readUInt16LE(at + 30),
    file.readUInt16LE(at + 32),
  ];
  const extra = at + 46 + nameBytes;
  const next = extra + extraBytes + commentBytes;
  if (next > file.length) throw new RangeError('cut');
  // Those that say so stand in the extra field, in this order.
  const long = longSizesOf(file, extra, extra + extraBytes);
  const size = (place: number): number => {
    const short = file.readUInt32LE(at + place);
    return short === inExtra && long !== null ? long() : short;
  };
  const unpackedBytes = size(24);
  const packedBytes = size(20);
  return {
    name: file.toString('utf8', at + 46, extra),
    flags: file.readUInt16LE(at + 8),
    method: file.readUInt16LE(at + 10),
    crc: file.readUInt32LE(at + 16),
    unpackedBytes,
    packedBytes,
    offset: size(42),
    next,
  };
}

/** Reads the next of them; null: there are none. */
function longSizesOf(file: Buffer, from: number, until: number): (() => number) | null {
  for (let at = from; at + 4 <= until; at += 4 + file.readUInt16LE(at + 2)) {
    if (file.readUInt16LE(at) !== longSizes) continue;
    let place = at + 4;
    return () => {
      place += 8;
      return Number(file.readBigUInt64LE(place - 8));
    };
  }
  return null;
}

function contentOf(file: Buffer, entry: Entry, bytesMax: number): Buffer {
  const packed = packedOf(file, entry);
  if (entry.method !== stored && entry.method !== deflated) throw new RangeError('unknown method');
  const content =
    entry.method === stored
      ? packed
      : inflateRawSync(packed, { maxOutputLength: Math.max(1, bytesMax) });
  if (crc32(content) !== entry.crc) throw new RangeError('wrong check sum');
  return content;
}

function packedOf(file: Buffer, { name, flags, offset, packedBytes }: Entry): Buffer {
  if (flags & encrypted) throw new RangeError('encrypted');
  if (file.readUInt32LE(offset) !== localHeader) throw new RangeError('no local header');
  const nameEnd = offset + 30 + file.readUInt16LE(offset + 26);
  if (file.toString('utf8', offset + 30, nameEnd) !== name) throw new RangeError('another name');
  const start = nameEnd + file.readUInt16LE(offset + 28);
  if (start + packedBytes > file.length) throw new RangeError('cut');
  return file.subarray(start, start + packedBytes);
}

const isTooLong = (error: unknown): boolean =>
  error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
