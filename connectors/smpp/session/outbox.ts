// Writes PDUs to the socket. They are appended to a buffer, and what one turn of the event loop
// wrote goes out as one write: one system call and one packet for a whole window instead of one
// for each PDU.

import type { Socket } from 'node:net';

export interface Outbox {
  readonly socket: Socket;
  buffer: Buffer;
  /** `buffer[start, at)` waits for the end of the turn. */
  start: number;
  at: number;
  /** Buffers that this turn filled. */
  full: Buffer[];
  /** Bytes since the connection was opened: written here, and handed to the socket. */
  appended: number;
  flushed: number;
  scheduled: boolean;
  /** The peer takes bytes slower than they come: nothing but answers is to be written. */
  blocked: boolean;
  closed: boolean;
}

const bufferBytes = 64 * 1024;

/** A peer that sends requests and never reads their answers is cut off at this many bytes. */
export const unreadBytesMax = 1024 * 1024;

export function createOutbox(socket: Socket): Outbox {
  return {
    socket,
    buffer: Buffer.allocUnsafeSlow(bufferBytes),
    start: 0,
    at: 0,
    full: [],
    appended: 0,
    flushed: 0,
    scheduled: false,
    blocked: false,
    closed: false,
  };
}

/**
 * `write` gets a buffer with `room` bytes from a position on and answers where it stopped. Answers
 * the value of `appended` behind the PDU.
 */
export function append(
  outbox: Outbox,
  room: number,
  write: (buffer: Buffer, at: number) => number,
): number {
  if (outbox.buffer.length - outbox.at < room) turnOver(outbox, room);
  const end = write(outbox.buffer, outbox.at);
  outbox.appended += end - outbox.at;
  outbox.at = end;
  if (!outbox.scheduled) {
    outbox.scheduled = true;
    setImmediate(flush, outbox);
  }
  return outbox.appended;
}

/**
 * The socket keeps the bytes it was handed until they are sent, so a filled buffer is left to it
 * and never written again.
 */
function turnOver(outbox: Outbox, room: number): void {
  if (outbox.at > outbox.start) outbox.full.push(outbox.buffer.subarray(outbox.start, outbox.at));
  outbox.buffer = Buffer.allocUnsafeSlow(Math.max(bufferBytes, room));
  outbox.start = 0;
  outbox.at = 0;
}

/** Hands everything to the socket now. */
export function flush(outbox: Outbox): void {
  outbox.scheduled = false;
  if (outbox.closed || outbox.flushed === outbox.appended) return;
  const { socket, full } = outbox;
  const last = outbox.buffer.subarray(outbox.start, outbox.at);
  outbox.start = outbox.at;
  outbox.flushed = outbox.appended;
  if (full.length === 0) {
    outbox.blocked = !socket.write(last);
    return;
  }
  outbox.full = [];
  socket.cork();
  for (const piece of full) socket.write(piece);
  outbox.blocked = !socket.write(last);
  socket.uncork();
}

/** Drops what was not handed to the socket. */
export function closeOutbox(outbox: Outbox): void {
  outbox.closed = true;
  outbox.full = [];
}
