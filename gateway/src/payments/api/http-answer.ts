// Type of a handler's answer, and its conversion to the body on the wire.

import type { Refusal, RefusalForm } from '../../platform/http/http-refusal.ts';

export type Answer = { refused: Refusal } | { body: object };

export function wireBody(answer: Answer, refusalForm: RefusalForm): object & { code?: number } {
  return 'refused' in answer ? refusalForm(answer.refused) : answer.body;
}
