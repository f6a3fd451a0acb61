// Sends PDUs on one connection: all of one event-loop turn in one packet, after what they promise
// is in the book.

import { writeSubmitAnswer } from './codec.ts';
import { createOutput } from './output.ts';
import type { Socket } from 'node:net';
import type { Turn } from '../sms/turn.ts';
import type { Output } from './output.ts';

export interface PduWriter {
  /** For PDUs; they leave at the end of the turn. */
  out(): Output;
  /** The answer to a submission; nothing when the connection is gone. */
  answer(sequence: number, status: number, id: string): void;
  closeAfterTurn(): void;
}

/** `onAnswered` hears how many answers to submissions are leaving. */
export function createPduWriter(
  turn: Turn,
  socket: Socket,
  onAnswered: (count: number) => void,
): PduWriter {
  const output = createOutput();
  let dirty = false;
  let answers = 0;
  function out(): Output {
    if (!dirty) {
      dirty = true;
      turn.atEnd(seal);
    }
    return output;
  }
  function seal(): () => void {
    dirty = false;
    const chunks = output.seal();
    onAnswered(answers);
    answers = 0;
    return () => write(socket, chunks);
  }
  return {
    out,
    answer(sequence, status, id) {
      if (socket.destroyed) return;
      writeSubmitAnswer(out(), status, sequence, id);
      answers += 1;
    },
    closeAfterTurn: () => turn.atEnd(() => () => socket.end()),
  };
}

/**
 * Whoever does not read gets no more read from: its unanswered submissions would fill our memory.
 */
function write(socket: Socket, chunks: Buffer[]): void {
  if (socket.destroyed || chunks.length === 0) return;
  let hasRoom = true;
  if (chunks.length > 1) socket.cork();
  for (const chunk of chunks) hasRoom = socket.write(chunk);
  if (chunks.length > 1) socket.uncork();
  if (!hasRoom) socket.pause();
}
