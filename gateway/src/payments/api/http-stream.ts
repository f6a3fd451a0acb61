// Opens the answers that go on, and ends them: with the right to them, with a reader that takes
// nothing, and with the node. The last event says so.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { codes, texts, type callbackStreamBye } from '@jokko/contract';
import {
  openEventStream,
  type EventStream,
  type StreamEnds,
} from '../../platform/http/event-stream.ts';
import { refusal } from '../../platform/http/http-refusal.ts';
import type { StreamAnswer, WholeAnswer } from './http-answer.ts';

const beatMs = 15_000;
const perAccountMax = 5;
const perNodeMax = 500;

type ByeReason = (typeof callbackStreamBye)[number];

export interface AnswerStreams {
  /** Null where it is open; otherwise why it is not. */
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: StreamAnswer,
  ): Extract<WholeAnswer, { refused: unknown }> | null;
}

/** `ends`: what ends streams before the port is closed. */
export function createAnswerStreams(ends: StreamEnds): AnswerStreams {
  const open = new Map<EventStream, StreamAnswer>();
  let isClosing = false;
  ends.push(() => {
    isClosing = true;
    for (const events of open.keys()) sayBye(events, 'closing');
  });
  const hasRoom = ({ account }: StreamAnswer): boolean =>
    open.size < perNodeMax &&
    [...open.values()].filter((other) => other.account.id === account.id).length < perAccountMax;
  return {
    open(request, reply, answer) {
      if (!hasRoom(answer)) {
        const { language } = answer.account;
        return { refused: refusal(codes.tooMany, texts[language].tooManyStreams()) };
      }
      let unfollow = (): void => {};
      const events = openEventStream(request, reply, {
        beatMs,
        onBeat() {
          if (events.isStuck) return sayBye(events, 'slow');
          const endUnlessAllowed = (allowed: boolean): void => {
            if (!allowed) sayBye(events, 'key');
          };
          answer.stillAllowed().then(endUnlessAllowed, () => events.end());
        },
        onEnd() {
          unfollow();
          open.delete(events);
        },
      });
      open.set(events, answer);
      unfollow = answer.follow(events);
      // Who asks for the head alone is told nothing more.
      if (request.method === 'HEAD') events.end();
      if (isClosing) sayBye(events, 'closing');
      return null;
    },
  };
}

function sayBye(events: EventStream, reason: ByeReason): void {
  events.send({ kind: 'bye', data: JSON.stringify({ reason }) });
  events.end();
}
