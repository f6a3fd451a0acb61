// Type of a handler's answer, and its conversion to the body on the wire.

import { codes } from '@jokko/contract';
import type { Account } from '../accounts/index.ts';
import type { Refusal, RefusalForm } from '../../platform/http/http-refusal.ts';
import type { EventStream } from '../../platform/http/event-stream.ts';

export const success = <Data>(msg: string, data: Data) => ({
  body: { code: codes.done, msg, error: false as const, data },
});

export type WholeAnswer = { refused: Refusal } | { body: object };

/** An answer that goes on: events are sent as they arise. */
export interface StreamAnswer {
  account: Account;
  /** Called when the answer has begun; the answered function when it is over. */
  follow(events: EventStream): () => void;
  /** Asked at each beat: whether the key may still be used like this. */
  stillAllowed(): Promise<boolean>;
}

/** Only a GET is answered by a stream. */
export type Answer = WholeAnswer | StreamAnswer;

export function wholeAnswer(answer: Answer): WholeAnswer {
  if ('follow' in answer) throw new Error('a stream is neither repeated nor handed on');
  return answer;
}

export function wireBody(
  answer: WholeAnswer,
  refusalForm: RefusalForm,
): object & { code?: number } {
  return 'refused' in answer ? refusalForm(answer.refused) : answer.body;
}
