// Reads a ZIP file: only the entries asked for, and never more bytes than allowed, whatever the
// file claims about itself.

import { crc32, inflateRawSync } from 'node:zlib';

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endOfCentral = 0x06054b50;
const endBytes = 22;
const commentBytesMax = 65_535;
const encrypted = 1;
const [stored, deflated] = [0, 8];
/** An XLSX file has a few dozen. */
const entriesMax = 2_000;

export type ZipRead =
  { ok: true; entries: Map<string, Buffer> } | { ok: false; problem: 'damaged' | 'too_big' };

/** @param wanted which names; the others are not unpacked. @param bytesMax for all wanted ones together, unpacked. */
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
      if (entry.flags & encrypted || entries.has(entry.name))
        return { ok: false, problem: 'damaged' };
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

/** One part as it is packed, for reading it in pieces; null: there is none, or it cannot be read. */
export function findPacked(
  file: Buffer,
  name: string,
): { packed: Buffer; deflated: boolean } | null {
  try {
    const entry = directoryOf(file).find((one) => one.name === name);
    if (
      entry === undefined ||
      entry.flags & encrypted ||
      (entry.method !== stored && entry.method !== deflated)
    )
      return null;
    return { packed: packedOf(file, entry), deflated: entry.method === deflated };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Entry {
  name: string;
  flags: number;
  method: number;
  packedBytes: number;
  unpackedBytes: number;
  offset: number;
}

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
    if (file.readUInt32LE(at) !== centralHeader) throw new RangeError('no entry');
    const [nameBytes, extraBytes, commentBytes] = [
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
      file.readUInt16LE(at + 32),
    ];
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + nameBytes),
      flags: file.readUInt16LE(at + 8),
      method: file.readUInt16LE(at + 10),
      packedBytes: file.readUInt32LE(at + 20),
      unpackedBytes: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return entries;
}

function contentOf(file: Buffer, entry: Entry, bytesMax: number): Buffer {
  const packed = packedOf(file, entry);
  if (entry.method === stored) return packed;
  if (entry.method !== deflated) throw new RangeError('unknown method');
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytesMax) });
}

function packedOf(file: Buffer, { offset, packedBytes }: Entry): Buffer {
  if (file.readUInt32LE(offset) !== localHeader) throw new RangeError('no local header');
  const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
  if (start + packedBytes > file.length) throw new RangeError('cut');
  return file.subarray(start, start + packedBytes);
}

const isTooLong = (error: unknown): boolean =>
  error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/** A ZIP file of these parts, not packed: for a reader that must see exactly what has been looked at. */
export function writeZip(entries: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const nameBytes = Buffer.from(name);
    const details = Buffer.alloc(26);
    details.writeUInt16LE(20, 0);
    details.writeUInt32LE(crc32(content), 10);
    details.writeUInt32LE(content.length, 14);
    details.writeUInt32LE(content.length, 18);
    details.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([word(localHeader), details, nameBytes, content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([word(centralHeader), Buffer.from([20, 0]), details, rest, nameBytes]),
    );
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.size, 4);
  end.writeUInt16LE(entries.size, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, word(endOfCentral), end]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
