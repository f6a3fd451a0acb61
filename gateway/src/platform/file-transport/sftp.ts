// Exchanges files over SFTP. The server's key is pinned: one that shows another key gets neither
// our credentials nor a file.

import { defined } from '@jokko/contract';
import { hash } from 'node:crypto';
import { posix } from 'node:path';
import type SftpClient from 'ssh2-sftp-client';
import type { FileFolders } from '@jokko/connectors/kit';
import {
  assertFileName,
  fileBytesMax,
  listed,
  temporarySuffix,
  type FileTransport,
  type PutResult,
} from './transport.ts';

export interface SftpServer {
  host: string;
  port: number;
  user: string;
  password: string | undefined;
  privateKey: string | undefined;
  /** SHA-256 of the server's key, base64 without padding. */
  hostKey: string;
  folders: FileFolders;
}

const connectTimeoutMs = 20_000;
/** A server that says nothing for three of these is gone. */
const keepaliveMs = 10_000;
const keepaliveCount = 3;

/** Connects. Throws when the server is not there, is another one, or refuses us. */
export async function openSftp(server: SftpServer): Promise<FileTransport> {
  const { host, port, user, password, privateKey, hostKey, folders } = server;
  // Loaded when the first place is reached: most nodes have none.
  const { default: Client } = await import('ssh2-sftp-client');
  // A connection that breaks between two calls fails the next one; its own listeners write to the
  // console.
  const client = new Client('bank', { error: ignore, end: ignore, close: ignore });
  await client.connect({
    host,
    port,
    username: user,
    ...defined({ password, privateKey }),
    hostVerifier: (key: Buffer) => hash('sha256', key, 'base64').replaceAll('=', '') === hostKey,
    readyTimeout: connectTimeoutMs,
    keepaliveInterval: keepaliveMs,
    keepaliveCountMax: keepaliveCount,
  });
  return {
    async list() {
      const found = await client.list(folders.fromProvider);
      const files = found.filter(({ type }) => type === '-');
      return listed(files.map(({ name, size }) => ({ name, bytes: size })));
    },
    async read(name) {
      const path = pathIn(folders.fromProvider, name);
      const { size, isFile } = await client.stat(path);
      if (!isFile || size > fileBytesMax) throw new Error('not a file to be read');
      return (await client.get(path)) as Buffer;
    },
    put: async (name, bytes, mayLeave) =>
      put(client, pathIn(folders.toProvider, name), bytes, mayLeave),
    async archive(name, as) {
      if (folders.archive === null) return;
      await client.rename(pathIn(folders.fromProvider, name), pathIn(folders.archive, as));
    },
    async close() {
      await client.end().catch(() => {});
    },
  };
}

const ignore = (): void => {};

function pathIn(folder: string, name: string): string {
  assertFileName(name);
  return posix.join(folder, name);
}

async function put(
  client: SftpClient,
  path: string,
  bytes: Buffer,
  mayLeave: () => boolean,
): Promise<PutResult> {
  try {
    const present = await sizeOf(client, path);
    if (present !== null)
      return present === bytes.length ? 'done' : { unknown: 'another file has this name' };
    await client.put(bytes, path + temporarySuffix);
  } catch (error) {
    return { notSent: reasonOf(error) };
  }
  if (!mayLeave()) return { notSent: 'the lease of this node ended' };
  try {
    await client.rename(path + temporarySuffix, path);
    return 'done';
  } catch (error) {
    // Renamed although its answer was lost, or taken by the provider since.
    return { unknown: reasonOf(error) };
  }
}

/** Null: no such file. */
async function sizeOf(client: SftpClient, path: string): Promise<number | null> {
  return (await client.exists(path)) === false ? null : (await client.stat(path)).size;
}

const reasonMax = 200;
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, reasonMax);
