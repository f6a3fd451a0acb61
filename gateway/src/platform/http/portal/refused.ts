// What a portal endpoint answers instead of its result: a code of the portal's interface. The
// browser has the texts.

import type { AddressProblem } from '@jokko/contract';
import type { FieldFaults, PortalErrorCode, PortalFieldProblem } from '@jokko/contract/portal';

export interface Refused {
  ok: false;
  refusal: PortalErrorCode;
  fields?: FieldFaults;
  retryAfterSeconds?: number;
  /** For `newMember`. */
  countsFrom?: Date;
}

/** Thrown where this node has no room for the work just now; answered with `notNow`. */
export class NoRoomNow extends Error {}

export const refuse = (refusal: PortalErrorCode): Refused => ({ ok: false, refusal });
export const refuseField = (field: string, problem: PortalFieldProblem): Refused => ({
  ok: false,
  refusal: 'invalid',
  fields: [{ field, problem }],
});
export const refuseAddress = (field: string, { problem, reason }: AddressProblem): Refused => ({
  ok: false,
  refusal: 'invalid',
  fields: [{ field, problem, address: reason }],
});
export const refuseTries = (retryAfterSeconds: number): Refused => ({
  ok: false,
  refusal: 'tooManyTries',
  retryAfterSeconds,
});
export const notFound = refuse('notFound');
export const conflict = refuse('conflict');
