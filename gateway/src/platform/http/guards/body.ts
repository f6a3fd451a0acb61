// Reads a request body within limits. Small bodies stay in memory; only a chat message with media
// may be larger, a few at a time, and waits on disk until it is complete (rule H5).

import type { IncomingMessage } from 'node:http';
import { discardBody, discardMs } from './discard.ts';
import { createMediaPlaces } from './media-places.ts';
import { spool } from './spool.ts';

export const operationBodyMaxBytes = 65_536;
export const mediaBodyMaxBytes = 16 * 1_048_576;
/** The part of a large body in which it must show that it is one of ours. */
const introductionBytes = 8_192;
/**
 * For a body that shows at its end who sends it: below the time limit of all requests, so that the
 * answer can say so.
 */
export const unprovenMs = 20_000;
/** Ten thousand numbers with their quotes are 170 kB; the rest is room for spaces and escapes. */
export const smsBodyMaxBytes = 1_048_576;
/** Megabytes of bodies above the usual limit that are read at the same time. */
const longListsMax = 64;
/** An SMS body shows its key at its end, and is read before. */
const smsList: LongList = { maxBytes: smsBodyMaxBytes, shown: () => Promise.resolve('yes') };

export type BodyResult =
  | { ok: true; bytes: Buffer }
  | {
      ok: false;
      /** `notShown`: it is complete, and is no chat message of a known caller. */
      reason: 'tooLarge' | 'tooSlow' | 'notShown' | 'busy' | 'aborted';
      maxBytes: number;
      /** The beginning of what is larger than usual and was not introduced: it may say why. */
      beginning?: Buffer;
    };

/** What a large body says of its sender; `notNow`: who that is could not be looked up. */
export type Shown = 'yes' | 'no' | 'notNow';

/** Judges whether a body that is larger than the usual limit may be one. */
export interface MediaGate {
  /** The caller's; null when it is not known. */
  address: string | null;
  /** By its first bytes. `later`: the rest of it may show it. */
  introduced(introduction: Buffer): Promise<Shown | 'later'>;
  /** Where it comes later: is given all of the body, then asked. */
  see(chunk: Buffer): void;
  shown(): Promise<Shown>;
}

export interface LongList {
  maxBytes: number;
  /** Asked before more than the usual limit is read: whether the caller is known by then. */
  shown(): Promise<Shown>;
}

export interface BodyReader {
  /** Without a gate nothing may be larger than usual. */
  read(request: IncomingMessage, gate: MediaGate | null): Promise<BodyResult>;
  /**
   * A body with a list of recipients: in memory up to `maxBytes`, a few above the usual limit at a
   * time.
   */
  readList(request: IncomingMessage, list?: LongList): Promise<BodyResult>;
}

/** `spoolDirectory`: where large bodies wait; files are removed at once after reading. */
export function createBodyReader(
  spoolDirectory: string,
  limits: { unprovenMs: number; discardMs: number } = { unprovenMs, discardMs },
): BodyReader {
  const places = createMediaPlaces();
  let longLists = 0;
  const answerable = async (request: IncomingMessage, result: BodyResult): Promise<BodyResult> => {
    if (!result.ok && result.reason !== 'aborted') await discardBody(request, limits.discardMs);
    return result;
  };
  const readList = async (
    request: IncomingMessage,
    { maxBytes, shown }: LongList = smsList,
  ): Promise<BodyResult> => {
    const small = await readUpTo(request, operationBodyMaxBytes);
    if (small.done) return { ok: true, bytes: small.bytes };
    if (small.aborted) return refused('aborted', maxBytes);
    const known = await shown();
    if (known === 'no') return refused('notShown', maxBytes);
    const places = Math.ceil(maxBytes / smsBodyMaxBytes);
    if (known === 'notNow' || longLists + places > longListsMax) return refused('busy', maxBytes);
    longLists += places;
    try {
      const whole = await readUpTo(request, maxBytes, small.bytes);
      return whole.done
        ? { ok: true, bytes: whole.bytes }
        : refused(whole.aborted ? 'aborted' : 'tooLarge', maxBytes);
    } finally {
      longLists -= places;
    }
  };
  const read = async (request: IncomingMessage, gate: MediaGate | null): Promise<BodyResult> => {
    const small = await readUpTo(request, operationBodyMaxBytes);
    if (small.done) return { ok: true, bytes: small.bytes };
    if (small.aborted) return refused('aborted', operationBodyMaxBytes);
    const introduced = (await gate?.introduced(small.bytes.subarray(0, introductionBytes))) ?? 'no';
    if (gate === null || introduced === 'no')
      return { ...refused('tooLarge', operationBodyMaxBytes), beginning: small.bytes };
    if (introduced === 'notNow') return refused('busy', mediaBodyMaxBytes);
    if (Number(request.headers['content-length'] ?? 0) > mediaBodyMaxBytes)
      return refused('tooLarge', mediaBodyMaxBytes);
    const release = introduced === 'yes' ? places.take() : places.takeUnproven(gate.address);
    if (release === null) return refused('busy', mediaBodyMaxBytes);
    const from = { request, head: small.bytes, directory: spoolDirectory };
    try {
      return await (introduced === 'yes'
        ? readMedia(from)
        : readUnproven(from, gate, limits.unprovenMs));
    } finally {
      release();
    }
  };
  return {
    readList: async (request, list) => answerable(request, await readList(request, list)),
    read: async (request, gate) => answerable(request, await read(request, gate)),
  };
}

