// The file of one archived partition: blocks of some thousand rows, in each the columns apart and
// compressed, and a footer that says where everything is. Rows stand in the order of their keys,
// and the footer has the lowest and highest id of each block, so that one operation's rows are
// found by reading one block.

import { createHash } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { decodeColumn, encodeColumn, type ColumnKind, type Value } from './columns.ts';

const magic = Buffer.from('JOKKOAR1');
/** The footer's length, and the magic again. */
const tailBytes = 4 + magic.length;
const compressionLevel = 9;

export interface Column {
  name: string;
  kind: ColumnKind;
}
/** A row's values in the order of the columns. */
export type Row = readonly Value[];

/** What a file holds. `idColumn` is the column that partitions are made by. */
export interface Contents {
  installation: string;
  table: string;
  period: number;
  idColumn: string;
  columns: readonly Column[];
}
interface Block {
  rows: number;
  /** As digits. */
  lowestId: string;
  highestId: string;
  /** Where each column begins in the file, and how long it is there. */
  columns: { at: number; bytes: number }[];
}
export interface Footer extends Contents {
  rows: number;
  /** SHA-256, hexadecimal, of the columns before they were compressed, in the order of the file. */
  digest: string;
  blocks: Block[];
}

/**
 * Writes the file beside its place, syncs it and moves it there: a file under this name is whole.
 * Replaces one that is there.
 */
export async function writeArchiveFile(
  path: string,
  contents: Contents,
  blocks: AsyncIterable<readonly Row[]>,
): Promise<Footer & { bytes: number }> {
  const draft = `${path}.part`;
  const file = await open(draft, 'w', 0o600);
  try {
    const idAt = contents.columns.findIndex(({ name }) => name === contents.idColumn);
    const footer: Footer = { ...contents, rows: 0, digest: '', blocks: [] };
    const digest = createHash('sha256');
    let at = await append(file, 0, magic);
    for await (const rows of blocks) {
      const raw = encodeRows(contents.columns, rows);
      for (const column of raw) digest.update(column);
      const columns: Block['columns'] = [];
      for (const column of raw) {
        const bytes = zstdCompressSync(column, {
          params: { [constants.ZSTD_c_compressionLevel]: compressionLevel },
        });
        columns.push({ at, bytes: bytes.length });
        at = await append(file, at, bytes);
      }
      footer.blocks.push({ ...rangeOf(rows, idAt), rows: rows.length, columns });
      footer.rows += rows.length;
    }
    footer.digest = digest.digest('hex');
    const bytes = await append(file, at, tailOf(footer));
    await file.sync();
    await file.close();
    await rename(draft, path);
    await syncDirectory(dirname(path));
    return { ...footer, bytes };
  } catch (error) {
    await file.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}

export const encodeRows = (columns: readonly Column[], rows: readonly Row[]): Buffer[] =>
  columns.map(({ kind }, index) =>
    encodeColumn(
      kind,
      rows.map((row) => row[index]!),
    ),
  );

function rangeOf(rows: readonly Row[], idAt: number): { lowestId: string; highestId: string } {
  return { lowestId: String(rows[0]![idAt]), highestId: String(rows.at(-1)![idAt]) };
}

function tailOf(footer: Footer): Buffer {
  const text = zstdCompressSync(Buffer.from(JSON.stringify(footer)));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([text, length, magic]);
}

async function append(file: FileHandle, at: number, bytes: Buffer): Promise<number> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  return at + bytes.length;
}

/** So that the new name outlives a power cut. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

export interface ArchiveFile {
  readonly footer: Footer;
  /** The columns of a block before they were compressed. */
  readRaw(block: number): Promise<Buffer[]>;
  readRows(block: number): Promise<Row[]>;
  close(): Promise<void>;
}

/** Throws with the file's name where it is none of ours or was cut. */
export async function openArchiveFile(path: string): Promise<ArchiveFile> {
  const file = await open(path, 'r');
  const read = async (at: number, bytes: number): Promise<Buffer> => {
    const buffer = Buffer.alloc(Math.max(0, bytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (at < 0 || bytesRead !== bytes) throw new Error(`${path} is cut off`);
    return buffer;
  };
  try {
    const { size } = await file.stat();
    const tail = await read(size - tailBytes, tailBytes);
    if (!tail.subarray(4).equals(magic)) throw new Error(`${path} is no whole archive file`);
    const length = tail.readUInt32BE(0);
    const text = zstdDecompressSync(await read(size - tailBytes - length, length));
    const footer = JSON.parse(text.toString()) as Footer;
    const readRaw = async (block: number): Promise<Buffer[]> => {
      const columns: Buffer[] = [];
      for (const { at, bytes } of footer.blocks[block]!.columns)
        columns.push(zstdDecompressSync(await read(at, bytes)));
      return columns;
    };
    const readRows = async (block: number): Promise<Row[]> => {
      const { rows } = footer.blocks[block]!;
      const columns = (await readRaw(block)).map((bytes, index) =>
        decodeColumn(footer.columns[index]!.kind, bytes, rows),
      );
      return Array.from({ length: rows }, (_, row) => columns.map((column) => column[row]!));
    };
    return { footer, readRaw, readRows, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Whether the file holds what its footer says. */
export async function isWhole({ footer, readRaw }: ArchiveFile): Promise<boolean> {
  const digest = createHash('sha256');
  for (const block of footer.blocks.keys())
    for (const column of await readRaw(block)) digest.update(column);
  return digest.digest('hex') === footer.digest;
}

/** The rows of one id. */
export async function findRows({ footer, readRows }: ArchiveFile, id: string): Promise<Row[]> {
  const idAt = footer.columns.findIndex(({ name }) => name === footer.idColumn);
  const sought = BigInt(id);
  const found: Row[] = [];
  for (const [block, { lowestId, highestId }] of footer.blocks.entries())
    if (BigInt(lowestId) <= sought && sought <= BigInt(highestId))
      found.push(...(await readRows(block)).filter((row) => row[idAt] === sought));
  return found;
}
