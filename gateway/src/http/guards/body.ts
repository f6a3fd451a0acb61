// How much of a request body is read, and where is it kept meanwhile? Small bodies in memory; a chat message with media, and only that, may be
// larger, a few at a time, and waits on disk until it is complete (rule H5).

import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';

export const operationBodyMaxBytes = 65_536;
export const mediaBodyMaxBytes = 16 * 1_048_576;
/** The part of a large body in which it must show that it is one of ours. */
const introductionBytes = 8_192;
const mediaBodiesMax = 8;
/** Ten thousand numbers with their quotes are 170 kB; the rest is room for spaces and escapes. */
export const smsBodyMaxBytes = 1_048_576;
/** SMS bodies above the usual limit that are read at the same time. */
const longListsMax = 64;

export type BodyResult = { ok: true; bytes: Buffer } | { ok: false; reason: 'tooLarge' | 'busy' | 'aborted'; maxBytes: number };

/** What the first bytes of a large body say; `notNow`: who sends it could not be looked up. */
export type Introduced = 'yes' | 'no' | 'notNow';

export interface BodyReader {
  /** `mayBeMedia` judges the first bytes of a body that is larger than the usual limit. */
  read(request: IncomingMessage, mayBeMedia: (introduction: Buffer) => Promise<Introduced>): Promise<BodyResult>;
  /** A body with a list of recipients: in memory up to `smsBodyMaxBytes`, a few above the usual limit at a time. */
  readList(request: IncomingMessage): Promise<BodyResult>;
}

/** `spoolDirectory`: where large bodies wait; files are removed at once after reading. */
export function createBodyReader(spoolDirectory: string): BodyReader {
  let mediaBodies = 0;
  let longLists = 0;
  return {
    async readList(request) {
      const small = await readUpTo(request, operationBodyMaxBytes);
      if (small.done) return { ok: true, bytes: small.bytes };
      if (small.aborted) return { ok: false, reason: 'aborted', maxBytes: smsBodyMaxBytes };
      if (longLists >= longListsMax) return { ok: false, reason: 'busy', maxBytes: smsBodyMaxBytes };
      longLists++;
      try {
        const rest = await readUpTo(request, smsBodyMaxBytes - small.bytes.length);
        if (rest.done) return { ok: true, bytes: Buffer.concat([small.bytes, rest.bytes]) };
        return { ok: false, reason: rest.aborted ? 'aborted' : 'tooLarge', maxBytes: smsBodyMaxBytes };
      } finally {
        longLists--;
      }
    },
    async read(request, mayBeMedia) {
      const small = await readUpTo(request, operationBodyMaxBytes);
      if (small.done) return { ok: true, bytes: small.bytes };
      if (small.aborted) return { ok: false, reason: 'aborted', maxBytes: operationBodyMaxBytes };
      const introduced = await mayBeMedia(small.bytes.subarray(0, introductionBytes));
      if (introduced === 'no') return { ok: false, reason: 'tooLarge', maxBytes: operationBodyMaxBytes };
      if (introduced === 'notNow' || mediaBodies >= mediaBodiesMax) return { ok: false, reason: 'busy', maxBytes: mediaBodyMaxBytes };
      mediaBodies++;
      try {
        return await spool(request, small.bytes, spoolDirectory);
      } finally {
        mediaBodies--;
      }
    },
  };
}

type Small = { done: boolean; aborted: boolean; bytes: Buffer };

/** Reads until more than `maxBytes` have come, then pauses the request. */
function readUpTo(request: IncomingMessage, maxBytes: number): Promise<Small> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (result: Omit<Small, 'bytes'>) => {
      request.off('data', onData);
      request.off('end', onEnd);
      request.off('close', onClose);
      resolve({ ...result, bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) });
    };
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= maxBytes) return;
      request.pause();
      finish({ done: false, aborted: false });
    };
    const onEnd = () => finish({ done: true, aborted: false });
    const onClose = () => finish({ done: false, aborted: true });
    request.on('data', onData);
    request.on('end', onEnd);
    request.on('close', onClose);
    request.resume();
  });
}

async function spool(request: IncomingMessage, head: Buffer, directory: string): Promise<BodyResult> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, randomUUID());
  let size = 0;
  const counted = async function* () {
    yield head;
    size = head.length;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mediaBodyMaxBytes) return;
      yield chunk;
    }
  };
  try {
    await pipeline(Readable.from(counted()), createWriteStream(file, { mode: 0o600 }));
    if (size > mediaBodyMaxBytes) return { ok: false, reason: 'tooLarge', maxBytes: mediaBodyMaxBytes };
    return { ok: true, bytes: await readFile(file) };
  } catch {
    return { ok: false, reason: 'aborted', maxBytes: mediaBodyMaxBytes };
  } finally {
    await rm(file, { force: true });
  }
}
