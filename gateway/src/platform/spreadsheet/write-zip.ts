// Makes a ZIP file of small parts whose bytes depend on them alone: of the packages of the SDKs,
// and for tests.

import { crc32 } from 'node:zlib';

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endOfCentral = 0x06054b50;
/** The first day that the format can say, 1 January 1980. */
const firstDay = 0x0021;

/** A ZIP file of these parts, not packed. */
export function writeZip(entries: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const nameBytes = Buffer.from(name);
    const details = Buffer.alloc(26);
    details.writeUInt16LE(20, 0);
    details.writeUInt16LE(firstDay, 8);
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
