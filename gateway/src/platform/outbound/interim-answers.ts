// Takes interim answers (100 Continue, 102, 103 …) out of what a peer says, so that the HTTP client
// above hears the final answer alone: undici, which reads them, closes the connection at a 100 that
// it did not ask for. They are limited in number and bytes. A 101 is refused: nobody asked for
// another protocol.

import type { Socket } from 'node:net';
import { readChunkSpaces } from './chunk-spaces.ts';
import { interimFloodCode, protocolSwitchCode } from './error-class.ts';

/**
 * Before one final answer. A server that says 102 every second still answers within our deadlines.
 */
export const interimMax = 64;
/**
 * The limit of all of them before one final answer: as much as undici takes for the head of the
 * final one, four times.
 */
export const interimMaxBytes = 65_536;

/** undici's limit for the head of an answer. */
const headKeptBytes = 16_384;
const begin = 'HTTP/1.';
const firstDigitAt = 'HTTP/1.1 '.length;
const one = '1'.charCodeAt(0);
const lineFeed = '\n'.charCodeAt(0);
const statusLine = /^HTTP\/1\.[01] 1(\d\d)(?: [^\r\n]{0,1000})?\r\n$/;

export interface Hearing {
  /** Whether any byte has come since the last request was written. */
  hasBegun(): boolean;
  /**
   * The beginning of the last final answer as it came: its head, as far as it is there, and some of
   * what follows.
   */
  head(): Buffer;
}

/** Where the answer to the last request is. */
interface State {
  /** Past the interim answers: all that comes is the client's. So is what comes unasked. */
  final: boolean;
  /** The line that has begun; null between two lines. */
  line: Buffer | null;
  /** Within the head of an interim answer, after its first line. */
  inside: boolean;
  count: number;
  bytes: number;
  /** Chunks of the final answer, until they hold as much as the client takes for a head. */
  head: Buffer[];
  headBytes: number;
  /** `bytesRead` of the socket when the last request was written. */
  readBefore: number;
}

/**
 * To be called before the client gets the socket. The client must read by `read()` and have one
 * request at a time under way, written in one turn: what is written begins a request, and what is
 * read next its answer.
 */
export function withoutInterimAnswers(socket: Socket): Hearing {
  const state: State = {
    final: true,
    line: null,
    inside: false,
    count: 0,
    bytes: 0,
    head: [],
    headBytes: 0,
    readBefore: 0,
  };
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  socket.write = (...given: unknown[]) => {
    state.final = state.inside = false;
    state.line = null;
    state.head = [];
    state.count = state.bytes = state.headBytes = 0;
    state.readBefore = socket.bytesRead;
    readChunkSpaces(socket);
    return write(...given);
  };
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    if (state.final) return keepHead(state, read(size) as Buffer | null);
    for (;;) {
      const chunk = read() as Buffer | null;
      if (chunk === null) return null;
      const { left, fault } = take(state, chunk);
      if (fault !== null) {
        socket.destroy(fault);
        return null;
      }
      if (left !== null) return keepHead(state, left);
    }
  };
  return {
    hasBegun: () => socket.bytesRead > state.readBefore,
    head: () => Buffer.concat(state.head),
  };
}

function keepHead(state: State, chunk: Buffer | null): Buffer | null {
  if (chunk === null || state.headBytes >= headKeptBytes) return chunk;
  state.head.push(chunk);
  state.headBytes += chunk.length;
  return chunk;
}

interface Taken {
  /** What has come of the final answer; null when it has not begun. */
  left: Buffer | null;
  fault: Error | null;
}

/** Takes the lines of interim answers from the front of what came. */
function take(state: State, chunk: Buffer): Taken {
  let rest = chunk;
  while (rest.length > 0) {
    if (!state.inside && isFinal(state.line, rest)) return passOn(state, rest);
    const end = rest.indexOf(lineFeed) + 1;
    const part = end === 0 ? rest : rest.subarray(0, end);
    rest = rest.subarray(part.length);
    state.bytes += part.length;
    if (state.bytes > interimMaxBytes) return { left: null, fault: flood() };
    state.line = state.line === null ? part : Buffer.concat([state.line, part]);
    if (end === 0) break;
    const line = state.line.toString('latin1');
    if (!state.inside) {
      const digits = statusLine.exec(line)?.[1];
      // Nothing that HTTP knows: the client says so.
      if (digits === undefined) return passOn(state, rest);
      if (digits === '01') return { left: null, fault: switched() };
      if (++state.count > interimMax) return { left: null, fault: flood() };
    }
    state.line = null;
    state.inside = line !== '\r\n';
  }
  return { left: null, fault: null };
}

/** Whether what stands at the beginning of an answer cannot be an interim one any more. */
function isFinal(begun: Buffer | null, rest: Buffer): boolean {
  if (begun === null && rest.length > firstDigitAt && rest[firstDigitAt] !== one) return true;
  const text =
    (begun?.toString('latin1') ?? '') + rest.subarray(0, firstDigitAt + 1).toString('latin1');
  const known = text.slice(0, begin.length);
  if (!begin.startsWith(known)) return true;
  return text.length > firstDigitAt && text.charCodeAt(firstDigitAt) !== one;
}

function passOn(state: State, rest: Buffer): Taken {
  const left = state.line === null ? rest : Buffer.concat([state.line, rest]);
  state.line = null;
  state.final = true;
  return { left, fault: null };
}

const flood = () =>
  Object.assign(new Error('too many interim answers'), { code: interimFloodCode });
const switched = () =>
  Object.assign(new Error('another protocol, which nobody asked for'), {
    code: protocolSwitchCode,
  });