interface LargeBody {
  request: IncomingMessage;
  head: Buffer;
  directory: string;
}

async function readMedia({ request, head, directory }: LargeBody): Promise<BodyResult> {
  const options = { directory, maxBytes: mediaBodyMaxBytes };
  const spooled = await spool(request, head, options, (read) => read());
  return spooled.ok
    ? { ok: true, bytes: spooled.value }
    : refused(spooled.reason, mediaBodyMaxBytes);
}

/** Takes no memory before the body has shown who sends it. */
async function readUnproven(
  { request, head, directory }: LargeBody,
  gate: MediaGate,
  timeoutMs: number,
): Promise<BodyResult> {
  const options = { directory, maxBytes: mediaBodyMaxBytes, see: gate.see, timeoutMs };
  const spooled = await spool(request, head, options, async (read): Promise<BodyResult> => {
    const shown = await gate.shown();
    return shown === 'yes'
      ? { ok: true, bytes: await read() }
      : refused(shown === 'no' ? 'notShown' : 'busy', mediaBodyMaxBytes);
  });
  return spooled.ok ? spooled.value : refused(spooled.reason, mediaBodyMaxBytes);
}

function refused(
  reason: Extract<BodyResult, { ok: false }>['reason'],
  maxBytes: number,
): Extract<BodyResult, { ok: false }> {
  return { ok: false, reason, maxBytes };
}

type Small = { done: boolean; aborted: boolean; bytes: Buffer };

/**
 * Reads until more than `maxBytes` have come, with `head` that came before, then pauses the
 * request. Where the length is said each piece is copied to its place as it comes: to join
 * megabytes at the end takes a turn of tens of milliseconds.
 */
function readUpTo(
  request: IncomingMessage,
  maxBytes: number,
  head: Buffer = Buffer.alloc(0),
): Promise<Small> {
  return new Promise((resolve) => {
    // Closed while somebody was asked about it: no event comes any more.
    if (request.destroyed && !request.complete)
      return resolve({ done: false, aborted: true, bytes: head });
    const said = Number(request.headers['content-length']);
    const whole = head.length > 0 && said <= maxBytes ? Buffer.allocUnsafeSlow(said) : null;
    const chunks: Buffer[] = [];
    let size = 0;
    const keep = (chunk: Buffer): void => {
      if (whole === null) chunks.push(chunk);
      else {
        chunk.copy(whole, size);
        chunk.fill(0);
      }
      size += chunk.length;
    };
    const finish = (result: Omit<Small, 'bytes'>) => {
      request.off('data', onData);
      request.off('end', onEnd);
      request.off('close', onClose);
      resolve({ ...result, bytes: whole?.subarray(0, size) ?? joined(chunks) });
    };
    const onData = (chunk: Buffer) => {
      keep(chunk);
      if (size <= maxBytes) return;
      request.pause();
      finish({ done: false, aborted: false });
    };
    const onEnd = () => finish({ done: true, aborted: false });
    const onClose = () => finish({ done: false, aborted: true });
    if (head.length > 0) keep(head);
    request.on('data', onData);
    request.on('end', onEnd);
    request.on('close', onClose);
    request.resume();
  });
}

/** There may be a card in them: what was copied is overwritten. */
function joined(chunks: readonly Buffer[]): Buffer {
  if (chunks.length === 1) return chunks[0]!;
  const bytes = Buffer.concat(chunks);
  for (const chunk of chunks) chunk.fill(0);
  return bytes;
}
