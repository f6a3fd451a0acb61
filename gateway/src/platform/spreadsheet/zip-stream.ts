// Streams a ZIP file while it is being made: entry by entry, each compressed as it comes, its
// sizes written behind it, so that memory does not grow with the file. Below 4 GiB in all.

import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  name: string;
  content: Iterable<string> | AsyncIterable<string>;
}

const deflated = 8;
/** Sizes follow the content; names are UTF-8. */
const flags = 0x0808;
const version = 20;
/** 1 January 1980, the first day that the format knows: equal content makes equal files. */
const dosDate = 0x0021;

interface Written {
  name: Buffer;
  crc: number;
  compressed: number;
  size: number;
  offset: number;
}

/** The bytes of the file. `entries` may be made while it is read. */
export async function* zipOf(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, compressed: 0, size: 0, offset };
    const head = localHead(entry);
    yield head;
    offset += head.length;
    for await (const chunk of compress(content, entry)) {
      entry.compressed += chunk.length;
      yield chunk;
    }
    const tail = sizesOf(entry);
    yield tail;
    offset += entry.compressed + tail.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endOf(written.length, directory.length, offset);
}

function compress(content: ZipEntry['content'], entry: Written): AsyncIterable<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  }
  const source = Readable.from(counted());
  const deflate = createDeflateRaw();
  source.on('error', (error) => deflate.destroy(error));
  deflate.on('close', () => source.destroy());
  return source.pipe(deflate);
}

function localHead({ name }: Written): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(version, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt16LE(dosDate, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function sizesOf({ crc, compressed, size }: Written): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(compressed, 8);
  tail.writeUInt32LE(size, 12);
  return tail;
}

function directoryEntry({ name, crc, compressed, size, offset }: Written): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(version, 4);
  entry.writeUInt16LE(version, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(deflated, 10);
  entry.writeUInt16LE(dosDate, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(compressed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

function endOf(count: number, directoryBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
