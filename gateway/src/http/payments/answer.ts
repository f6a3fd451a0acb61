// What does a handler say, and what of it goes on the wire?

import type { Refusal, RefusalForm } from '../present/refusal.ts';

export type Answer = { refused: Refusal } | { body: object };

export function wireBody(answer: Answer, refusalForm: RefusalForm): object & { code?: number } {
  return 'refused' in answer ? refusalForm(answer.refused) : answer.body;
}
