// How do people's actions refuse? With a code of the portal's interface; the browser has the texts.

import type { PortalErrorCode, PortalFieldProblem } from '@jokko/contract/portal';

export interface Refused {
  ok: false;
  refusal: PortalErrorCode;
  fields?: { field: string; problem: PortalFieldProblem }[];
  retryAfterSeconds?: number;
}

export const refuse = (refusal: PortalErrorCode): Refused => ({ ok: false, refusal });
export const refuseField = (field: string, problem: PortalFieldProblem): Refused => ({
  ok: false,
  refusal: 'invalid',
  fields: [{ field, problem }],
});
export const refuseTries = (retryAfterSeconds: number): Refused => ({ ok: false, refusal: 'tooManyTries', retryAfterSeconds });
